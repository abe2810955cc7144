public import Attendance
public import Essentials

extension AttendanceService {
    /// How many decided corrections a list has at most.
    static let decidedAtMost = 50

    // MARK: - The person

    /// Asks that other times count for a day.
    ///
    /// - Returns: The correction, which waits for an approver, and whether its key had been used before.
    /// - Throws: ``DayCorrectionRefusal``, ``WorkplaceRefusal/keyReused``, ``WorkplaceRefusal/unknownSite(_:)``,
    ///   ``WorkplaceRefusal/siteNeeded``, or the store's own error.
    public func request(
        _ request: DayCorrectionRequest
    ) async throws -> (correction: DayCorrection, isReplay: Bool) {
        let campus = try campuses.inForce()
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let id = DayCorrectionID(at: time, using: &generator)
        return try await store.write { transaction in
            if let earlier = try transaction.dayCorrection(of: request.person, key: request.key.text) {
                guard earlier.key == request.key else { throw WorkplaceRefusal.keyReused }
                guard let known = try transaction.dayCorrection(earlier.id) else {
                    throw DayCorrectionRefusal.unknown
                }
                return (known, true)
            }
            let days = try DaysAround(
                request.date, of: request.person, wanting: request.site, at: time, on: campus, in: transaction
            )
            guard !days.isClosed else { throw DayCorrectionRefusal.closed }
            let marks = try days.check(request.marks, at: time)
            if let waiting = days.waiting { throw DayCorrectionRefusal.waiting(waiting) }
            if marks == days.day.shifts.flatMap(\.marks), days.day.state == .complete,
                request.waivesBreak == days.isBreakWaived
            {
                throw DayCorrectionRefusal.unchanged
            }
            let correction = DayCorrection(
                id: id, person: request.person, date: request.date, site: days.site, zone: days.zone,
                marks: marks, waivesBreak: request.waivesBreak,
                reason: request.reason, requestedAt: time, decision: nil)
            try transaction.insert(
                DayCorrectionEntry(
                    correction, .request, by: request.person, at: time, marks: marks, reason: request.reason),
                key: request.key)
            try transaction.announce(correction, at: time)
            for person in campus.people where person.id != request.person {
                guard let approver = campus.person(person.id, at: time),
                    approver.holds([.approver], atSite: days.site, independentlyOf: request.person)
                else { continue }
                try transaction.notify(
                    approver.id, .correctionAsked, about: .dayCorrection(id, day: correction.date), at: time)
            }
            return (correction, false)
        }
    }

    /// Takes one's own request back; it must still wait.
    ///
    /// - Throws: ``DayCorrectionRefusal/unknown``, ``DayCorrectionRefusal/decided``, or the store's own error.
    public func withdraw(_ id: DayCorrectionID, by person: PersonID) async throws -> DayCorrection {
        let campus = try campuses.inForce()
        let time = now()
        return try await store.write { transaction in
            guard let known = try transaction.dayCorrection(id), known.person == person else {
                throw DayCorrectionRefusal.unknown
            }
            if known.decision?.act == .withdraw { return known }
            guard known.decision == nil else { throw DayCorrectionRefusal.decided }
            return try Self.end(known, .withdraw, by: person, at: time, on: campus, in: transaction)
        }
    }

    // MARK: - The approver

    /// The corrections that an approver decides, and the latest that were decided.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func corrections(
        for approver: Person
    ) async throws -> (waiting: [DayCorrection], decided: [DayCorrection]) {
        try await store.read { reading in
            let isMine = { (correction: DayCorrection) in
                approver.holds([.approver], atSite: correction.site, independentlyOf: correction.person)
            }
            return (
                try reading.waitingDayCorrections().filter(isMine),
                try reading.decidedDayCorrections(limit: Self.decidedAtMost).filter(isMine)
            )
        }
    }

    /// Decides about a correction of somebody else.
    ///
    /// Repeating the same decision of the same person changes nothing.
    ///
    /// - Throws: ``DayCorrectionRefusal``, or the store's own error.
    public func decide(
        _ id: DayCorrectionID, _ verdict: DayCorrectionVerdict, reason: String, by approver: Person
    ) async throws -> DayCorrection {
        let campus = try campuses.inForce()
        let time = now()
        return try await store.write { transaction in
            guard let known = try transaction.dayCorrection(id),
                approver.holds([.approver], atSite: known.site, independentlyOf: known.person)
            else { throw DayCorrectionRefusal.unknown }
            guard known.person != approver.id else { throw DayCorrectionRefusal.own }
            if let decision = known.decision {
                guard decision.act == verdict.act, decision.actor == approver.id, decision.reason == reason
                else {
                    throw DayCorrectionRefusal.decided
                }
                return known
            }
            // Also what was right when it was asked for: another day may have taken the hours since.
            let days = try DaysAround(
                known.date, of: known.person, wanting: known.site, at: time, on: campus, in: transaction)
            guard !days.isClosed else { throw DayCorrectionRefusal.closed }
            let marks: [WorkMark]? =
                switch verdict {
                case .accept:
                    try days.check(known.marks.map { ProposedMark($0.kind, at: .instant($0.time)) }, at: time)
                case .change(let proposed): try days.check(proposed, at: time)
                case .reject: nil
                }
            return try Self.end(
                known, verdict.act, by: approver.id, marks: marks, reason: reason, at: time, on: campus,
                in: transaction)
        }
    }

    /// Appends what ends a request, and tells everybody whom it concerns.
    private static func end(
        _ correction: DayCorrection, _ act: DayCorrection.Act, by actor: PersonID, marks: [WorkMark]? = nil,
        reason: String = "", at time: Timestamp, on campus: Campus, in transaction: WriteTransaction
    ) throws -> DayCorrection {
        try transaction.insert(
            DayCorrectionEntry(correction, act, by: actor, at: time, marks: marks, reason: reason))
        var ended = correction
        ended.decision = DayCorrection.Decision(
            act: act, actor: actor, time: time, reason: reason, marks: marks)
        try transaction.announce(ended, at: time)
        // Nobody else needs to decide it.
        let subject = NoticeSubject.dayCorrection(correction.id, day: correction.date)
        for approver in campus.people where approver.id != correction.person {
            try transaction.withdraw(subject.tag, from: approver.id, at: time)
        }
        if actor != correction.person {
            try transaction.notify(correction.person, .correctionDecided, about: subject, at: time)
        }
        return ended
    }

    // MARK: - Months of others

    /// The people whose months somebody may see, with a month of each, and how their places stand.
    ///
    /// - Parameters:
    ///   - month: The month; `nil` for the present one at each person's place.
    ///   - viewer: Who looks.
    /// - Returns: The months and the places.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func team(_ month: CalendarMonth?, for viewer: Person) async throws -> Snapshot<AttendanceTeam> {
        let campus = try campuses.inForce()
        let time = now()
        return try await store.read { reading in
            // A month is read of those alone whom the viewer sees.
            let months = try campus.peopleByName.compactMap { person -> AttendanceMonth? in
                let place = try AttendanceMonth.place(of: person.id, on: campus, in: reading)
                guard viewer.seesAttendance(at: place.site) else { return nil }
                return try AttendanceMonth(
                    of: person.id, month, at: time, on: campus, in: reading, from: place)
            }
            let bySite = Dictionary(grouping: months.filter { !$0.isEmpty }, by: \.site)
            let periods = try campus.sites.filter { viewer.seesAttendance(at: $0.id) }
                .compactMap { site -> AttendancePeriod? in
                    let month =
                        month
                        ?? CalendarMonth(
                            of: WorkDay.date(at: time, in: site.zone, starting: site.dayStarts))
                    let closing = try reading.closings(of: month)[site.id]
                    guard let months = bySite[site.id] ?? closing.map({ _ in [] }) else { return nil }
                    return AttendancePeriod(site, month, months, closing, at: time)
                }
            return Snapshot(
                asOf: try reading.feedBounds().last, time: time,
                content: AttendanceTeam(months: months.filter { $0.person != viewer.id }, periods: periods))
        }
    }

    /// A month of somebody else.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownPerson(_:)`` also for a person at a place that the viewer does not see, and the
    ///   store's own error.
    public func month(
        _ month: CalendarMonth?, of person: PersonID, for viewer: Person
    ) async throws -> Snapshot<AttendanceMonth> {
        guard try campuses.inForce().person(person) != nil else {
            throw WorkplaceRefusal.unknownPerson(person)
        }
        let found = try await self.month(month, of: person)
        guard viewer.seesAttendance(at: found.content.site) else {
            throw WorkplaceRefusal.unknownPerson(person)
        }
        return found
    }
}

extension Person {
    /// Whether the person sees the attendance of others at a place.
    ///
    /// Of people without a place nothing is recorded yet.
    func seesAttendance(at site: SiteID?) -> Bool {
        [.approver, .hr].contains { role in site.map { holds(role, atSite: $0) } ?? roles.contains(role) }
    }
}

extension DayCorrectionVerdict {
    fileprivate var act: DayCorrection.Act {
        switch self {
        case .accept: .accept
        case .change: .change
        case .reject: .reject
        }
    }
}

extension DayCorrectionEntry {
    init(
        _ correction: DayCorrection, _ act: DayCorrection.Act, by actor: PersonID, at time: Timestamp,
        marks: [WorkMark]?, reason: String
    ) {
        self.init(
            id: correction.id, act: act, person: correction.person, date: correction.date, time: time,
            actor: actor, site: correction.site, zone: correction.zone, marks: marks,
            waivesBreak: act == .request && correction.waivesBreak, reason: reason)
    }
}

/// A day with the days around it, by which proposed times are checked.
private struct DaysAround {
    let day: WorkDay
    let site: SiteID
    let zone: Zone
    /// The request for the day that waits.
    let waiting: DayCorrectionID?
    /// Whether the month of the day is closed.
    let isClosed: Bool
    /// Whether somebody decided that no break of the day is deducted.
    let isBreakWaived: Bool
    private let neighbours: [WorkDay]

    init(
        _ date: CalendarDate, of person: PersonID, wanting wanted: SiteID?, at now: Timestamp,
        on campus: Campus,
        in reading: ReadTransaction
    ) throws {
        let dates = date.advanced(byDays: -1)..<date.advanced(byDays: 2)
        let place = try AttendanceMonth.place(of: person, on: campus, in: reading)
        let corrections = try reading.dayCorrections(of: person, dates)
        let days = try AttendanceMonth.days(
            dates, of: person, corrections, from: place, at: now, on: campus, in: reading)
        day = days[1]
        neighbours = [days[0], days[2]]
        isBreakWaived = AttendanceMonth.waived(corrections).contains(date)
        waiting = corrections.first { $0.date == date && $0.decision == nil }?.id
        let first = (day.shifts.first ?? day.punched.first)?.marks.first
        let month = CalendarMonth(of: date)
        let belongs = place.site ?? first?.site ?? wanted
        isClosed =
            try reading.closedDays(of: person, month) != nil
            || belongs.flatMap { try reading.closings(of: month)[$0] } != nil
        if let wanted, wanted != first?.site {
            guard let site = campus.site(wanted) else { throw WorkplaceRefusal.unknownSite(wanted) }
            (self.site, zone) = (wanted, site.zone)
        } else if let first {
            (site, zone) = (first.site, first.zone)
        } else if let site = place.site {
            (self.site, zone) = (site, place.zone)
        } else {
            throw WorkplaceRefusal.siteNeeded
        }
    }

    func check(_ proposed: [ProposedMark], at now: Timestamp) throws -> [WorkMark] {
        guard day.start <= now else { throw DayCorrectionRefusal.future }
        guard day.running == nil else { throw DayCorrectionRefusal.running }
        do throws(ProposalRefusal) {
            return try day.marks(from: proposed, at: site, in: zone, neighbours: neighbours, now: now)
        } catch {
            throw DayCorrectionRefusal.times(error)
        }
    }
}
