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
    /// Every day of the month, in order.
    public let days: [WorkDay]

    /// The elapsed time of work, in seconds: the sum of the days.
    public var workedSeconds: Int { days.reduce(0) { $0 + $1.workedSeconds } }
    /// The elapsed time of breaks, in seconds.
    public var breakSeconds: Int { days.reduce(0) { $0 + $1.breakSeconds } }

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
    /// - Throws: The store's own error.
    /// - Complexity: O(*n*) for *n* punches of the person in the month.
    init(
        of person: PersonID, _ month: CalendarMonth?, at now: Timestamp, on campus: Campus,
        in reading: ReadTransaction
    ) throws {
        let zone = try Self.zone(of: person, on: campus, in: reading)
        let month = month ?? CalendarMonth(of: WorkDay.date(at: now, in: zone))
        self.person = person
        self.month = month
        self.zone = zone
        days = WorkDay.days(
            month.days, of: try reading.marks(of: person, around: month.days), in: zone, now: now)
    }

    /// The zone of the place where the person punches.
    private static func zone(
        of person: PersonID, on campus: Campus, in reading: ReadTransaction
    ) throws -> Zone {
        let last = try reading.lastPunch(of: person)
        return AttendanceDay.site(nil, last, on: campus)?.zone ?? last?.zone ?? campus.sites.first?.zone
            ?? .utc
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
