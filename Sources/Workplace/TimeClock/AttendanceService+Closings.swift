import Attendance
public import Essentials

extension AttendanceService {
    /// The roles that close and reopen months of their places.
    private static let closingRoles: [Role] = [.approver, .hr]

    /// Closes a month of a place: from then on what counts now counts for good.
    ///
    /// - Parameters:
    ///   - month: The month, which must be over.
    ///   - site: The place.
    ///   - acceptsMissing: Whether days may lack a punch; they count what is known of them.
    ///   - person: Who closes it.
    /// - Returns: The closed month.
    /// - Throws: ``ClosingRefusal``, ``WorkplaceRefusal/unknownSite(_:)``, `StoreError.contended` when the campus changes meanwhile, or the
    ///   store's own error.
    public func close(
        _ month: CalendarMonth, at site: SiteID, acceptingMissing acceptsMissing: Bool, by person: Person
    ) async throws -> AttendanceClosing {
        // Before the campus, which may be replaced in between.
        let revision = campuses.revision
        let campus = try campuses.inForce()
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let id = AttendanceClosingID(at: time, using: &generator)
        guard let place = campus.site(site), person.seesAttendance(at: site) else {
            throw WorkplaceRefusal.unknownSite(site)
        }
        return try await store.write { transaction in
            // Another node may have put other hours or rules in force, by which the kept days would be wrong.
            guard try transaction.campusRevisionNumber() == revision else { throw StoreError.contended }
            guard try transaction.closings(of: month)[site] == nil else { throw ClosingRefusal.closed }
            let months = try campus.people.map {
                try AttendanceMonth(of: $0.id, month, at: time, on: campus, in: transaction)
            }.filter { $0.site == site }
            let period = AttendancePeriod(place, month, months, nil, at: time)
            guard period.isOver else { throw ClosingRefusal.notOver }
            guard period.waiting == 0, period.running == 0 else {
                throw ClosingRefusal.notReady(waiting: period.waiting, running: period.running)
            }
            guard period.missing == 0 || acceptsMissing else { throw ClosingRefusal.missing(period.missing) }
            // Somebody who came from elsewhere may have been closed there.
            let kept = months.filter { $0.closing == nil && !$0.isEmpty }
            try transaction.insert(
                ClosingEntry(
                    id: id, act: .close, site: site, month: month, time: time, actor: person.id, reason: ""),
                keeping: kept)
            return AttendanceClosing(
                id: id, site: site, month: month, closedBy: person.id, closedAt: time)
        }
    }

    /// Asks to reopen a closed month; somebody else has to agree.
    ///
    /// - Throws: ``ClosingRefusal/unknown``, ``ClosingRefusal/asked``, or the store's own error.
    public func askToReopen(
        _ id: AttendanceClosingID, reason: String, by person: Person
    ) async throws -> AttendanceClosing {
        try await change(id, .ask, reason: reason, by: person) { closing in
            guard closing.request == nil else { throw ClosingRefusal.asked }
        }
    }

    /// Agrees that a closed month is reopened, for which somebody else asked.
    ///
    /// - Throws: ``ClosingRefusal``, or the store's own error.
    public func reopen(_ id: AttendanceClosingID, by person: Person) async throws -> AttendanceClosing {
        try await change(id, .reopen, by: person) { closing in
            guard let request = closing.request else { throw ClosingRefusal.notAsked }
            guard request.person != person.id,
                person.holds(Self.closingRoles, atSite: closing.site, independentlyOf: request.person)
            else { throw ClosingRefusal.own }
        }
    }

    /// Leaves a month closed for which somebody asked: the person takes it back, or another one refuses.
    ///
    /// - Throws: ``ClosingRefusal/unknown``, ``ClosingRefusal/notAsked``, or the store's own error.
    public func keepClosed(_ id: AttendanceClosingID, by person: Person) async throws -> AttendanceClosing {
        try await change(id, .keep, by: person) { closing in
            guard closing.request != nil else { throw ClosingRefusal.notAsked }
        }
    }

    private func change(
        _ id: AttendanceClosingID, _ act: AttendanceClosing.Act, reason: String = "", by person: Person,
        check: @escaping @Sendable (AttendanceClosing) throws -> Void
    ) async throws -> AttendanceClosing {
        let time = now()
        return try await store.write { transaction in
            guard var closing = try transaction.closing(id), person.seesAttendance(at: closing.site) else {
                throw ClosingRefusal.unknown
            }
            try check(closing)
            try transaction.insert(
                ClosingEntry(
                    id: id, act: act, site: closing.site, month: closing.month, time: time, actor: person.id,
                    reason: reason))
            closing.request =
                act == .ask
                ? AttendanceClosing.Request(person: person.id, time: time, reason: reason) : nil
            return closing
        }
    }
}

extension AttendancePeriod {
    init(
        _ site: Site, _ month: CalendarMonth, _ months: [AttendanceMonth], _ closing: AttendanceClosing?,
        at time: Timestamp
    ) {
        self.site = site.id
        self.month = month
        self.closing = closing
        isOver = site.dayStarts.start(of: month.end, in: site.zone) <= time
        missing = months.reduce(0) { $0 + $1.count(.missingPunch) }
        waiting = months.reduce(0) { $0 + $1.count(.waiting) }
        running = months.count { $0.days.contains { $0.running != nil } }
    }
}
