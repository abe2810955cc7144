import Attendance
import Essentials
import SQLite

/// How a punch was made: the word of its source, or `reminder` where one prompted it.
typealias PunchSourceWord = (punch: PunchID, word: String)

extension ReadTransaction {
    /// A person's punches as marks, from one from which shifts can be told to one that may end a shift of the last day.
    ///
    /// - Returns: The marks, and how each was made.
    func marks(
        of person: PersonID, around days: Range<CalendarDate>
    ) throws -> (marks: [WorkMark], sources: [PunchSourceWord]) {
        let (start, end) = days.withSlack
        // After a clock-out nothing is open, so that the shifts do not depend on what was before.
        let sql = """
            SELECT kind, at, site, zone, id, starts_break, source, reminder IS NOT NULL FROM punches
            WHERE person = ?1 AND at < ?3 AND at >= coalesce(
                (SELECT max(at) FROM punches WHERE person = ?1 AND at < ?2 AND kind = 'out' AND starts_break = 0),
                \(Int64.min))
            ORDER BY at, number
            """
        var (marks, sources): ([WorkMark], [PunchSourceWord]) = ([], [])
        try connection.forEach(sql, person.rawValue, start, end) { row in
            let mark = try row.decoded(from: "punches", id: try row.text(4)) { try $0.mark() }
            marks.append(mark)
            if let punch = mark.punch { sources.append((punch, try row.sourceWord(in: 6))) }
        }
        return (marks, sources)
    }

    /// How a person's punches of some days were made.
    func punchSources(of person: PersonID, _ days: Range<CalendarDate>) throws -> [PunchSourceWord] {
        let (start, end) = days.withSlack
        let sql =
            "SELECT id, source, reminder IS NOT NULL FROM punches WHERE person = ? AND at >= ? AND at < ?"
        return try connection.all(sql, person.rawValue, start, end) { row in
            let id = try row.decoded(from: "punches", id: try row.text(0)) { PunchID(try $0.text(0)) }
            return (id, try row.sourceWord(in: 1))
        }
    }
}

extension Range<CalendarDate> {
    /// The milliseconds since 1970 of the days: wherever a place is, its days begin within a day of those of UTC.
    fileprivate var withSlack: (start: Int64, end: Int64) {
        let (day, slack) = (Int64(86_400_000), Int64(2))
        return (
            (Int64(lowerBound.daysSinceEpoch) - slack) * day, (Int64(upperBound.daysSinceEpoch) + slack) * day
        )
    }
}

extension StoreRow {
    /// The mark of a punch, whose columns are `kind, at, site, zone, id, starts_break`.
    func mark() throws -> WorkMark? {
        guard let kind = PunchKind(rawValue: try text(0)), let site = SiteID(try text(2)),
            let zone = Zone(try text(3)), let punch = PunchID(try text(4))
        else { return nil }
        let mark: WorkMark.Kind = kind == .in ? .in : try bool(5) ? .break : .out
        return WorkMark(mark, at: try timestamp(1), site: site, zone: zone, punch: punch)
    }

    /// The word of the source in a column, or `reminder` where the next one says that a reminder prompted the punch.
    fileprivate func sourceWord(in column: Int) throws -> String {
        let source = try text(column)
        return try bool(column + 1) && ["person", "program"].contains(source) ? "reminder" : source
    }
}

extension SQLiteSchema {
    /// Breaks by punch, and the punches of a person by time, for months.
    static let breaks = """
        ALTER TABLE punches ADD COLUMN starts_break INTEGER NOT NULL DEFAULT 0 CHECK (starts_break = 0 OR kind = 'out');
        CREATE INDEX punches_of_person_by_time ON punches (person, at);
        """
}
