public import Essentials

/// An entry of a person's recorded log; entries are in order when sorted.
public enum AttendanceEvent: Hashable, Comparable, Sendable {
    /// A report of a crossing.
    case crossing(Crossing)
    /// A punch.
    case punch(Punch)

    /// When it was known; a replay takes the entries in this order.
    public var knownAt: Timestamp {
        switch self {
        case .crossing(let crossing): crossing.receivedAt
        case .punch(let punch): punch.time
        }
    }

    /// Orders entries by the time at which they were known.
    ///
    /// Entries of one time have a fixed order too, so that a log has one order whatever the order of its rows is.
    public static func < (left: Self, right: Self) -> Bool {
        if left.knownAt != right.knownAt { return left.knownAt < right.knownAt }
        switch (left, right) {
        case (.crossing(let one), .crossing(let other)):
            return (one.observedAt, one.source.rawValue, one.entrance.rawValue, one.kind.rawValue)
                < (other.observedAt, other.source.rawValue, other.entrance.rawValue, other.kind.rawValue)
        case (.punch(let one), .punch(let other)): return one.kind == .out && other.kind == .in
        // A punch answers the crossing of the same moment.
        case (.crossing, .punch): return true
        case (.punch, .crossing): return false
        }
    }
}

extension PersonReminders {
    /// Replays an entry of a log: first decides on everything that was due before it.
    ///
    /// - Parameters:
    ///   - event: The entry; none may be known earlier than the one before.
    ///   - dwell: How long a person must stay away for a departure from an entrance to count.
    ///   - policies: The policy of a place, such as that of a rule that is not in force.
    /// - Returns: What is then known.
    /// - Throws: ``CrossingRefusal/inFuture`` for a crossing later than its report.
    public mutating func replay(
        _ event: AttendanceEvent, dwell: (SpotID) -> Duration, _ policies: (Place) -> ReminderPolicy
    ) throws(CrossingRefusal) -> [ReminderFinding] {
        let findings = pass(before: event.knownAt, policies)
        switch event {
        case .crossing(let crossing):
            return findings + (try apply(crossing, dwell: dwell(crossing.entrance), policies))
        case .punch(let punch):
            apply(punch, policies)
            return findings
        }
    }

    /// Decides on everything that is due before a time, in its order.
    public mutating func pass(before time: Timestamp, _ policies: (Place) -> ReminderPolicy)
        -> [ReminderFinding]
    {
        var findings: [ReminderFinding] = []
        while let due = nextDue, due < time { findings += advance(to: due, policies) }
        return findings
    }

    /// Decides on everything that is due if nothing else happens.
    public mutating func pass(_ policies: (Place) -> ReminderPolicy) -> [ReminderFinding] {
        var findings: [ReminderFinding] = []
        while let due = nextDue { findings += advance(to: due, policies) }
        return findings
    }
}

/// Collects what a replay finds: the last decision for each crossing and time.
public struct ReplayedDecisions: Sendable {
    /// A decision of a replay.
    public struct Decision: Hashable, Sendable {
        /// What led to it.
        public let cause: ReminderCause
        /// The decision.
        public let reason: ReminderReason
        /// When it would have reminded; `nil` when it would not.
        public let shown: Timestamp?
        /// When a departure that is held back would remind.
        public let remindsAt: Timestamp?
    }

    private var places: [ReminderCause: Int] = [:]
    private var known: [Decision?] = []

    /// Makes an empty collection.
    public init() {}

    /// The decisions, in the order in which their causes became known.
    public var decisions: [Decision] { known.compactMap(\.self) }

    /// Notes what a replay has found.
    public mutating func note(_ findings: [ReminderFinding]) {
        for finding in findings { note(finding) }
    }

    private mutating func note(_ finding: ReminderFinding) {
        let cause = finding.cause
        switch finding.result {
        case .sameCrossing: return
        case .merged: put(nil, for: cause)
        case .waits: put(Decision(cause: cause, reason: .waiting, shown: nil, remindsAt: nil), for: cause)
        case .cameBack:
            // The decision on the departure tells of the return too.
            guard cause.proposal == .out else { return }
            put(Decision(cause: cause, reason: .cameBack, shown: nil, remindsAt: nil), for: cause)
        case .held(let hold):
            put(Decision(cause: cause, reason: hold.reason, shown: nil, remindsAt: hold.until), for: cause)
        case .decided(let reason, let shown):
            put(Decision(cause: cause, reason: reason, shown: shown, remindsAt: nil), for: cause)
        }
    }

    private mutating func put(_ decision: Decision?, for cause: ReminderCause) {
        if let place = places[cause] {
            known[place] = decision
        } else if let decision {
            places[cause] = known.count
            known.append(decision)
        }
    }
}
