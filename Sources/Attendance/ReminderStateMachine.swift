public import Essentials

/// Decides for each crossing of one person whether to remind them to clock in or out.
///
/// It follows the code of the article about clocking in by a beacon. Arrivals and departures have a window each. A crossing
/// reminds when the last one of its kind was *more* than two hours ago. Every crossing restarts its window, also one without
/// a reminder: crossings every 119 minutes remind once.
///
/// Two reports of one crossing, such as "entered" and "found inside", lead to one decision.
public struct ReminderStateMachine: Hashable, Sendable {
    /// The action after a report.
    public enum Action: Hashable, Sendable {
        /// Store a decision; its reason says whether it reminds.
        case decide(ReminderReason)
        /// Nothing, because the crossing has a decision.
        case nothing
    }

    /// Reports of one kind within this time are about one crossing, unless one of the other kind lies between them.
    public static let sameCrossing: Duration = .seconds(60)
    /// How far in the future a report may be.
    public static let futureTolerance: Duration = .seconds(600)
    /// The maximum age of a report that reminds.
    public static let lateness: Duration = .seconds(24 * 3_600)

    /// When the person was last known to arrive.
    public private(set) var lastArrival: Timestamp?
    /// When the person was last known to leave.
    public private(set) var lastDeparture: Timestamp?

    /// Makes a machine from the known times of a person.
    ///
    /// - Parameters:
    ///   - lastArrival: When the person was last known to arrive.
    ///   - lastDeparture: When the person was last known to leave.
    public init(lastArrival: Timestamp? = nil, lastDeparture: Timestamp? = nil) {
        self.lastArrival = lastArrival
        self.lastDeparture = lastDeparture
    }

    /// Decides on a report.
    ///
    /// - Parameters:
    ///   - crossing: The report, with the time at which it arrived.
    ///   - window: How long a crossing suppresses reminders of its kind; a crossing after exactly this time does not remind.
    /// - Returns: The action.
    /// - Throws: ``CrossingRefusal/inFuture``; nothing has changed.
    public mutating func apply(
        _ crossing: Crossing, window: Duration = ReminderPolicy.standardWindow
    ) throws(CrossingRefusal) -> Action {
        if try Self.isLate(crossing) { return .decide(.late) }
        let kind = crossing.kind.proposal
        let last = last(kind)
        let isRepeated = knows(crossing)
        let isOvertaken = [lastArrival, lastDeparture].contains {
            $0.map { crossing.observedAt < $0 } ?? false
        }
        note(kind, at: max(crossing.observedAt, last ?? crossing.observedAt))
        if isRepeated { return .nothing }
        if isOvertaken { return .decide(.outOfOrder) }
        guard let last else { return .decide(.firstCrossing) }
        let isDue = last.duration(to: crossing.observedAt) > window
        return .decide(isDue ? .windowPassed : .recentCrossing)
    }

    /// Whether a report arrived so late that it reminds of nothing.
    ///
    /// - Throws: ``CrossingRefusal/inFuture``.
    static func isLate(_ crossing: Crossing) throws(CrossingRefusal) -> Bool {
        let age = crossing.observedAt.duration(to: crossing.receivedAt)
        guard age >= .zero - futureTolerance else { throw .inFuture }
        return age > lateness
    }

    /// Whether two reports of one kind are about one crossing, if none of the other kind lies between them.
    static func isNear(_ one: Timestamp, _ other: Timestamp) -> Bool {
        let apart = one.duration(to: other)
        return apart <= sameCrossing && apart >= .zero - sameCrossing
    }

    /// Whether a report is another one of the last crossing of its kind.
    func knows(_ crossing: Crossing) -> Bool {
        let kind = crossing.kind.proposal
        return isSameCrossing(crossing.observedAt, as: last(kind), kind)
    }

    private func isSameCrossing(_ observedAt: Timestamp, as last: Timestamp?, _ kind: PunchKind) -> Bool {
        guard let last else { return false }
        guard Self.isNear(last, observedAt) else { return false }
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
