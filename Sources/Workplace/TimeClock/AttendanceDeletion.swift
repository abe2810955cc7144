import Attendance
import Cryptography
public import Essentials
import JSON
import SQLite

/// A signed report of the records of a place that were deleted after their retention period.
public struct AttendanceDeletionReport: Hashable, Sendable {
    /// A month whose records were deleted.
    public struct Month: Hashable, Sendable {
        /// The month.
        public let month: CalendarMonth
        /// The day of its last entry.
        public let lastEntry: CalendarDate
        /// The last day on which it was kept.
        public let keptUntil: CalendarDate
        /// How many records were deleted.
        public let records: Int
    }

    /// The place.
    public let site: SiteID
    /// The months, in order.
    public let months: [Month]
    /// The signed JSON; `nil` before anything is deleted.
    public let document: String?
    /// The signature of the document by ECDSA over P-256 with SHA-256, 64 bytes as base64url.
    public let signature: String?
    /// The public key, as base64url of the uncompressed point.
    public let key: String?
}

extension AttendanceService {
    /// Deletes the records of all places whose retention period has ended, or lists them.
    ///
    /// The links of the chain stay, so that all other records can still be verified. The newest record of each kind stays too, with the
    /// whole shift, correction or closing that it belongs to.
    ///
    /// - Parameter person: The person who is responsible for the deletion; `nil` deletes nothing.
    /// - Returns: A report for each place with months to delete.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func deleteExpired(by person: PersonID?) async throws -> [AttendanceDeletionReport] {
        let campus = try campuses.inForce()
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let ids = campus.sites.map { _ in PunchID(at: time, using: &generator).rawValue }
        guard let person else {
            return try await store.read { reading in
                try campus.sites.compactMap { site in
                    let due = try reading.expired(at: site, by: time)
                    return due.isEmpty ? nil : AttendanceDeletionReport(site, due)
                }
            }
        }
        return try await store.write { transaction in
            try zip(campus.sites, ids).compactMap { site, id in
                let due = try transaction.expired(at: site, by: time)
                return due.isEmpty
                    ? nil : try transaction.delete(due, at: site, by: person, named: id, at: time)
            }
        }
    }
}

/// What a rule of retention means for a place, and what was deleted there.
public struct AttendanceRetentionState: Sendable {
    /// A report of a deletion.
    public struct Report: Hashable, Sendable {
        /// When.
        public let time: Timestamp
        /// Who answered for it.
        public let person: PersonID
        /// What was signed, as JSON.
        public let document: String
        /// The signature, as base64url.
        public let signature: String
    }

    /// The months whose time is over, the first one first.
    public let due: [AttendanceDeletionReport.Month]
    /// The first month that is still kept, and how long at least; `nil` without a rule or records.
    public let next: (month: CalendarMonth, keptUntil: CalendarDate)?
    /// What was deleted, the latest first; ``reportsAtMost`` of them.
    public let reports: [Report]

    /// How many reports are read.
    public static let reportsAtMost = 50
}

extension AttendanceService {
    /// What the rule of retention of a place means.
    ///
    /// - Parameters:
    ///   - site: The place.
    ///   - proposed: A campus with another rule; `nil` for the one in force.
    /// - Returns: What is due, and what was deleted.
    /// - Throws: ``WorkplaceRefusal/noCampus``, ``WorkplaceRefusal/unknownSite(_:)``, or the store's own error.
    public func retention(
        at site: SiteID, with proposed: Campus? = nil
    ) async throws -> AttendanceRetentionState {
        let campus = try proposed ?? campuses.inForce()
        guard let place = campus.site(site) else { throw WorkplaceRefusal.unknownSite(site) }
        let time = now()
        return try await store.read { reading in
            let (due, next) = try reading.retention(at: place, by: time)
            return AttendanceRetentionState(
                due: AttendanceDeletionReport(place, due).months, next: next,
                reports: try reading.deletionReports(of: site))
        }
    }
}

/// A month that is due, with the numbers of its records.
struct ExpiredMonth {
    let month: CalendarMonth
    let lastEntry: CalendarDate
    let keptUntil: CalendarDate
    let numbers: [AttendanceRecord: [Int64]]

    var count: Int { numbers.values.reduce(0) { $0 + $1.count } }

    /// The numbers of its records as ranges, by kind.
    var ranges: [DeletedRange] {
        AttendanceRecord.allCases.flatMap { record in
            let numbers = (numbers[record] ?? []).sorted()
            let ranges: [ClosedRange<Int64>] = numbers.reduce(into: []) { ranges, number in
                if let last = ranges.last, last.upperBound + 1 == number {
                    ranges[ranges.count - 1] = last.lowerBound...number
                } else {
                    ranges.append(number...number)
                }
            }
            return ranges.map { DeletedRange(record: record, numbers: $0) }
        }
    }
}

extension AttendanceDeletionReport {
    fileprivate init(
        _ site: Site, _ due: [ExpiredMonth], _ signed: (text: String, signature: String, key: String)? = nil
    ) {
        self.site = site.id
        months = due.map {
            Month(month: $0.month, lastEntry: $0.lastEntry, keptUntil: $0.keptUntil, records: $0.count)
        }
        (document, signature, key) = (signed?.text, signed?.signature, signed?.key)
    }
}

extension ReadTransaction {
    /// The months of a place whose retention period has ended, oldest first.
    func expired(at site: Site, by now: Timestamp) throws -> [ExpiredMonth] {
        try retention(at: site, by: now).due
    }

    /// The months of a place that are no longer kept, and the first one that is, with how long it is at least.
    func retention(
        at site: Site, by now: Timestamp
    ) throws -> (due: [ExpiredMonth], next: (month: CalendarMonth, keptUntil: CalendarDate)?) {
        guard let rule = site.attendanceRetention else { return ([], nil) }
        let today = site.zone.date(at: now)
        let first =
            try connection.first(
                """
                SELECT min(day) FROM (SELECT min(at) / 86400000 - 1 AS day FROM punches WHERE site = ?1
                    UNION ALL SELECT min(day) FROM day_corrections WHERE site = ?1
                    UNION ALL SELECT min(month) FROM attendance_periods WHERE site = ?1) AS days
                """, site.id.rawValue
            ) { try $0.optionalInt64(0) } ?? nil
        guard let first else { return ([], nil) }
        var month = CalendarMonth(of: CalendarDate(daysSinceEpoch: Int(first)))
        // No record of a month can expire before the retention period has passed since the end of the month.
        while rule.lastDay(of: month, lastEntry: month.end) < today { month = CalendarMonth(of: month.end) }
        let due = try records(of: site, before: month.first).compactMap { month, records -> ExpiredMonth? in
            let last = records.lastEntry.map { site.zone.date(at: $0) } ?? month.end
            let until = rule.lastDay(of: month, lastEntry: last)
            return until < today && !records.numbers.isEmpty
                ? ExpiredMonth(month: month, lastEntry: last, keptUntil: until, numbers: records.numbers)
                : nil
        }
        return (
            due.sorted { $0.month.first < $1.month.first },
            (month, rule.lastDay(of: month, lastEntry: month.end))
        )
    }

    /// The reports of what was deleted of a place, the latest first.
    fileprivate func deletionReports(of site: SiteID) throws -> [AttendanceRetentionState.Report] {
        let sql = """
            SELECT at, actor, content, signature FROM attendance_reports WHERE site = ? ORDER BY number DESC LIMIT ?
            """
        return try connection.all(sql, site.rawValue, AttendanceRetentionState.reportsAtMost) { row in
            try row.decoded(from: "attendance_reports", id: nil) { row in
                guard let person = PersonID(try row.text(1)) else { return nil }
                return AttendanceRetentionState.Report(
                    time: try row.timestamp(0), person: person, document: try row.text(2),
                    signature: try row.text(3))
            }
        }
    }
}

extension WriteTransaction {
    /// Deletes months of a place, and records the deletion.
    fileprivate func delete(
        _ due: [ExpiredMonth], at site: Site, by person: PersonID, named id: String, at time: Timestamp
    ) throws -> AttendanceDeletionReport {
        let key = try deletionKey()
        let point = Base64URL.encode(key.publicPoint)
        let ranges = due.flatMap(\.ranges)
        var json = JSONWriter()
        json.object { json in
            json.member("report", id)
            json.member("site", site.id.rawValue)
            json.member("at", time.description)
            json.member("by", person.rawValue)
            json.member("key", point)
            json.member("deletions", DeletedRange.digest(of: ranges))
            json.member("months") { json in
                json.array { json in for month in due { json.write(month) } }
            }
        }
        let text = json.text
        let signature = Base64URL.encode(try key.signature(of: Array(text.utf8)))
        try connection.execute(
            "INSERT INTO attendance_reports (id, site, at, actor, content, signature) VALUES (?, ?, ?, ?, ?, ?)",
            id, site.id.rawValue, time.millisecondsSinceEpoch, person.rawValue, text, signature)
        for range in ranges {
            try connection.execute(
                "INSERT INTO attendance_deletions (report, record, first, last) VALUES (?, ?, ?, ?)", id,
                range.record.rawValue, range.numbers.lowerBound, range.numbers.upperBound)
        }
        try linkAttendance()
        // Offline punches and closed months refer to other records, so they are deleted first.
        for record in [AttendanceRecord.offline, .result, .correction, .period, .punch] {
            for number in due.flatMap({ $0.numbers[record] ?? [] }) {
                try connection.execute("DELETE FROM \(record.table) WHERE number = ?", number)
            }
        }
        return AttendanceDeletionReport(site, due, (text, signature, point))
    }

    /// The key that signs reports; the first report creates it.
    private func deletionKey() throws -> P256PrivateKey {
        let known = try connection.first("SELECT scalar FROM attendance_keys") { try $0.blob(0) }
        if let known { return try P256PrivateKey(scalar: known) }
        let key = try P256PrivateKey()
        try connection.execute("INSERT INTO attendance_keys (number, scalar) VALUES (1, ?)", key.scalar)
        return key
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ month: ExpiredMonth) {
        object { json in
            json.member("month", month.month.description)
            json.member("lastEntry", month.lastEntry.description)
            json.member("keptUntil", month.keptUntil.description)
            for record in AttendanceRecord.allCases {
                guard let numbers = month.numbers[record] else { continue }
                json.member(named: record.rawValue) { $0.integer(numbers.count) }
            }
        }
    }
}

extension SQLiteSchema {
    /// The number ranges of deleted records, and the signed reports of their deletion.
    static let attendanceDeletions: String = {
        let tables = [
            ("punches", "punch"), ("day_corrections", "correction"), ("attendance_periods", "period"),
            ("closed_months", "result"), ("offline_punches", "offline"),
        ]
        let triggers = tables.map { table, record in
            """
            DROP TRIGGER \(table)_no_delete;
            CREATE TRIGGER \(table)_no_delete BEFORE DELETE ON \(table) WHEN NOT EXISTS
                (SELECT 1 FROM attendance_deletions WHERE record = '\(record)' AND OLD.number BETWEEN first AND last)
            BEGIN SELECT RAISE(ABORT, '\(table) are append-only'); END;
            """
        }
        return """
            CREATE TABLE attendance_keys (number INTEGER PRIMARY KEY, scalar BLOB NOT NULL) STRICT;
            CREATE TABLE attendance_reports (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                site TEXT NOT NULL,
                at INTEGER NOT NULL,
                actor TEXT NOT NULL,
                content TEXT NOT NULL,
                signature TEXT NOT NULL
            ) STRICT;
            CREATE TRIGGER attendance_reports_no_update BEFORE UPDATE ON attendance_reports
            BEGIN SELECT RAISE(ABORT, 'reports are append-only'); END;
            CREATE TRIGGER attendance_reports_no_delete BEFORE DELETE ON attendance_reports
            BEGIN SELECT RAISE(ABORT, 'reports are append-only'); END;
            CREATE TABLE attendance_deletions (
                number INTEGER PRIMARY KEY,
                report TEXT NOT NULL,
                record TEXT NOT NULL,
                first INTEGER NOT NULL,
                last INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX attendance_deletions_by_record ON attendance_deletions (record, first, last);
            CREATE TRIGGER attendance_deletions_no_update BEFORE UPDATE ON attendance_deletions
            BEGIN SELECT RAISE(ABORT, 'deletions are append-only'); END;
            CREATE TRIGGER attendance_deletions_no_delete BEFORE DELETE ON attendance_deletions
            BEGIN SELECT RAISE(ABORT, 'deletions are append-only'); END;
            \(triggers.joined(separator: "\n"))
            """
    }()
}
