import Attendance
import Essentials
import JSON
import SQLite

private let columns = "id, act, person, day, at, actor, site, zone, marks, reason"

extension ReadTransaction {
    /// The corrections of a person's days, in the order in which they were asked for.
    func dayCorrections(of person: PersonID, _ days: Range<CalendarDate>) throws -> [DayCorrection] {
        let sql =
            "SELECT \(columns) FROM day_corrections WHERE person = ? AND day >= ? AND day < ? ORDER BY number"
        let entries = try connection.all(
            sql, person.rawValue, days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch
        ) { try $0.dayCorrectionEntry() }
        return try Self.joined(entries)
    }

    /// A correction; `nil` when it is unknown.
    func dayCorrection(_ id: DayCorrectionID) throws -> DayCorrection? {
        let sql = "SELECT \(columns) FROM day_corrections WHERE id = ? ORDER BY number"
        return try Self.joined(try connection.all(sql, id.rawValue) { try $0.dayCorrectionEntry() }).first
    }

    /// The corrections that wait, the one that was asked for first at the front.
    func waitingDayCorrections() throws -> [DayCorrection] {
        let sql = """
            SELECT \(columns) FROM day_corrections AS asked WHERE act = 'request' AND NOT EXISTS
                (SELECT 1 FROM day_corrections WHERE id = asked.id AND act <> 'request')
            ORDER BY number
            """
        return try Self.joined(try connection.all(sql) { try $0.dayCorrectionEntry() })
    }

    /// The latest corrections that approvers decided, the last first.
    func decidedDayCorrections(limit: Int) throws -> [DayCorrection] {
        let sql = """
            SELECT \(columns) FROM day_corrections
            WHERE act <> 'request' AND act <> 'withdraw' AND act <> 'import' ORDER BY number DESC LIMIT ?
            """
        return try connection.all(sql, limit) { try $0.dayCorrectionEntry() }
            .compactMap { try dayCorrection($0.id) }
    }

    /// The correction that a person's idempotency key made.
    func dayCorrection(of person: PersonID, key: String) throws -> (id: DayCorrectionID, key: PunchKey)? {
        let sql = "SELECT id, fingerprint FROM day_corrections WHERE person = ? AND key = ?"
        return try connection.first(sql, person.rawValue, key) { row in
            let id = try row.decoded(from: "day_corrections", id: nil) { DayCorrectionID(try $0.text(0)) }
            return (id, PunchKey(text: key, fingerprint: try row.blob(1)))
        }
    }

    /// The place of a person's last correction, for somebody who has never punched.
    func lastCorrectedPlace(of person: PersonID) throws -> (site: SiteID?, zone: Zone)? {
        let sql = "SELECT \(columns) FROM day_corrections WHERE person = ? ORDER BY number DESC LIMIT 1"
        return try connection.first(sql, person.rawValue) { row -> (site: SiteID?, zone: Zone) in
            let entry = try row.dayCorrectionEntry()
            return (entry.site, entry.zone)
        }
    }

    /// Joins requests with what ended them.
    private static func joined(_ entries: [DayCorrectionEntry]) throws -> [DayCorrection] {
        var found: [DayCorrection] = []
        var places: [DayCorrectionID: Int] = [:]
        for entry in entries {
            if entry.act == .import {
                found.append(
                    DayCorrection(
                        id: entry.id, person: entry.person, date: entry.date, site: entry.site,
                        zone: entry.zone, marks: entry.marks ?? [], waivesBreak: false, reason: entry.reason,
                        requestedAt: entry.time,
                        decision: DayCorrection.Decision(
                            act: .import, actor: entry.actor, time: entry.time, reason: entry.reason,
                            marks: entry.marks),
                        wasCorrected: entry.wasCorrected))
                continue
            }
            guard entry.act == .request else {
                guard let place = places[entry.id] else {
                    throw StoreError.damagedRow(table: "day_corrections", id: entry.id.rawValue)
                }
                found[place].decision = DayCorrection.Decision(
                    act: entry.act, actor: entry.actor, time: entry.time, reason: entry.reason,
                    marks: entry.marks)
                continue
            }
            places[entry.id] = found.count
            found.append(
                DayCorrection(
                    id: entry.id, person: entry.person, date: entry.date, site: entry.site, zone: entry.zone,
                    marks: entry.marks ?? [], waivesBreak: entry.waivesBreak, reason: entry.reason,
                    requestedAt: entry.time, decision: nil))
        }
        return found
    }
}

/// A row: a request, or what ended it.
struct DayCorrectionEntry {
    let id: DayCorrectionID
    let act: DayCorrection.Act
    let person: PersonID
    let date: CalendarDate
    let time: Timestamp
    let actor: PersonID
    let site: SiteID
    let zone: Zone
    let marks: [WorkMark]?
    let waivesBreak: Bool
    /// Whether an imported day had been corrected before.
    var wasCorrected = false
    let reason: String
}

extension StoreRow {
    fileprivate func dayCorrectionEntry() throws -> DayCorrectionEntry {
        try decoded(from: "day_corrections", id: try text(0)) { try $0.entry() }
    }

    private func entry() throws -> DayCorrectionEntry? {
        guard let id = DayCorrectionID(try text(0)), let act = DayCorrection.Act(rawValue: try text(1)),
            let person = PersonID(try text(2)), let actor = PersonID(try text(5)),
            let site = SiteID(try text(6)),
            let zone = Zone(try text(7))
        else { return nil }
        var marks: [WorkMark]?
        var (waivesBreak, wasCorrected) = (false, false)
        if let text = try optionalText(8) {
            // A list of times, or an object where something is asked besides.
            let isList = text.hasPrefix("[")
            let found = try JSONValue(parsing: Array(text.utf8)).read { reader in
                isList ? reader.storedMarks().map { ($0, false, false) } : reader.storedProposal()
            }
            marks = found.0
            (waivesBreak, wasCorrected) = (found.1, found.2)
        }
        return DayCorrectionEntry(
            id: id, act: act, person: person, date: try date(3), time: try timestamp(4), actor: actor,
            site: site,
            zone: zone, marks: marks, waivesBreak: waivesBreak, wasCorrected: wasCorrected,
            reason: try text(9))
    }
}

extension [WorkMark] {
    /// The times as they are stored: a list, or with what is asked besides.
    fileprivate func stored(waivingBreak waives: Bool, corrected: Bool) -> String {
        var json = JSONWriter()
        if waives || corrected {
            json.object { json in
                json.member("marks") { $0.storedMarks(self) }
                if waives { json.member("waivesBreak", true) }
                if corrected { json.member("corrected", true) }
            }
        } else {
            json.storedMarks(self)
        }
        return json.text
    }
}

extension JSONWriter {
    /// Writes times as they are stored.
    mutating func storedMarks(_ marks: [WorkMark]) {
        array { json in
            for mark in marks {
                json.object { json in
                    json.member("kind", mark.kind.rawValue)
                    json.member("at", mark.time.millisecondsSinceEpoch)
                    json.member("site", mark.site.rawValue)
                    json.member("zone", mark.zone.identifier)
                    if let offset = mark.keptOffset { json.member("offset", offset) }
                    if let punch = mark.punch { json.member("punch", punch.rawValue) }
                }
            }
        }
    }
}

extension JSONReader {
    /// Stored times, whether the break deduction is waived, and whether an imported day had been corrected.
    fileprivate func storedProposal() -> ([WorkMark], Bool, Bool)? {
        let waives = self["waivesBreak"].optional.map { $0.boolean() } ?? false
        let corrected = self["corrected"].optional.map { $0.boolean() } ?? false
        guard let marks = self["marks"].storedMarks(), let waives, let corrected else { return nil }
        return (marks, waives, corrected)
    }

    /// Stored times.
    func storedMarks() -> [WorkMark]? {
        array { mark -> WorkMark? in
            let kind = mark["kind"].text(as: WorkMark.Kind.init, "must be a kind")
            let time = mark["at"].integer(in: Int64.min...Int64.max)
            let site: SiteID? = mark["site"].identifier()
            let zone = mark["zone"].text(as: { Zone($0) }, "must be a zone")
            let punch: PunchID?? = mark["punch"].optional.map { $0.identifier() }
            let offset: Int64?? = mark["offset"].optional.map { $0.integer(in: -100_000...100_000) }
            guard let kind, let time, let site, let zone else { return nil }
            return WorkMark(
                kind, at: Timestamp(millisecondsSinceEpoch: time), site: site, zone: zone,
                punch: punch ?? nil, keptOffset: (offset ?? nil).map { Int($0) })
        }
    }
}

extension WriteTransaction {
    /// Inserts a request or what ended one, which is never changed or deleted.
    func insert(_ entry: DayCorrectionEntry, key: PunchKey? = nil) throws {
        try append(entry, key: key)
        try linkAttendance()
    }

    /// Inserts a record without its link; the caller adds the link.
    func append(_ entry: DayCorrectionEntry, key: PunchKey? = nil) throws {
        try connection.execute(
            """
            INSERT INTO day_corrections (id, act, person, day, at, actor, site, zone, marks, reason, key, fingerprint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, entry.id.rawValue, entry.act.rawValue, entry.person.rawValue, entry.date.daysSinceEpoch,
            entry.time.millisecondsSinceEpoch, entry.actor.rawValue, entry.site.rawValue,
            entry.zone.identifier,
            entry.marks?.stored(waivingBreak: entry.waivesBreak, corrected: entry.wasCorrected), entry.reason,
            key?.text, key?.fingerprint)
    }

    /// Tells a person's pages that a day of theirs was asked about or decided.
    func announce(_ correction: DayCorrection, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { body in
            body.member("correction", correction.id.rawValue)
            body.member("day", correction.date.description)
        }
        try append(
            FeedChange(topic: .person(correction.person), kind: "attendance.correction", body: json.text),
            at: time)
    }
}

extension SQLiteSchema {
    private static let columnsOfDayCorrections = """
        person TEXT NOT NULL,
        day INTEGER NOT NULL,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        site TEXT NOT NULL,
        zone TEXT NOT NULL,
        marks TEXT,
        reason TEXT NOT NULL,
        key TEXT,
        fingerprint BLOB,
        UNIQUE (person, key),
        """

    private static let aroundDayCorrections = """
        CREATE UNIQUE INDEX day_corrections_requests ON day_corrections (id) WHERE act = 'request';
        CREATE UNIQUE INDEX day_corrections_ends ON day_corrections (id) WHERE act <> 'request';
        CREATE INDEX day_corrections_of_person ON day_corrections (person, day);
        CREATE TRIGGER day_corrections_no_update BEFORE UPDATE ON day_corrections
        BEGIN SELECT RAISE(ABORT, 'corrections are append-only'); END;
        CREATE TRIGGER day_corrections_no_delete BEFORE DELETE ON day_corrections
        BEGIN SELECT RAISE(ABORT, 'corrections are append-only'); END;
        """

    /// Requests that other times count for a day, and what was decided, for good.
    static let dayCorrections = """
        CREATE TABLE day_corrections (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            act TEXT NOT NULL CHECK (act = 'request' OR act = 'withdraw' OR act = 'accept' OR act = 'change'
                OR act = 'reject'),
            \(columnsOfDayCorrections)
            CHECK (act = 'request' OR act = 'accept' OR act = 'change' OR marks IS NULL)
        ) STRICT;
        \(aroundDayCorrections)
        """

    /// Allows imported days.
    ///
    /// SQLite cannot change a check, so the migration rebuilds the table with the same rows.
    static let importedDays = """
        CREATE TABLE day_corrections_after (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            act TEXT NOT NULL CHECK (act = 'request' OR act = 'withdraw' OR act = 'accept' OR act = 'change'
                OR act = 'reject' OR act = 'import'),
            \(columnsOfDayCorrections)
            CHECK (act = 'request' OR act = 'accept' OR act = 'change' OR act = 'import' OR marks IS NULL)
        ) STRICT;
        INSERT INTO day_corrections_after
        SELECT number, id, act, person, day, at, actor, site, zone, marks, reason, key, fingerprint FROM day_corrections;
        DROP TABLE day_corrections;
        ALTER TABLE day_corrections_after RENAME TO day_corrections;
        \(aroundDayCorrections)
        """
}
