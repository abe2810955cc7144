public import Essentials

/// Decides on the crossings of one person; a departure counts only when the person stays away for a time.
///
/// A person who returns before that time did not leave: neither the departure nor the return counts. A step
/// outside for some air is such a case, and so is a badge that is not heard for a minute. A
/// ``ReminderStateMachine`` decides on the crossings that count.
///
/// Several sources may report one crossing, late and in any order. A departure that is reported late waits as
/// long as any other, because its return may be on the way too. The machine remembers returns for a day, so
/// that another report of the same outing changes nothing.
public struct DoorStateMachine: Hashable, Sendable {
    /// How long a person must stay away if the site sets no other time.
    public static let standardDwell: Duration = .seconds(180)

    /// A departure that does not count yet.
    public struct Waiting: Hashable, Sendable {
        /// The departure.
        public let departure: Crossing
        /// The end of the time to stay away: a return before it cancels the departure.
        public let due: Timestamp
        /// When the departure counts if nothing else is reported; not before `due`.
        ///
        /// It is the time to stay away after the report arrived. A return is reported before it, unless its report
        /// takes longer to arrive than that of the departure.
        public let settles: Timestamp

        /// Makes a waiting departure from its parts.
        public init(_ departure: Crossing, due: Timestamp, settles: Timestamp) {
            self.departure = departure
            self.due = due
            self.settles = settles
        }
    }

    /// A return in time, which cancelled a departure.
    public struct Return: Hashable, Sendable {
        /// When the person left.
        public let left: Timestamp
        /// When the person was back.
        public let back: Timestamp

        /// Makes a return from its parts.
        public init(left: Timestamp, back: Timestamp) {
            self.left = left
            self.back = back
        }
    }

    /// What is now known about a crossing.
    public enum Verdict: Hashable, Sendable {
        /// It is a departure that waits.
        case waits(due: Timestamp, settles: Timestamp)
        /// It counts; the reason says whether it reminds.
        case decided(ReminderReason)
        /// It is another report of a known crossing; nothing is known that was not known before.
        case sameCrossing
        /// It is a departure that waited, and turns out to be another report of one that counted.
        case merged
        /// The person was back in time: the departure, or the return, does not count.
        case cameBack(at: Timestamp)
    }

    /// A crossing about which something new is known.
    public struct Finding: Hashable, Sendable {
        /// The crossing.
        public let crossing: Crossing
        /// What is known about it.
        public let verdict: Verdict
    }

    /// What is known of the crossings that count.
    public private(set) var reminders: ReminderStateMachine
    /// The departures that wait, the first due first.
    public private(set) var waiting: [Waiting]
    /// The returns of the last day that cancelled a departure, the earliest departure first.
    public private(set) var returns: [Return]

    /// Makes a machine from what is known of a person.
    public init(
        reminders: ReminderStateMachine = ReminderStateMachine(), waiting: [Waiting] = [],
        returns: [Return] = []
    ) {
        self.reminders = reminders
        self.waiting = waiting.sorted { ($0.due, $0.settles) < ($1.due, $1.settles) }
        self.returns = returns.sorted { ($0.left, $0.back) < ($1.left, $1.back) }
    }

    /// Processes a report of a crossing.
    ///
    /// - Parameters:
    ///   - crossing: The report, with the time at which it arrived.
    ///   - dwell: How long a person must stay away at this site; with zero each departure counts at once.
    ///   - window: The window of the article's rule at the place of a crossing.
    /// - Returns: Findings about departures that waited, and one about this crossing as the last.
    /// - Throws: ``CrossingRefusal/inFuture``; nothing has changed.
    /// - Complexity: O(*n*) for *n* departures that wait and returns of the last day.
    public mutating func apply(
        _ crossing: Crossing, dwell: Duration = standardDwell,
        window: (Crossing) -> Duration = { _ in ReminderPolicy.standardWindow }
    ) throws(CrossingRefusal) -> [Finding] {
        if try ReminderStateMachine.isLate(crossing) { return [Finding(crossing, .decided(.late))] }
        let oldest = crossing.receivedAt.advanced(by: .zero - ReminderStateMachine.lateness)
        returns.removeAll { $0.back < oldest }
        var findings = countWaiting(window) { $0.isOver(by: crossing) }
        switch crossing.kind.proposal {
        case .in: findings += try arrive(crossing, dwell, window)
        case .out: findings.append(try depart(crossing, dwell, window))
        }
        return findings
    }

    /// Lets the departures count that settle by a time.
    ///
    /// - Parameters:
    ///   - time: The present time.
    ///   - window: The window of the article's rule at the place of a crossing.
    /// - Returns: A finding for each of them, in the order in which they were due.
    public mutating func settle(
        at time: Timestamp, window: (Crossing) -> Duration = { _ in ReminderPolicy.standardWindow }
    ) -> [Finding] {
        countWaiting(window) { $0.settles <= time }
    }

    private mutating func countWaiting(_ window: (Crossing) -> Duration, where isOver: (Waiting) -> Bool)
        -> [Finding]
    {
        let over = waiting.filter(isOver).map(\.departure)
        waiting.removeAll(where: isOver)
        return over.compactMap { departure in
            // A waiting departure was not in the future when it was reported.
            guard let finding = try? count(departure, window) else { return nil }
            return finding.verdict == .sameCrossing ? Finding(departure, .merged) : finding
        }
    }

    private mutating func arrive(
        _ crossing: Crossing, _ dwell: Duration, _ window: (Crossing) -> Duration
    ) throws(CrossingRefusal) -> [Finding] {
        let time = crossing.observedAt
        // Also in the same millisecond: of a batch whose times are clamped, the order of the reports is known.
        let ended = waiting.filter { $0.departure.observedAt <= time && time < $0.due }
        guard ended.isEmpty else {
            waiting.removeAll { ended.contains($0) }
            for outing in ended { note(Return(left: outing.departure.observedAt, back: time)) }
            return (ended.map(\.departure) + [crossing]).map { Finding($0, .cameBack(at: time)) }
        }
        if returns.contains(where: { isReturn(crossing, of: $0) }) {
            return [Finding(crossing, .sameCrossing)]
        }
        // The departure of a return that is reported too late counts already: a reminder stands.
        let isLateReturn =
            reminders.lastDeparture.map { $0 <= time && time < $0.advanced(by: dwell) } ?? false
        return [isLateReturn ? Finding(crossing, .cameBack(at: time)) : try count(crossing, window)]
    }

    private mutating func depart(
        _ crossing: Crossing, _ dwell: Duration, _ window: (Crossing) -> Duration
    ) throws(CrossingRefusal) -> Finding {
        let time = crossing.observedAt
        let due = time.advanced(by: dwell)
        if let known = returns.first(where: { $0.covers(time, due: due) }) {
            // A report between the two says of an outing of its own that it was as short.
            if ReminderStateMachine.isNear(known.left, time) { return Finding(crossing, .sameCrossing) }
            return cancelled(crossing, back: known.back)
        }
        if let arrival = reminders.lastArrival, time < arrival, arrival < due {
            return cancelled(crossing, back: arrival)
        }
        if waiting.contains(where: { ReminderStateMachine.isNear($0.departure.observedAt, time) }) {
            return Finding(crossing, .sameCrossing)
        }
        if dwell <= .zero || reminders.knows(crossing) { return try count(crossing, window) }
        let settles = max(time, crossing.receivedAt).advanced(by: dwell)
        self = DoorStateMachine(
            reminders: reminders, waiting: waiting + [Waiting(crossing, due: due, settles: settles)],
            returns: returns)
        return Finding(crossing, .waits(due: due, settles: settles))
    }

    private mutating func cancelled(_ departure: Crossing, back: Timestamp) -> Finding {
        note(Return(left: departure.observedAt, back: back))
        return Finding(departure, .cameBack(at: back))
    }

    private mutating func note(_ new: Return) {
        self = DoorStateMachine(reminders: reminders, waiting: waiting, returns: returns + [new])
    }

    private mutating func count(
        _ crossing: Crossing, _ window: (Crossing) -> Duration
    ) throws(CrossingRefusal) -> Finding {
        switch try reminders.apply(crossing, window: window(crossing)) {
        case .decide(let reason): Finding(crossing, .decided(reason))
        case .nothing: Finding(crossing, .sameCrossing)
        }
    }

    /// Whether an arrival is another report of a known return.
    private func isReturn(_ arrival: Crossing, of known: Return) -> Bool {
        let time = arrival.observedAt
        if known.left <= time, time <= known.back { return true }
        guard ReminderStateMachine.isNear(known.back, time) else { return false }
        let between = min(known.back, time)...max(known.back, time)
        let departures = returns.map(\.left) + [reminders.lastDeparture].compactMap(\.self)
        return !departures.contains { $0 != known.left && between.contains($0) }
    }
}

extension DoorStateMachine.Waiting {
    /// Whether a crossing shows that no return in time is to be expected any more.
    ///
    /// The reports of one source arrive in order. The return may still be on its way from this source when
    /// another source reports something later.
    fileprivate func isOver(by crossing: Crossing) -> Bool {
        due <= crossing.observedAt
            && (crossing.source == departure.source || settles <= crossing.receivedAt)
    }
}

extension DoorStateMachine.Return {
    /// Whether a departure belongs to the same outing, or is itself cancelled by the return.
    fileprivate func covers(_ departure: Timestamp, due: Timestamp) -> Bool {
        let earliest = left.advanced(by: .zero - ReminderStateMachine.sameCrossing)
        return departure < back && (back < due || earliest <= departure)
    }
}

extension DoorStateMachine.Finding {
    fileprivate init(_ crossing: Crossing, _ verdict: DoorStateMachine.Verdict) {
        self.crossing = crossing
        self.verdict = verdict
    }
}
