import Attendance
import Essentials
import SQLite

extension ReadTransaction {
    /// A person's punches as marks, from one from which shifts can be told to one that may end a shift of the last day.
    func marks(
        of person: PersonID, around days: Range<CalendarDate>
    ) throws -> [WorkMark] {
        // Wherever a place is, its days begin within a day of those of UTC.
        let (day, slack) = (Int64(86_400_000), Int64(2))
        let start = (Int64(days.lowerBound.daysSinceEpoch) - slack) * day
        let end = (Int64(days.upperBound.daysSinceEpoch) + slack) * day
        // After a clock-out nothing is open, so that the shifts do not depend on what was before.
        let sql = """
            SELECT kind, at, site, zone, id, starts_break FROM punches
            WHERE person = ?1 AND at < ?3 AND at >= coalesce(
                (SELECT max(at) FROM punches WHERE person = ?1 AND at < ?2 AND kind = 'out' AND starts_break = 0),
                \(Int64.min))
            ORDER BY at, number
            """
        return try connection.all(sql, person.rawValue, start, end) { row in
            try row.decoded(from: "punches", id: try row.text(4)) { try $0.mark() }
        }
    }
}

extension ReadTransaction {
    /// How a person's punches of some days were made: the words of their sources, and `reminder` where one prompted them.
    func punchSources(of person: PersonID, _ days: Range<CalendarDate>) throws -> [PunchID: String] {
        let (day, slack) = (Int64(86_400_000), Int64(2))
        let sql = "SELECT id, source, reminder FROM punches WHERE person = ? AND at >= ? AND at < ?"
        let found = try connection.all(
            sql, person.rawValue, (Int64(days.lowerBound.daysSinceEpoch) - slack) * day,
            (Int64(days.upperBound.daysSinceEpoch) + slack) * day
        ) { row -> (PunchID, String) in
            let id = try row.decoded(from: "punches", id: try row.text(0)) { PunchID(try $0.text(0)) }
            let source = try row.text(1)
            let isAnswer = try row.optionalText(2) != nil && ["person", "program"].contains(source)
            return (id, isAnswer ? "reminder" : source)
        }
        return Dictionary(found) { first, _ in first }
    }
}

extension StoreRow {
    fileprivate func mark() throws -> WorkMark? {
        guard let kind = PunchKind(rawValue: try text(0)), let site = SiteID(try text(2)),
            let zone = Zone(try text(3)), let punch = PunchID(try text(4))
        else { return nil }
        let mark: WorkMark.Kind = kind == .in ? .in : try bool(5) ? .break : .out
        return WorkMark(mark, at: try timestamp(1), site: site, zone: zone, punch: punch)
    }
}

extension SQLiteSchema {
    /// Breaks by punch, and the punches of a person by time, for months.
    static let breaks = """
        ALTER TABLE punches ADD COLUMN starts_break INTEGER NOT NULL DEFAULT 0 CHECK (starts_break = 0 OR kind = 'out');
        CREATE INDEX punches_of_person_by_time ON punches (person, at);
        """
}
