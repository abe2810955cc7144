public import Attendance
public import Essentials

/// What counts of a person's work in a month, day by day.
public struct AttendanceMonth: Sendable {
    /// Whose.
    public let person: PersonID
    /// The month.
    public let month: CalendarMonth
    /// The zone of the person's place.
    public let zone: Zone
    /// The person's place; `nil` when it is unknown.
    public let site: SiteID?
    /// When days begin there.
    public let dayStarts: DayStarts
    /// Every day of the month, in order.
    public let days: [WorkDay]
    /// That the month is closed; `nil` while what counts may still change.
    public let closing: AttendanceClosing?
    /// What the rules of the person's place make of the month; `nil` where it has none.
    public let totals: RuledTotals?
    /// How the punches of the month were made: words of `PunchSource`, and `reminder` for punches that a reminder prompted.
    public let sources: [PunchID: String]
    /// What was asked and decided about the days, in the order of the requests.
    public let corrections: [CalendarDate: [DayCorrection]]

    /// The elapsed time of work, in seconds: the sum of the days.
    public var workedSeconds: Int { days.reduce(0) { $0 + $1.workedSeconds } }
    /// The elapsed time of breaks, in seconds.
    public var breakSeconds: Int { days.reduce(0) { $0 + $1.breakSeconds } }

    /// Whether nothing is recorded.
    var isEmpty: Bool { days.allSatisfy { $0.shifts.isEmpty && !$0.isCorrected && !$0.isWaiting } }

    /// Counts the days of a state.
    public func count(_ state: WorkDay.State) -> Int { days.count { $0.state == state } }

    /// Reads a month.
    ///
    /// - Parameters:
    ///   - person: Whose.
    ///   - month: The month; `nil` for the present one at the person's place.
    ///   - now: The present time.
    ///   - campus: The sites.
    ///   - reading: The store.
    ///   - place: Where the person punches; `nil` looks it up.
    ///   - isAsIfOpen: Whether a closed month is worked out again, for a look at other rules.
    /// - Throws: The store's own error.
    /// - Complexity: O(*n*) for *n* punches of the person in the month.
    init(
        of person: PersonID, _ month: CalendarMonth?, at now: Timestamp, on campus: Campus,
        in reading: ReadTransaction, from place: (site: SiteID?, zone: Zone)? = nil,
        asIfOpen isAsIfOpen: Bool = false
    ) throws {
        let place = try place ?? Self.place(of: person, on: campus, in: reading)
        let month =
            month
            ?? CalendarMonth(
                of: WorkDay.date(at: now, in: place.zone, starting: campus.dayStarts(at: place.site)))
        self.person = person
        self.month = month
        (site, zone) = place
        dayStarts = campus.dayStarts(at: place.site)
        let corrections = try reading.dayCorrections(of: person, month.days)
        self.corrections = Dictionary(grouping: corrections, by: \.date)
        if !isAsIfOpen, let closed = try reading.closedDays(of: person, month) {
            closing = closed.closing
            totals = closed.totals
            sources = Self.sources(try reading.punchSources(of: person, month.days))
            let kept = Dictionary(closed.days.map { ($0.date, $0) }) { first, _ in first }
            days = WorkDay.days(month.days, of: [], in: place.zone, starting: dayStarts, now: now).map {
                kept[$0.date] ?? $0
            }
            return
        }
        // Somebody of whom nothing was recorded has nothing kept; the month of the place is closed all the same.
        closing = try place.site.flatMap { try reading.closings(of: month)[$0] }
        guard let rules = place.site.flatMap({ campus.site($0)?.workRules.rules(in: month) })
        else {
            totals = nil
            let (marks, sources) = try reading.marks(of: person, around: month.days)
            self.sources = Self.sources(sources)
            days = Self.days(month.days, of: marks, corrections, from: place, at: now, on: campus)
            return
        }
        // Weeks begin in the month before, and a shift may count for the day on which it ends.
        let dates = WorkTotals.firstDay(for: month, by: rules)..<month.end.advanced(byDays: 1)
        let around = try reading.dayCorrections(of: person, dates)
        let (marks, sources) = try reading.marks(of: person, around: dates)
        self.sources = Self.sources(sources)
        let all = Self.days(dates, of: marks, around, from: place, at: now, on: campus)
        days = all.filter { month.days.contains($0.date) }
        totals = RuledTotals(
            of: month, all, waiving: Self.waived(around), by: rules, startingDays: dayStarts)
    }

    private static func sources(_ found: [PunchSourceWord]) -> [PunchID: String] {
        Dictionary(found.lazy.map { ($0.punch, $0.word) }) { first, _ in first }
    }

    /// The days of which somebody decided that no break is deducted.
    static func waived(_ corrections: [DayCorrection]) -> Set<CalendarDate> {
        var latest: [CalendarDate: DayCorrection] = [:]
        for correction in corrections {
            guard let decision = correction.decision, decision.marks != nil,
                latest[correction.date]?.decision.map({ $0.time <= decision.time }) ?? true
            else { continue }
            latest[correction.date] = correction
        }
        return Set(latest.filter { $0.value.waivesBreak && $0.value.decision?.act == .accept }.keys)
    }

    /// What counts of some of a person's days.
    static func days(
        _ dates: Range<CalendarDate>, of person: PersonID, _ corrections: [DayCorrection],
        from place: (site: SiteID?, zone: Zone), at now: Timestamp, on campus: Campus,
        in reading: ReadTransaction
    ) throws -> [WorkDay] {
        let marks = try reading.marks(of: person, around: dates).marks
        return days(dates, of: marks, corrections, from: place, at: now, on: campus)
    }

    private static func days(
        _ dates: Range<CalendarDate>, of marks: [WorkMark], _ corrections: [DayCorrection],
        from place: (site: SiteID?, zone: Zone), at now: Timestamp, on campus: Campus
    ) -> [WorkDay] {
        var accepted: [CalendarDate: (marks: [WorkMark], time: Timestamp)] = [:]
        var imported: Set<CalendarDate> = []
        for correction in corrections {
            guard let decision = correction.decision, let marks = decision.marks,
                accepted[correction.date].map({ $0.time <= decision.time }) ?? true
            else { continue }
            accepted[correction.date] = (campus.withDayStarts(marks), decision.time)
            let isAsItWas = decision.act == .import && !correction.wasCorrected
            if isAsItWas { imported.insert(correction.date) } else { imported.remove(correction.date) }
        }
        return WorkDay.days(
            dates, of: campus.withDayStarts(marks),
            corrections: accepted.mapValues(\.marks),
            waiting: Set(corrections.lazy.filter { $0.decision == nil }.map(\.date)), imported: imported,
            in: place.zone, starting: campus.dayStarts(at: place.site), now: now)
    }

    /// The place where the person punches.
    static func place(
        of person: PersonID, on campus: Campus, in reading: ReadTransaction
    ) throws -> (site: SiteID?, zone: Zone) {
        let last = try reading.lastPunch(of: person)
        if let site = AttendanceDay.site(nil, last, on: campus) { return (site.id, site.zone) }
        if let last { return (last.site, last.zone) }
        if let corrected = try reading.lastCorrectedPlace(of: person) { return corrected }
        return (nil, campus.sites.first?.zone ?? .utc)
    }
}

extension Campus {
    /// When days begin at a place; the default for an unknown place.
    func dayStarts(at site: SiteID?) -> DayStarts {
        site.flatMap { self.site($0)?.dayStarts } ?? .standard
    }

    /// Marks, each with the hours at which days begin at its place.
    func withDayStarts(_ marks: [WorkMark]) -> [WorkMark] {
        marks.map { $0.startingDays(dayStarts(at: $0.site)) }
    }
}

extension AttendanceService {
    /// Reads what counts of a person's work in a month.
    ///
    /// - Parameters:
    ///   - month: The month; `nil` for the present one at the person's place.
    ///   - person: Whose.
    /// - Returns: The month.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func month(_ month: CalendarMonth?, of person: PersonID) async throws -> Snapshot<AttendanceMonth>
    {
        let campus = try campuses.inForce()
        let time = now()
        return try await store.read { reading in
            Snapshot(
                asOf: try reading.feedBounds().last, time: time,
                content: try AttendanceMonth(of: person, month, at: time, on: campus, in: reading))
        }
    }
}
