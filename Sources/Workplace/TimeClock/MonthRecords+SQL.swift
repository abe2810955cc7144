import Attendance
import Essentials
import SQLite

/// The records of a month at a place.
struct MonthRecords {
    /// The numbers of those that may be deleted, by kind.
    private(set) var numbers: [AttendanceRecord: [Int64]] = [:]
    /// The time of the last entry, also of one that stays.
    private(set) var lastEntry: Timestamp?

    fileprivate mutating func add(_ entry: RecordEntry, stays: Bool) {
        lastEntry = max(lastEntry ?? entry.time, entry.time)
        if !stays { numbers[entry.record, default: []].append(entry.number) }
    }
}

private struct RecordEntry {
    let record: AttendanceRecord
    let number: Int64
    let time: Timestamp
}

/// A punch with what its device sent.
private struct PunchEntries {
    let person: String
    let mark: WorkMark
    let entries: [RecordEntry]
}

extension ReadTransaction {
    /// The records of a place by month, of the months before a day.
    ///
    /// A shift belongs to the day and the place at which it began, with all its punches. The newest record of each kind stays, because the next
    /// one is numbered after it, and so does the shift, correction or closing that it belongs to.
    ///
    /// - Complexity: O(*n*) in the number of records before the day.
    func records(of site: Site, before day: CalendarDate) throws -> [CalendarMonth: MonthRecords] {
        var months: [CalendarMonth: MonthRecords] = [:]
        let newest = Set(try connection.all(Self.newestPunches) { try $0.text(0) })
        try forEachPerson(at: site, before: day) { punches in
            for (shift, own) in Self.shifts(of: punches)
            where shift.marks[0].site == site.id && shift.date < day {
                let stays = own.contains { $0.mark.punch.map { newest.contains($0.rawValue) } ?? false }
                for entry in own.flatMap(\.entries) {
                    months[CalendarMonth(of: shift.date), default: MonthRecords()].add(entry, stays: stays)
                }
            }
        }
        for (record, sql) in [
            (.correction, Self.corrections), (.period, Self.periods), (.result, Self.results),
        ] as [(AttendanceRecord, String)] {
            try connection.forEach(sql, site.id.rawValue, day.daysSinceEpoch) { row in
                let month = CalendarMonth(of: try row.date(2))
                let entry = RecordEntry(record: record, number: try row.int64(0), time: try row.timestamp(1))
                months[month, default: MonthRecords()].add(entry, stays: try row.bool(3))
            }
        }
        return months
    }

    /// Reads the punches of each person who has any at a place, up to those that may end a shift before a day.
    private func forEachPerson(
        at site: Site, before day: CalendarDate, _ body: ([PunchEntries]) throws -> Void
    ) throws {
        // Wherever a place is, its days begin within a day of those of UTC, and a shift has 24 hours at most.
        let end = (Int64(day.daysSinceEpoch) + 2) * 86_400_000
        var punches: [PunchEntries] = []
        try connection.forEach(Self.punches, site.id.rawValue, end) { row in
            let punch = try row.punchEntries(startingDays: site.dayStarts)
            if let last = punches.last, last.person != punch.person {
                try body(punches)
                punches = []
            }
            punches.append(punch)
        }
        try body(punches)
    }

    /// The shifts of a person's punches; a punch that only repeats the one before goes with its shift.
    private static func shifts(of punches: [PunchEntries]) -> [(WorkShift, ArraySlice<PunchEntries>)] {
        let shifts = WorkShift.shifts(of: punches.map(\.mark))
        var rest = punches[...]
        return shifts.indices.map { index in
            let next = index + 1 < shifts.count ? shifts[index + 1].marks[0].punch : nil
            let end = next.flatMap { next in rest.firstIndex { $0.mark.punch == next } } ?? rest.endIndex
            defer { rest = rest[end...] }
            return (shifts[index], rest[..<end])
        }
    }

    private static let punches = """
        SELECT punches.kind, punches.at, punches.site, punches.zone, punches.id, punches.starts_break, punches.number,
            punches.person, offline.number, offline.received_at
        FROM punches LEFT JOIN offline_punches AS offline ON offline.punch = punches.id
        WHERE punches.person IN (SELECT person FROM punches WHERE site = ?1 AND at < ?2) AND punches.at < ?2
        ORDER BY punches.person, punches.at, punches.number
        """

    /// The newest punch, and the punch of the newest row of what devices sent.
    private static let newestPunches = """
        SELECT id FROM punches WHERE number = (SELECT max(number) FROM punches)
        UNION SELECT punch FROM offline_punches WHERE number = (SELECT max(number) FROM offline_punches)
        """

    private static let corrections = """
        SELECT number, at, day, id IN (SELECT id FROM day_corrections ORDER BY number DESC LIMIT 1)
        FROM day_corrections WHERE site = ?1 AND day < ?2
        """

    /// The closings with the newest record of a closing and the newest result.
    private static let newestClosings = """
        SELECT id FROM attendance_periods WHERE number = (SELECT max(number) FROM attendance_periods)
        UNION SELECT closing FROM closed_months WHERE number = (SELECT max(number) FROM closed_months)
        """

    private static let periods = """
        SELECT number, at, month, id IN (\(newestClosings)) FROM attendance_periods WHERE site = ?1 AND month < ?2
        """

    private static let results = """
        SELECT kept.number, period.at, period.month, period.id IN (\(newestClosings))
        FROM closed_months AS kept JOIN attendance_periods AS period ON period.id = kept.closing AND period.act = 'close'
        WHERE period.site = ?1 AND period.month < ?2
        """
}

extension StoreRow {
    fileprivate func punchEntries(startingDays starts: DayStarts) throws -> PunchEntries {
        let mark = try decoded(from: "punches", id: try text(4)) { try $0.mark() }
        var entries = [RecordEntry(record: .punch, number: try int64(6), time: mark.time)]
        if let number = try optionalInt64(8) {
            entries.append(RecordEntry(record: .offline, number: number, time: try timestamp(9)))
        }
        return PunchEntries(person: try text(7), mark: mark.startingDays(starts), entries: entries)
    }
}
