public import Essentials

/// Decides on the crossings and punches of one person, and on the time that passes between them.
///
/// It joins the parts: ``DoorStateMachine`` says which crossings count, and ``ReminderPolicy`` whether they remind. A server, a
/// person's own device and a replay of a recorded day all decide with it, so they decide alike.
///
/// Feed it events in the order in which they become known. When ``nextDue`` has come, call ``advance(to:_:)``.
public struct PersonReminders: Hashable, Sendable {
    /// Where a policy holds.
    public enum Place: Hashable, Sendable {
        /// At an entrance.
        case entrance(SpotID)
        /// At a site where the person is clocked in.
        case site(SiteID)
    }

    /// A departure that is held back.
    public struct Held: Hashable, Sendable {
        /// The departure.
        public let departure: Crossing
        /// When it reminds unless the person comes back.
        public let until: Timestamp

        /// Makes a departure that is held back from its parts.
        public init(_ departure: Crossing, until: Timestamp) {
            self.departure = departure
            self.until = until
        }
    }

    /// How long a reminder is remembered; the longest day of a calendar has 25 hours.
    static let memory: Duration = .seconds(25 * 3_600)

    /// What is known of the crossings.
    public private(set) var door: DoorStateMachine
    /// The departure that is held back.
    public private(set) var held: Held?
    /// The reminders of the last day.
    public private(set) var shown: [ShownReminder]
    /// The last punch.
    public private(set) var last: Punch?
    /// When the person is asked to clock out by the time alone; `nil` when they are not clocked in.
    public private(set) var asksAt: Timestamp?

    /// Makes it from what is known of a person.
    public init(
        door: DoorStateMachine = DoorStateMachine(), held: Held? = nil, shown: [ShownReminder] = [],
        last: Punch? = nil, asksAt: Timestamp? = nil
    ) {
        self.door = door
        self.held = held
        self.shown = shown
        self.last = last
        self.asksAt = asksAt
    }

    /// When something is decided if nothing else happens; `nil` when nothing waits.
    public var nextDue: Timestamp? {
        var due = asksAt
        if let held { due = min(due ?? held.until, held.until) }
        for outing in door.waiting { due = min(due ?? outing.settles, outing.settles) }
        return due
    }

    /// Processes a report of a crossing.
    ///
    /// - Parameters:
    ///   - crossing: The report, with the time at which it arrived.
    ///   - dwell: How long a person must stay away at this site for a departure to count.
    ///   - policies: The policy of a place.
    /// - Returns: What is now known of this crossing, and of departures before it.
    /// - Throws: ``CrossingRefusal/inFuture``; nothing has changed.
    /// - Complexity: O(*n*) for *n* departures that wait and returns of the last day.
    public mutating func apply(
        _ crossing: Crossing, dwell: Duration = DoorStateMachine.standardDwell,
        _ policies: (Place) -> ReminderPolicy
    ) throws(CrossingRefusal) -> [ReminderFinding] {
        let findings = try door.apply(crossing, dwell: dwell) { policies(.entrance($0.entrance)).window }
        return conclude(findings, policies, at: crossing.receivedAt)
    }

    /// Notes a punch, which answers the reminders before it.
    public mutating func apply(_ punch: Punch, _ policies: (Place) -> ReminderPolicy) {
        last = punch
        asksAt = policies(.site(punch.site)).openPunchCheck(after: punch)?.time
    }

    /// Plans again when the person is asked by the time alone, after other rules came into force.
    ///
    /// A time that has passed asks nothing any more.
    public mutating func plan(at time: Timestamp, _ policies: (Place) -> ReminderPolicy) {
        let check = last.flatMap { policies(.site($0.site)).openPunchCheck(after: $0)?.time }
        asksAt = check.flatMap { $0 > time ? $0 : nil }
    }

    /// Decides on what is due by a time.
    ///
    /// - Parameters:
    ///   - time: The present time.
    ///   - policies: The policy of a place.
    /// - Returns: The decisions.
    public mutating func advance(to time: Timestamp, _ policies: (Place) -> ReminderPolicy)
        -> [ReminderFinding]
    {
        var findings: [ReminderFinding] = []
        if let held, held.until <= time {
            self.held = nil
            let reason = policies(.entrance(held.departure.entrance)).reason(
                afterHolding: held.departure, last: last, shown: shown)
            findings.append(decide(.crossing(held.departure), reason, at: held.until))
        }
        let settled = door.settle(at: time) { policies(.entrance($0.entrance)).window }
        findings += conclude(settled, policies, at: time)
        if let asksAt, asksAt <= time, let finding = ask(at: time, policies) { findings.append(finding) }
        return findings
    }

    /// Asks a person who is still clocked in, unless other rules came into force in the meantime.
    ///
    /// A person whom the door has just asked gets half an hour to answer.
    private mutating func ask(at time: Timestamp, _ policies: (Place) -> ReminderPolicy) -> ReminderFinding? {
        asksAt = nil
        guard let last else { return nil }
        let policy = policies(.site(last.site))
        guard let check = policy.openPunchCheck(after: last) else { return nil }
        let begins = max(
            check.time, lastQuestion?.advanced(by: ReminderPolicy.overtimeTolerance) ?? check.time)
        guard begins <= time else {
            asksAt = begins
            return nil
        }
        let reason = policy.reason(for: check, after: last, shown: shown, at: time)
        return decide(.time(time, site: last.site), reason, at: time)
    }

    /// When the door last asked the person to clock out, or may soon.
    private var lastQuestion: Timestamp? {
        let shown = shown.lazy.filter { $0.kind == .out }.map(\.time).max()
        let settles = door.waiting.lazy.map(\.settles).max()
        return [shown, settles, held?.until].compactMap(\.self).max()
    }

    private mutating func conclude(
        _ findings: [DoorStateMachine.Finding], _ policies: (Place) -> ReminderPolicy, at time: Timestamp
    ) -> [ReminderFinding] {
        var concluded: [ReminderFinding] = []
        for finding in findings {
            let crossing = finding.crossing
            let result: ReminderFinding.Result
            switch finding.verdict {
            case .waits(let due, let settles): result = .waits(due: due, settles: settles)
            case .cameBack(let back): result = .cameBack(at: back)
            case .sameCrossing: result = .sameCrossing
            case .merged: result = .merged
            case .decided(let known):
                if let ended = endHold(before: crossing) { concluded.append(ended) }
                concluded.append(decide(crossing, known, policies, at: time))
                continue
            }
            concluded.append(ReminderFinding(.crossing(crossing), result))
        }
        return concluded
    }

    /// A person whose departure is held back has come back, when a later crossing counts.
    private mutating func endHold(before crossing: Crossing) -> ReminderFinding? {
        guard let held, held.departure.observedAt <= crossing.observedAt else { return nil }
        self.held = nil
        return ReminderFinding(.crossing(held.departure), .decided(.cameBack, shown: nil))
    }

    private mutating func decide(
        _ crossing: Crossing, _ known: ReminderReason, _ policies: (Place) -> ReminderPolicy,
        at time: Timestamp
    ) -> ReminderFinding {
        let verdict = policies(.entrance(crossing.entrance)).verdict(
            on: crossing, known, after: last, shown: shown, at: time)
        switch verdict {
        case .decided(let reason): return decide(.crossing(crossing), reason, at: crossing.observedAt)
        case .held(let hold):
            held = Held(crossing, until: hold.until)
            return ReminderFinding(.crossing(crossing), .held(hold))
        }
    }

    private mutating func decide(_ cause: ReminderCause, _ reason: ReminderReason, at time: Timestamp)
        -> ReminderFinding
    {
        guard reason.reminds else { return ReminderFinding(cause, .decided(reason, shown: nil)) }
        let oldest = time.advanced(by: .zero - Self.memory)
        shown.removeAll { $0.time < oldest }
        shown.append(ShownReminder(cause.proposal, at: time))
        return ReminderFinding(cause, .decided(reason, shown: time))
    }
}

/// What ``PersonReminders`` knows anew of a crossing or a time.
public struct ReminderFinding: Hashable, Sendable {
    /// What is known.
    public enum Result: Hashable, Sendable {
        /// It is a departure that does not count yet.
        case waits(due: Timestamp, settles: Timestamp)
        /// The person was back in time: the departure, or the return, does not count.
        case cameBack(at: Timestamp)
        /// It is another report of a known crossing.
        case sameCrossing
        /// It is a departure that waited, and turns out to be another report of one that counted.
        case merged
        /// It is a departure that reminds later, unless the person comes back.
        case held(ReminderHold)
        /// The decision stands; `shown` is when it reminded, and `nil` when it did not.
        case decided(ReminderReason, shown: Timestamp?)
    }

    /// What it is about.
    public let cause: ReminderCause
    /// What is known.
    public let result: Result

    init(_ cause: ReminderCause, _ result: Result) {
        self.cause = cause
        self.result = result
    }
}
