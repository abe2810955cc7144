public import Essentials

/// Decides, crossing by crossing, whether one person is reminded to clock in or out.
///
/// It follows the rule of the article about clocking in by a beacon as the article's code behaves: arrivals and
/// departures have a window each; a crossing reminds when the last one of its kind was *more* than two hours ago; and
/// every crossing begins its window anew, also one that did not remind. So a person who crosses every 119 minutes is
/// reminded once.
///
/// Two reports of one crossing, such as "entered" and "found inside", come to one decision.
public struct ReminderStateMachine: Hashable, Sendable {
    /// What follows from a report.
    public enum Action: Hashable, Sendable {
        /// A decision, to be kept; its reason tells whether it reminds.
        case decide(ReminderReason)
        /// Nothing: the crossing has been decided already.
        case nothing
    }

    /// How long after a crossing another one of its kind does not remind; exactly this long still does not.
    public static let window: Duration = .seconds(2 * 3_600)
    /// Within this time, reports of one kind without one of the other kind between them are about one crossing.
    public static let sameCrossing: Duration = .seconds(60)
    /// By how much a report may come from the future.
    public static let futureTolerance: Duration = .seconds(600)
    /// A report that is older reminds nobody.
    public static let lateness: Duration = .seconds(24 * 3_600)

    /// When the person was last known to arrive.
    public private(set) var lastArrival: Timestamp?
    /// When the person was last known to leave.
    public private(set) var lastDeparture: Timestamp?

    /// Takes up where a person stands; without times, somebody of whom nothing is known.
    ///
    /// - Parameters:
    ///   - lastArrival: When the person was last known to arrive.
    ///   - lastDeparture: When the person was last known to leave.
    public init(lastArrival: Timestamp? = nil, lastDeparture: Timestamp? = nil) {
        self.lastArrival = lastArrival
        self.lastDeparture = lastDeparture
    }

    /// Takes a report.
    ///
    /// - Parameter crossing: The report, with the time at which it arrived.
    /// - Returns: What follows.
    /// - Throws: ``CrossingRefusal/inFuture``; nothing has changed then.
    public mutating func apply(_ crossing: Crossing) throws(CrossingRefusal) -> Action {
        let age = crossing.observedAt.duration(to: crossing.receivedAt)
        guard age >= .zero - Self.futureTolerance else { throw .inFuture }
        guard age <= Self.lateness else { return .decide(.late) }
        let kind = crossing.kind.proposal
        let last = last(kind)
        let isRepeated = isSameCrossing(crossing.observedAt, as: last, kind)
        let isOvertaken = [lastArrival, lastDeparture].contains {
            $0.map { crossing.observedAt < $0 } ?? false
        }
        note(kind, at: max(crossing.observedAt, last ?? crossing.observedAt))
        if isRepeated { return .nothing }
        if isOvertaken { return .decide(.outOfOrder) }
        guard let last else { return .decide(.firstCrossing) }
        let isDue = last.duration(to: crossing.observedAt) > Self.window
        return .decide(isDue ? .windowPassed : .recentCrossing)
    }

    private func isSameCrossing(_ observedAt: Timestamp, as last: Timestamp?, _ kind: PunchKind) -> Bool {
        guard let last else { return false }
        let apart = last.duration(to: observedAt)
        guard apart <= Self.sameCrossing, apart >= .zero - Self.sameCrossing else { return false }
        guard let other = self.last(kind.opposite) else { return true }
        return !(min(last, observedAt)...max(last, observedAt)).contains(other)
    }

    private func last(_ kind: PunchKind) -> Timestamp? { kind == .in ? lastArrival : lastDeparture }

    private mutating func note(_ kind: PunchKind, at time: Timestamp) {
        switch kind {
        case .in: lastArrival = time
        case .out: lastDeparture = time
        }
    }
}
