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

/// Records punches, and reminds of them at the door, and of a forgotten one by the time alone.
///
/// A crossing never makes, changes or closes a punch, unless its place records by itself: it can at most remind. Nothing is kept of
/// the crossings of somebody who has not asked to be reminded.
public struct AttendanceService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp
    private let remindersEnded: @Sendable (PersonID) async throws -> Void
    private let timesStored: @Sendable () -> Void

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where punches and decisions are kept.
    ///   - campuses: The sites, entrances and people.
    ///   - remindersEnded: Called when a person has turned reminders off, so that nothing is held for them any more.
    ///   - timesStored: Called when a crossing, a punch or a setting was stored, as a reminder may be due later.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry,
        remindersEnded: @escaping @Sendable (PersonID) async throws -> Void,
        timesStored: @escaping @Sendable () -> Void = {},
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.remindersEnded = remindersEnded
        self.timesStored = timesStored
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
        timesStored()
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
        var reminders = try transaction.reminders(of: person)
        let policies = ReminderPolicies(
            campus: campus, wishes: setting.wishes, recording: (person, crossing.receivedAt))
        let findings = try reminders.apply(
            crossing, dwell: policies.dwell(at: crossing.entrance), policies.policy)
        try transaction.set(reminders.door.reminders, of: person)
        let outcomes = try findings.map {
            try store($0, of: person, at: crossing.receivedAt, on: campus, in: transaction)
        }
        return outcomes.last ?? .sameCrossing
    }

    /// Decides on what is due of a person: departures that have waited long enough or were held back, and an open punch.
    ///
    /// - Throws: The store's own error.
    static func settle(
        _ person: PersonID, at time: Timestamp, on campus: Campus, in transaction: WriteTransaction
    ) throws {
        let wishes = try transaction.reminderSetting(of: person)?.wishes ?? ReminderWishes()
        let policies = ReminderPolicies(campus: campus, wishes: wishes, recording: (person, time))
        try settleExit(of: person, at: time, on: campus, in: transaction)
        var reminders = try transaction.reminders(of: person)
        let findings = reminders.advance(to: time, policies.policy)
        try transaction.set(reminders.door.reminders, of: person)
        try transaction.set(asksAt: reminders.asksAt, of: person)
        for finding in findings { _ = try store(finding, of: person, at: time, on: campus, in: transaction) }
    }

    /// Stores what is now known of a crossing or a time, and reminds the person if it is time to.
    private static func store(
        _ finding: ReminderFinding, of person: PersonID, at time: Timestamp, on campus: Campus,
        in transaction: WriteTransaction
    ) throws -> CrossingOutcome {
        let cause = finding.cause
        let known = try cause.crossing.flatMap { try transaction.undecidedDeparture($0, of: person) }
        var generator = SystemRandomNumberGenerator()
        let id = known ?? ReminderID(at: time, using: &generator)
        switch finding.result {
        case .waits(let due, let settles):
            let decision = ReminderDecision(id: id, cause: cause, reason: .waiting)
            try transaction.store(decision, waiting: (due, settles), of: person)
            return .waits(until: settles)
        case .cameBack(let back):
            if let crossing = cause.crossing {
                try cancelExit(of: person, by: crossing, at: time, on: campus, in: transaction)
            }
            // The decision on the departure tells the person about both.
            if cause.proposal == .out {
                let decision = ReminderDecision(id: id, cause: cause, reason: .cameBack)
                try transaction.store(decision, back: back, of: person)
            }
            return .cameBack
        case .sameCrossing: return .sameCrossing
        case .merged:
            if let known { try transaction.removeDecision(known) }
            return .sameCrossing
        case .held(let hold):
            let decision = ReminderDecision(
                id: id, cause: cause, reason: hold.reason, remindsAt: hold.until)
            try transaction.store(decision, of: person)
            return .decided(decision)
        case .decided(let reason, let shown):
            let decision = ReminderDecision(id: id, cause: cause, reason: reason)
            try transaction.store(decision, shown: shown, of: person)
            try record(decision, of: person, at: time, on: campus, in: transaction)
            if shown != nil {
                try transaction.announce(decision, to: person, at: time)
            } else if reason == .nothingToPunch, cause.proposal == .in,
                try isAskedToClockOut(person, in: transaction)
            {
                // Back at work: the question need not be answered.
                try transaction.announceNoReminder(to: person, at: time)
            }
            return .decided(decision)
        }
    }

    /// Whether the last reminder asked a person to clock out, and no punch has answered it.
    private static func isAskedToClockOut(_ person: PersonID, in reading: ReadTransaction) throws -> Bool {
        guard let last = try reading.shownReminders(of: person).max(by: { $0.time < $1.time }) else {
            return false
        }
        let punched = try reading.lastPunch(of: person)?.time
        return last.kind == .out && punched.map { $0 < last.time } ?? true
    }

    /// Plans again when a person is asked by the time alone, after their setting was changed.
    static func plan(
        _ setting: ReminderSetting, of person: PersonID, at time: Timestamp, on campus: Campus,
        in transaction: WriteTransaction
    ) throws {
        guard setting.isOn else { return try transaction.set(asksAt: nil, of: person) }
        var reminders = PersonReminders(last: try transaction.lastPunch(of: person))
        reminders.plan(at: time, ReminderPolicies(campus: campus, wishes: setting.wishes).policy)
        try transaction.set(asksAt: reminders.asksAt, of: person)
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
        let campus = try campuses.inForce()
        let time = now()
        let setting = try await store.write { transaction in
            let known = try transaction.reminderSetting(of: person)
            if let known, known.isOn == isOn { return known }
            let new = ReminderSetting(
                isOn: isOn, since: try isOn ? time : transaction.timeOfWithdrawal(at: time),
                wishes: known?.wishes ?? ReminderWishes())
            try transaction.set(new, of: person)
            try Self.plan(new, of: person, at: time, on: campus, in: transaction)
            if isOn {
                try transaction.tellAnnounced(.reminders, to: person, at: time)
            } else {
                try transaction.set(ReminderStateMachine(), of: person)
                try transaction.forgetOutings(of: person)
            }
            try transaction.announce(remindersAreOn: isOn, to: person, at: new.since)
            return new
        }
        timesStored()
        // Also when they were off already: the first time may have failed in between.
        if !isOn { try await remindersEnded(person) }
        return setting
    }

    /// Sets when a person works, and how soon reminders may follow each other.
    ///
    /// - Returns: The setting.
    /// - Throws: The store's own error.
    public func setWishes(_ wishes: ReminderWishes, of person: PersonID) async throws -> ReminderSetting {
        let campus = try campuses.inForce()
        let time = now()
        let setting = try await store.write { transaction in
            let known = try transaction.reminderSetting(of: person)
            if let known, known.wishes == wishes { return known }
            let new = ReminderSetting(isOn: known?.isOn ?? false, since: known?.since ?? time, wishes: wishes)
            try transaction.set(new, of: person)
            try Self.plan(new, of: person, at: time, on: campus, in: transaction)
            try transaction.announce(remindersAreOn: new.isOn, to: person, at: time)
            return new
        }
        timesStored()
        return setting
    }

    // MARK: - Punches

    /// Records a punch.
    ///
    /// The same key with the same request is answered with the punch as it was recorded the first time.
    ///
    /// - Throws: ``PunchRefused``, ``OfflinePunchRefusal``, ``DoorCodeRefusal``, ``WorkplaceRefusal/keyReused``, ``WorkplaceRefusal/unknownReminder(_:)``,
    ///   ``WorkplaceRefusal/unknownSite(_:)``, ``WorkplaceRefusal/siteNeeded``, or the store's own error.
    public func punch(_ request: PunchRequest) async throws -> RecordedPunch {
        let campus = try campuses.inForce()
        let received = now()
        let age = try request.age
        let time = received.advanced(by: .zero - (age ?? .zero))
        var generator = SystemRandomNumberGenerator()
        let id = PunchID(at: received, using: &generator)
        let recorded = try await store.write { transaction in
            if let replay = try Self.replay(of: request, in: transaction) { return replay }
            let last = try transaction.lastPunch(of: request.person)
            if age != nil { try transaction.check(request, at: time, after: last, on: campus) }
            let scanned = try request.scan.map { try transaction.doorScan($0, at: time, on: campus) }
            let entrance = try request.badgeAt.map { spot in
                guard let (site, _) = campus.entrance(spot) else { throw DoorCodeRefusal.unknown }
                return site
            }
            let site = try Self.site(
                of: request, scanned: scanned?.site ?? entrance, after: last, on: campus, in: transaction)
            var machine = PunchStateMachine(after: last)
            do throws(PunchRefusal) {
                try machine.apply(
                    request.kind, startsBreak: request.startsBreak,
                    forgotOut: request.forgotOut && Self.mayHaveForgotten(last, at: time, on: campus),
                    at: time)
            } catch {
                throw PunchRefused(reason: error, last: last)
            }
            let punch = Punch(
                id: id, person: request.person, kind: request.kind, time: time,
                deviceTime: request.deviceTime,
                site: site.id, zone: site.zone, reminder: request.reminder,
                source: request.badgeAt.map { .badge($0) }
                    ?? scanned.map { .doorCode($0.scan.entrance) }
                    ?? (age != nil ? .offline : request.isFromProgram ? .program : .person),
                startsBreak: request.startsBreak)
            try transaction.insert(punch, key: request.key)
            if age != nil, let offline = request.offline {
                try transaction.insert(offline, of: punch, receivedAt: received)
            }
            // The person has said it better than the door.
            try transaction.removeProvisionalExit(of: request.person)
            try transaction.announce(punch)
            if let setting = try transaction.reminderSetting(of: request.person) {
                try Self.plan(setting, of: request.person, at: received, on: campus, in: transaction)
            }
            return RecordedPunch(punch: punch, isReplay: false)
        }
        timesStored()
        return recorded
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

    /// Whether a clock-out after a punch may have been forgotten: the punch is of an earlier day, or very long ago.
    static func mayHaveForgotten(_ last: Punch?, at now: Timestamp, on campus: Campus) -> Bool {
        guard let last else { return false }
        let starts = campus.dayStarts(at: last.site)
        return last.time.duration(to: now) > WorkShift.long
            || WorkDay.date(at: last.time, in: last.zone, starting: starts)
                < WorkDay.date(at: now, in: last.zone, starting: starts)
    }

    private static func replay(
        of request: PunchRequest, in reading: ReadTransaction
    ) throws -> RecordedPunch? {
        guard let known = try reading.punch(of: request.person, key: request.key.text) else { return nil }
        guard known.key == request.key else { throw WorkplaceRefusal.keyReused }
        return RecordedPunch(punch: known.punch, isReplay: true)
    }

    private static func site(
        of request: PunchRequest, scanned: Site?, after last: Punch?, on campus: Campus,
        in reading: ReadTransaction
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
        guard let site = scanned ?? AttendanceDay.site(reminder, last, on: campus) else {
            throw WorkplaceRefusal.siteNeeded
        }
        return site
    }
}
