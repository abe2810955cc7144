import Attendance
import Cryptography
public import Essentials
import SQLite

extension AttendanceService {
    /// For how many days ahead the calendar shows a person's usual hours.
    static let expectedDays = 28

    /// When a person made the address of their calendar; `nil` without one.
    ///
    /// - Throws: The store's own error.
    public func calendarAddress(of person: PersonID) async throws -> Timestamp? {
        try await store.read { reading in
            try reading.connection.first(
                "SELECT made_at FROM calendar_addresses WHERE person = ?", person.rawValue
            ) { try $0.timestamp(0) }
        }
    }

    /// Makes an address of a person's calendar; an earlier one stops working.
    ///
    /// - Returns: The secret of the address; the store keeps only its digest.
    /// - Throws: The store's own error.
    public func makeCalendarAddress(of person: PersonID) async throws -> String {
        let time = now()
        let secret = Hexadecimal.encode(try SecureRandom.bytes(24))
        try await store.write { transaction in
            try transaction.connection.execute(
                """
                INSERT INTO calendar_addresses (person, secret_digest, made_at) VALUES (?, ?, ?)
                ON CONFLICT (person) DO UPDATE SET secret_digest = excluded.secret_digest, made_at = excluded.made_at
                """, person.rawValue, Self.digest(of: secret), time.millisecondsSinceEpoch)
        }
        return secret
    }

    /// Revokes the address of a person's calendar.
    ///
    /// - Throws: The store's own error.
    public func revokeCalendarAddress(of person: PersonID) async throws {
        try await store.write { transaction in
            try transaction.connection.execute(
                "DELETE FROM calendar_addresses WHERE person = ?", person.rawValue)
        }
    }

    /// The calendar at an address: the shifts of this month and the two before, and the person's usual hours.
    ///
    /// - Parameter secret: The secret of the address.
    /// - Returns: The calendar in iCalendar text; `nil` for an address that does not work.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func calendar(secret: String) async throws -> String? {
        let campus = try campuses.inForce()
        let time = now()
        let digest = Self.digest(of: secret)
        return try await store.read { reading in
            let found = try reading.connection.first(
                "SELECT person FROM calendar_addresses WHERE secret_digest = ?", digest
            ) { try $0.text(0) }
            guard let person = found.flatMap({ PersonID($0) }).flatMap({ campus.person($0) }),
                !person.isSuspended
            else { return nil }
            let present = try AttendanceMonth(of: person.id, nil, at: time, on: campus, in: reading)
            let before = CalendarMonth(of: present.month.first.advanced(byDays: -1))
            let months = try [CalendarMonth(of: before.first.advanced(byDays: -1)), before].map {
                try AttendanceMonth(of: person.id, $0, at: time, on: campus, in: reading)
            }
            let events = (months + [present]).flatMap { $0.events(for: person, on: campus) }
            let expected = try Self.expected(of: person, present, at: time, on: campus, in: reading)
            let name = campus.organisation.name.text(for: [person.language])
            return ShiftCalendar(name: name, events: events + expected).text
        }
    }

    /// The person's usual hours, from tomorrow on.
    private static func expected(
        of person: Person, _ month: AttendanceMonth, at time: Timestamp, on campus: Campus,
        in reading: ReadTransaction
    ) throws -> [ShiftCalendar.Event] {
        guard let setting = try reading.reminderSetting(of: person.id), let week = setting.wishes.week,
            let site = month.site.flatMap({ campus.site($0) })
        else { return [] }
        let today = WorkDay.date(at: time, in: site.zone, starting: site.dayStarts)
        return (1...expectedDays).compactMap { number in
            let date = today.advanced(byDays: number)
            guard let hours = week[date.weekday]?.hours, !setting.wishes.daysOff.contains(date),
                !site.holidays.contains(date)
            else { return nil }
            let start = site.zone.firstInstant(atMinute: hours.startMinute, of: date)
            let end = site.zone.firstInstant(atMinute: hours.endMinute, of: date)
            guard start < end else { return nil }
            return ShiftCalendar.Event(
                id: "\(date)-expected-\(person.id)@\(campus.organisation.id)", sequence: 0,
                stamp: setting.since, start: start, end: end, zone: site.zone,
                summary: site.name.text(for: [person.language]), isExpected: true)
        }
    }

    private static func digest(of secret: String) -> [UInt8] { SHA256.digest(of: Array(secret.utf8)) }
}

extension AttendanceMonth {
    /// The shifts that have both a clock-in and a clock-out.
    fileprivate func events(for person: Person, on campus: Campus) -> [ShiftCalendar.Event] {
        days.flatMap { day -> [ShiftCalendar.Event] in
            let decisions = (corrections[day.date] ?? []).compactMap(\.decision).filter { $0.marks != nil }
            return day.shifts.enumerated().compactMap { index, shift -> ShiftCalendar.Event? in
                guard let first = shift.marks.first, let last = shift.marks.last, first.kind == .in,
                    last.kind == .out
                else { return nil }
                let name = campus.site(first.site)?.name.text(for: [person.language]) ?? first.site.rawValue
                return ShiftCalendar.Event(
                    id: "\(day.date)-\(index)-\(person.id)@\(campus.organisation.id)",
                    sequence: decisions.count, stamp: decisions.map(\.time).max() ?? last.time,
                    start: first.time, end: last.time, zone: first.zone, summary: name)
            }
        }
    }
}

extension KeptSection {
    /// When the person made the address of their calendar.
    static let calendarAddresses = KeptSection(
        "calendar-addresses", .untilRemoved, by: "madeAt", [("madeAt", .time)],
        sql: "SELECT made_at AS madeAt FROM calendar_addresses WHERE person = ?1")
}

extension SQLiteSchema {
    /// The secret addresses of people's calendars, as digests.
    static let calendarAddresses = """
        CREATE TABLE calendar_addresses (
            person TEXT PRIMARY KEY NOT NULL,
            secret_digest BLOB NOT NULL UNIQUE,
            made_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
