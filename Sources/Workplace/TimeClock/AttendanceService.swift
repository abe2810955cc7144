public import Attendance
public import Essentials

/// The result of a report of a crossing.
public enum CrossingOutcome: Hashable, Sendable {
    /// It was decided on; the decision's reason tells whether the person is reminded.
    case decided(ReminderDecision)
    /// It is a departure that counts at a time if no return is reported until then.
    case waits(until: Timestamp)
    /// The person returned in time, so neither the departure nor the return counts.
    case cameBack
    /// It is another report of a known crossing.
    case sameCrossing
    /// The person does not want to be reminded, so nothing was kept.
    case remindersOff
}

/// Records punches, and reminds of them at the door.
///
/// A crossing never makes, changes or closes a punch: it can at most remind. Nothing is kept of the crossings of
/// somebody who has not asked to be reminded.
public struct AttendanceService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp
    private let remindersEnded: @Sendable (PersonID) async throws -> Void
    private let crossingStored: @Sendable () -> Void

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where punches and decisions are kept.
    ///   - campuses: The sites, entrances and people.
    ///   - remindersEnded: Called when a person has turned reminders off, so that nothing is held for them any more.
    ///   - crossingStored: Called when a crossing was stored, as a departure may be due later.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry,
        remindersEnded: @escaping @Sendable (PersonID) async throws -> Void,
        crossingStored: @escaping @Sendable () -> Void = {},
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.remindersEnded = remindersEnded
        self.crossingStored = crossingStored
        self.now = now
    }

    // MARK: - Reminders

    /// Takes a report that a person crossed an entrance, and reminds them of the punch if it is time to and they can
    /// make it.
    ///
    /// - Parameters:
    ///   - crossing: The report.
    ///   - person: Who crossed.
    /// - Returns: What came of it.
    /// - Throws: ``WorkplaceRefusal/noCampus``, ``WorkplaceRefusal/unknownPrincipal``,
    ///   ``WorkplaceRefusal/unknownEntrance(_:)``, `CrossingRefusal`, or the store's own error; nothing has
    ///   changed then.
    public func crossed(_ crossing: Crossing, by person: PersonID) async throws -> CrossingOutcome {
        let campus = try campuses.inForce()
        guard campus.person(person) != nil else { throw WorkplaceRefusal.unknownPrincipal }
        guard campus.entrance(crossing.entrance) != nil else {
            throw WorkplaceRefusal.unknownEntrance(crossing.entrance)
        }
        let outcome = try await store.write {
            try Self.decide(on: crossing, by: person, on: campus, in: $0)
        }
        crossingStored()
        return outcome
    }

    /// Decides on the crossings that presence finds.
    ///
    /// - Parameters:
    ///   - campuses: The sites of the entrances.
    ///   - stored: Called after crossings were stored.
    /// - Returns: The handler for presence.
    public static func crossingHandler(
        of campuses: CampusRegistry, stored: @escaping @Sendable () -> Void
    ) -> CrossingHandler {
        CrossingHandler(
            decide: { crossing, person, transaction in
                _ = try decide(on: crossing, by: person, on: try campuses.inForce(), in: transaction)
            }, stored: stored)
    }

    /// Decides on a crossing in a transaction that also stores something else.
    ///
    /// - Throws: `CrossingRefusal`, or the store's own error.
    private static func decide(
        on crossing: Crossing, by person: PersonID, on campus: Campus, in transaction: WriteTransaction
    ) throws -> CrossingOutcome {
        guard let setting = try transaction.reminderSetting(of: person), setting.isOn else {
            // Refused or not, nothing is kept.
            var door = DoorStateMachine()
            _ = try door.apply(crossing)
            return .remindersOff
        }
        var door = try transaction.door(of: person)
        let dwell = campus.entrance(crossing.entrance)?.site.exitDwell ?? DoorStateMachine.standardDwell
        let policies = ReminderPolicies(campus: campus, wishes: setting.wishes)
        let findings = try door.apply(crossing, dwell: dwell, window: policies.window)
        try transaction.set(door.reminders, of: person)
        let outcomes = try findings.map {
            try store($0, of: person, by: policies, at: crossing.receivedAt, in: transaction)
        }
        return outcomes.last ?? .sameCrossing
    }

    /// Lets a person's departures count that have waited long enough, and decides on one that was held back.
    ///
    /// - Throws: The store's own error.
    static func settleDepartures(
        of person: PersonID, at time: Timestamp, on campus: Campus, in transaction: WriteTransaction
    ) throws {
        let wishes = try transaction.reminderSetting(of: person)?.wishes ?? ReminderWishes()
        let policies = ReminderPolicies(campus: campus, wishes: wishes)
        if let held = try transaction.heldDeparture(of: person), let due = held.remindsAt, due <= time {
            let reason = policies.policy(at: held.crossing).reason(
                afterHolding: held.crossing, last: try transaction.lastPunch(of: person),
                shown: try transaction.shownReminders(of: person))
            try store(
                reason, of: held.crossing, as: held.id, shown: due, by: person, at: time, in: transaction)
        }
        var door = try transaction.door(of: person)
        let findings = door.settle(at: time, window: policies.window)
        try transaction.set(door.reminders, of: person)
        for finding in findings {
            _ = try store(finding, of: person, by: policies, at: time, in: transaction)
        }
    }

    /// Stores what is now known about a crossing, and reminds the person if it is time to.
    private static func store(
        _ finding: DoorStateMachine.Finding, of person: PersonID, by policies: ReminderPolicies,
        at time: Timestamp, in transaction: WriteTransaction
    ) throws -> CrossingOutcome {
        let crossing = finding.crossing
        let known = try transaction.waitingDeparture(crossing, of: person)
        var generator = SystemRandomNumberGenerator()
        let id = known ?? ReminderID(at: time, using: &generator)
        switch finding.verdict {
        case .waits(let due, let settles):
            let waiting = DoorStateMachine.Waiting(crossing, due: due, settles: settles)
            let decision = ReminderDecision(id: id, crossing: crossing, reason: .waiting)
            try transaction.store(decision, waiting: waiting, of: person)
            return .waits(until: settles)
        case .cameBack(let back):
            // The decision on the departure tells the person about both.
            if crossing.kind == .exited {
                let decision = ReminderDecision(id: id, crossing: crossing, reason: .cameBack)
                try transaction.store(decision, back: back, of: person)
            }
            return .cameBack
        case .sameCrossing: return .sameCrossing
        case .merged:
            if let known { try transaction.removeDecision(known) }
            return .sameCrossing
        case .decided(let known):
            try endHold(before: crossing, of: person, in: transaction)
            let verdict = policies.policy(at: crossing).verdict(
                on: crossing, known, after: try transaction.lastPunch(of: person),
                shown: try transaction.shownReminders(of: person), at: time)
            switch verdict {
            case .decided(let reason):
                return .decided(
                    try store(
                        reason, of: crossing, as: id, shown: crossing.observedAt, by: person, at: time,
                        in: transaction))
            case .held(let hold):
                let decision = ReminderDecision(
                    id: id, crossing: crossing, reason: hold.reason, remindsAt: hold.until)
                try transaction.store(decision, of: person)
                return .decided(decision)
            }
        }
    }

    /// Stores a decision that stands, and tells the person if it reminds.
    @discardableResult
    private static func store(
        _ reason: ReminderReason, of crossing: Crossing, as id: ReminderID, shown: Timestamp,
        by person: PersonID,
        at time: Timestamp, in transaction: WriteTransaction
    ) throws -> ReminderDecision {
        let decision = ReminderDecision(id: id, crossing: crossing, reason: reason)
        try transaction.store(decision, shown: reason.reminds ? shown : nil, of: person)
        if reason.reminds {
            try transaction.announce(decision, to: person, at: time)
        } else if reason == .nothingToPunch, crossing.kind != .exited,
            try isAskedToClockOut(person, in: transaction)
        {
            // Back at work: the question need not be answered.
            try transaction.announceNoReminder(to: person, at: time)
        }
        return decision
    }

    /// Whether the last reminder asked a person to clock out, and no punch has answered it.
    private static func isAskedToClockOut(_ person: PersonID, in reading: ReadTransaction) throws -> Bool {
        guard let last = try reading.shownReminders(of: person).max(by: { $0.time < $1.time }) else {
            return false
        }
        let punched = try reading.lastPunch(of: person)?.time
        return last.kind == .out && punched.map { $0 < last.time } ?? true
    }

    /// A person whose departure is held back has come back, when a later crossing counts.
    private static func endHold(
        before crossing: Crossing, of person: PersonID, in transaction: WriteTransaction
    ) throws {
        guard let held = try transaction.heldDeparture(of: person),
            held.crossing.observedAt <= crossing.observedAt
        else { return }
        let decision = ReminderDecision(id: held.id, crossing: held.crossing, reason: .cameBack)
        try transaction.store(decision, of: person)
    }

    /// Turns a person's reminders on or off.
    ///
    /// Turned off, a reminder that waits is withdrawn, and crossings are no longer kept.
    ///
    /// - Parameters:
    ///   - person: Whose reminders.
    ///   - isOn: Whether they want them.
    /// - Returns: The setting; it stands as it was when nothing has changed.
    /// - Throws: The store's own error.
    @discardableResult
    public func setReminders(of person: PersonID, on isOn: Bool) async throws -> ReminderSetting {
        let time = now()
        let setting = try await store.write { transaction in
            let known = try transaction.reminderSetting(of: person)
            if let known, known.isOn == isOn { return known }
            let new = ReminderSetting(
                isOn: isOn, since: try isOn ? time : transaction.timeOfWithdrawal(at: time),
                wishes: known?.wishes ?? ReminderWishes())
            try transaction.set(new, of: person)
            if !isOn {
                try transaction.set(ReminderStateMachine(), of: person)
                try transaction.forgetOutings(of: person)
            }
            try transaction.announce(remindersAreOn: isOn, to: person, at: new.since)
            return new
        }
        // Also when they were off already: the first time may have failed in between.
        if !isOn { try await remindersEnded(person) }
        return setting
    }

    /// Sets when a person works, and how soon reminders may follow each other.
    ///
    /// - Returns: The setting.
    /// - Throws: The store's own error.
    public func setWishes(_ wishes: ReminderWishes, of person: PersonID) async throws -> ReminderSetting {
        let time = now()
        return try await store.write { transaction in
            let known = try transaction.reminderSetting(of: person)
            if let known, known.wishes == wishes { return known }
            let new = ReminderSetting(isOn: known?.isOn ?? false, since: known?.since ?? time, wishes: wishes)
            try transaction.set(new, of: person)
            try transaction.announce(remindersAreOn: new.isOn, to: person, at: time)
            return new
        }
    }

    // MARK: - Punches

    /// Records a punch.
    ///
    /// The same key with the same request is answered with the punch as it was recorded the first time.
    ///
    /// - Throws: ``PunchRefused``, ``WorkplaceRefusal/keyReused``, ``WorkplaceRefusal/unknownReminder(_:)``,
    ///   ``WorkplaceRefusal/unknownSite(_:)``, ``WorkplaceRefusal/siteNeeded``, or the store's own error.
    public func punch(_ request: PunchRequest) async throws -> RecordedPunch {
        let campus = try campuses.inForce()
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let id = PunchID(at: time, using: &generator)
        return try await store.write { transaction in
            if let replay = try Self.replay(of: request, in: transaction) { return replay }
            let last = try transaction.lastPunch(of: request.person)
            let site = try Self.site(of: request, after: last, on: campus, in: transaction)
            var machine = PunchStateMachine(after: last)
            do throws(PunchRefusal) {
                try machine.apply(request.kind, at: time)
            } catch {
                throw PunchRefused(reason: error, last: last)
            }
            let punch = Punch(
                id: id, person: request.person, kind: request.kind, time: time,
                deviceTime: request.deviceTime,
                site: site.id, zone: site.zone, reminder: request.reminder)
            try transaction.insert(punch, key: request.key)
            try transaction.announce(punch)
            return RecordedPunch(punch: punch, isReplay: false)
        }
    }

    /// What a person sees of their attendance now.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func today(of person: PersonID) async throws -> Snapshot<AttendanceDay> {
        let campus = try campuses.inForce()
        let time = now()
        return try await store.read { reading in
            Snapshot(
                asOf: try reading.feedBounds().last, time: time,
                content: try AttendanceDay(of: person, at: time, on: campus, in: reading))
        }
    }

    private static func replay(
        of request: PunchRequest, in reading: ReadTransaction
    ) throws -> RecordedPunch? {
        guard let known = try reading.punch(of: request.person, key: request.key.text) else { return nil }
        guard known.key == request.key else { throw WorkplaceRefusal.keyReused }
        return RecordedPunch(punch: known.punch, isReplay: true)
    }

    private static func site(
        of request: PunchRequest, after last: Punch?, on campus: Campus, in reading: ReadTransaction
    ) throws -> Site {
        let reminder = try request.reminder.map { id in
            guard let decision = try reading.reminderDecision(id, of: request.person),
                decision.reason.reminds
            else { throw WorkplaceRefusal.unknownReminder(id) }
            return decision
        }
        if let id = request.site {
            guard let site = campus.site(id) else { throw WorkplaceRefusal.unknownSite(id) }
            return site
        }
        guard let site = AttendanceDay.site(reminder, last, on: campus) else {
            throw WorkplaceRefusal.siteNeeded
        }
        return site
    }
}

/// The policies of one person at the entrances of a campus.
private struct ReminderPolicies: Sendable {
    let campus: Campus
    let wishes: ReminderWishes

    func policy(at crossing: Crossing) -> ReminderPolicy {
        let site = campus.entrance(crossing.entrance)?.site
        return ReminderPolicy(
            campus.organisation.reminders, window: site?.reminderWindow, holidays: site?.holidays ?? [],
            wishes: wishes, zone: site?.zone ?? .utc)
    }

    func window(_ crossing: Crossing) -> Duration { policy(at: crossing).window }
}
