import Attendance
import Essentials
import JSON
import SQLite

extension ReadTransaction {
    /// The closed months of one month, by place.
    func closings(of month: CalendarMonth) throws -> [SiteID: AttendanceClosing] {
        let sql = """
            SELECT id, act, site, month, at, actor, reason FROM attendance_periods WHERE month = ? ORDER BY number
            """
        let entries = try connection.all(sql, month.first.daysSinceEpoch) { try $0.closingEntry() }
        return Self.closings(entries)
    }

    /// A closed month; `nil` when it is unknown or open again.
    func closing(_ id: AttendanceClosingID) throws -> AttendanceClosing? {
        let sql =
            "SELECT id, act, site, month, at, actor, reason FROM attendance_periods WHERE id = ? ORDER BY number"
        let entries = try connection.all(sql, id.rawValue) { try $0.closingEntry() }
        return Self.closings(entries).values.first
    }

    private static func closings(_ entries: [ClosingEntry]) -> [SiteID: AttendanceClosing] {
        entries.reduce(into: [:]) { closings, entry in
            switch entry.act {
            case .close:
                closings[entry.site] = AttendanceClosing(
                    id: entry.id, site: entry.site, month: entry.month, closedBy: entry.actor,
                    closedAt: entry.time)
            case .ask:
                closings[entry.site]?.request = AttendanceClosing.Request(
                    person: entry.actor, time: entry.time, reason: entry.reason)
            case .keep: closings[entry.site]?.request = nil
            case .reopen: closings[entry.site] = nil
            }
        }
    }

    /// The latest month of a place that is closed; `nil` without one.
    func lastClosedMonth(at site: SiteID) throws -> CalendarMonth? {
        let sql = """
            SELECT id, act, site, month, at, actor, reason FROM attendance_periods WHERE site = ? ORDER BY number
            """
        let entries = try connection.all(sql, site.rawValue) { try $0.closingEntry() }
        let months = Dictionary(grouping: entries, by: \.month)
        return months.filter { Self.closings($0.value)[site] != nil }.keys.max()
    }

    /// What counted of a person's month when it was closed, and the closing; `nil` while it is open.
    func closedDays(
        of person: PersonID, _ month: CalendarMonth
    ) throws -> (closing: AttendanceClosing, days: [WorkDay], totals: RuledTotals?)? {
        let sql = """
            SELECT closing, content FROM closed_months AS kept WHERE person = ? AND month = ? AND NOT EXISTS
                (SELECT 1 FROM attendance_periods WHERE id = kept.closing AND act = 'reopen')
            ORDER BY number DESC LIMIT 1
            """
        let found = try connection.first(sql, person.rawValue, month.first.daysSinceEpoch) { row in
            let id = try row.decoded(from: "closed_months", id: nil) { AttendanceClosingID(try $0.text(0)) }
            let days = try row.decoded(from: "closed_months", id: id.rawValue) {
                try [WorkDay](stored: try $0.text(1))
            }
            let totals = try JSONValue(parsing: Array(try row.text(1).utf8)).read { reader -> RuledTotals?? in
                guard let kept = reader["totals"].optional else { return .some(nil) }
                guard let totals = RuledTotals(stored: kept, of: month) else { return nil }
                return .some(totals)
            }
            return (id: id, days: days, totals: totals)
        }
        guard let found, let closing = try closing(found.id) else { return nil }
        return (closing, found.days, found.totals)
    }
}

extension WriteTransaction {
    /// Appends what was done about a month, and what counted of each person's when it was closed.
    func insert(_ entry: ClosingEntry, keeping months: [AttendanceMonth] = []) throws {
        try connection.execute(
            "INSERT INTO attendance_periods (id, act, site, month, at, actor, reason) VALUES (?, ?, ?, ?, ?, ?, ?)",
            entry.id.rawValue, entry.act.rawValue, entry.site.rawValue, entry.month.first.daysSinceEpoch,
            entry.time.millisecondsSinceEpoch, entry.actor.rawValue, entry.reason)
        for month in months {
            try connection.execute(
                "INSERT INTO closed_months (closing, person, month, content) VALUES (?, ?, ?, ?)",
                entry.id.rawValue, month.person.rawValue, month.month.first.daysSinceEpoch, month.stored)
        }
        try linkAttendance()
    }
}

/// A row: what was done about a month.
struct ClosingEntry {
    let id: AttendanceClosingID
    let act: AttendanceClosing.Act
    let site: SiteID
    let month: CalendarMonth
    let time: Timestamp
    let actor: PersonID
    let reason: String
}

extension StoreRow {
    fileprivate func closingEntry() throws -> ClosingEntry {
        try decoded(from: "attendance_periods", id: try text(0)) { row in
            guard let id = AttendanceClosingID(try row.text(0)),
                let act = AttendanceClosing.Act(rawValue: try row.text(1)),
                let site = SiteID(try row.text(2)),
                let actor = PersonID(try row.text(5))
            else { return nil }
            return ClosingEntry(
                id: id, act: act, site: site, month: CalendarMonth(of: try row.date(3)),
                time: try row.timestamp(4), actor: actor, reason: try row.text(6))
        }
    }
}

extension AttendanceMonth {
    /// The days on which something is recorded, with the differences from UTC that are in force now, and the totals.
    fileprivate var stored: String {
        var json = JSONWriter(capacity: 4_096)
        json.object { json in
            json.member("days") { days.writeStored(to: &$0) }
            if let totals { json.member("totals") { totals.writeStored(to: &$0) } }
        }
        return json.text
    }
}

extension [WorkDay] {
    fileprivate func writeStored(to json: inout JSONWriter) {
        json.array { json in
            for day in self where day.isCorrected || !day.shifts.isEmpty {
                json.object { json in
                    json.member("date", day.date.description)
                    json.member("zone", day.zone.identifier)
                    json.member("start", day.start.millisecondsSinceEpoch)
                    json.member("end", day.end.millisecondsSinceEpoch)
                    json.member("marks") { $0.storedMarks(day.shifts.keptMarks) }
                    if day.isCorrected { json.member("punched") { $0.storedMarks(day.punched.keptMarks) } }
                }
            }
        }
    }

    /// Reads stored days; `nil` for any other text.
    fileprivate init?(stored text: String) throws {
        self = try JSONValue(parsing: Swift.Array(text.utf8)).read { reader in
            reader["days"].array { day -> WorkDay? in
                let date = day["date"].text(as: { CalendarDate($0) }, "must be a date")
                let zone = day["zone"].text(as: { Zone($0) }, "must be a zone")
                let start = day["start"].integer(in: Int64.min...Int64.max)
                let end = day["end"].integer(in: Int64.min...Int64.max)
                let marks = day["marks"].storedMarks()
                let punched = day["punched"].optional.map { $0.storedMarks() }
                guard let date, let zone, let start, let end, start < end, let marks, punched != .some(nil)
                else { return nil }
                return WorkDay(
                    closed: date, in: zone,
                    Timestamp(millisecondsSinceEpoch: start)..<Timestamp(millisecondsSinceEpoch: end),
                    marks: marks, punched: punched ?? nil)
            }
        }
    }
}

extension [WorkShift] {
    fileprivate var keptMarks: [WorkMark] {
        flatMap(\.marks).map {
            WorkMark(
                $0.kind, at: $0.time, site: $0.site, zone: $0.zone, punch: $0.punch, keptOffset: $0.offset)
        }
    }
}

extension SQLiteSchema {
    /// Closed months with what counted then, for good; the chain of hashes covers them.
    ///
    /// SQLite cannot drop a check, so the table of links is made again for two more kinds of records.
    static let closedMonths = """
        CREATE TABLE attendance_periods (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            act TEXT NOT NULL CHECK (act = 'close' OR act = 'ask' OR act = 'keep' OR act = 'reopen'),
            site TEXT NOT NULL,
            month INTEGER NOT NULL,
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE INDEX attendance_periods_by_month ON attendance_periods (month);
        CREATE INDEX attendance_periods_by_id ON attendance_periods (id);
        CREATE TRIGGER attendance_periods_no_update BEFORE UPDATE ON attendance_periods
        BEGIN SELECT RAISE(ABORT, 'closed months are append-only'); END;
        CREATE TRIGGER attendance_periods_no_delete BEFORE DELETE ON attendance_periods
        BEGIN SELECT RAISE(ABORT, 'closed months are append-only'); END;
        CREATE TABLE closed_months (
            number INTEGER PRIMARY KEY,
            closing TEXT NOT NULL,
            person TEXT NOT NULL,
            month INTEGER NOT NULL,
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX closed_months_of_person ON closed_months (person, month);
        CREATE TRIGGER closed_months_no_update BEFORE UPDATE ON closed_months
        BEGIN SELECT RAISE(ABORT, 'closed months are append-only'); END;
        CREATE TRIGGER closed_months_no_delete BEFORE DELETE ON closed_months
        BEGIN SELECT RAISE(ABORT, 'closed months are append-only'); END;
        ALTER TABLE attendance_links RENAME TO attendance_links_before;
        CREATE TABLE attendance_links (
            number INTEGER PRIMARY KEY,
            record TEXT NOT NULL,
            record_number INTEGER NOT NULL,
            hash BLOB NOT NULL,
            UNIQUE (record, record_number)
        ) STRICT;
        INSERT INTO attendance_links SELECT number, record, record_number, hash FROM attendance_links_before;
        DROP TABLE attendance_links_before;
        CREATE TRIGGER attendance_links_no_update BEFORE UPDATE ON attendance_links
        BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
        CREATE TRIGGER attendance_links_no_delete BEFORE DELETE ON attendance_links
        BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
        """
}
