import Cryptography
import Essentials
import SQLite

/// The records of attendance, as the chain of hashes sees them.
enum AttendanceRecord: String, CaseIterable {
    /// A row of `punches`.
    case punch
    /// A row of `day_corrections`.
    case correction
    /// A row of `attendance_periods`.
    case period
    /// A row of `closed_months`.
    case result

    /// The table.
    var table: String {
        switch self {
        case .punch: "punches"
        case .correction: "day_corrections"
        case .period: "attendance_periods"
        case .result: "closed_months"
        }
    }

    /// The columns that the hash covers, which are all; the number comes first.
    var columns: [String] {
        switch self {
        case .punch:
            [
                "number", "id", "person", "kind", "at", "device_at", "site", "zone", "reminder", "source",
                "door",
                "starts_break", "key", "fingerprint",
            ]
        case .correction:
            [
                "number", "id", "act", "person", "day", "at", "actor", "site", "zone", "marks", "reason",
                "key",
                "fingerprint",
            ]
        case .period: ["number", "id", "act", "site", "month", "at", "actor", "reason"]
        case .result: ["number", "closing", "person", "month", "content"]
        }
    }
}

/// One link of the chain: the hash of a record together with the link before.
struct AttendanceLink {
    /// Before the first link.
    static let start = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// The hash of a record after another link.
    ///
    /// Every value has its type and length before it, so that no two records have the same bytes.
    static func hash(_ record: AttendanceRecord, _ values: [SQLValue], after last: [UInt8]) -> [UInt8] {
        var bytes = last
        bytes.append(contentsOf: record.rawValue.utf8)
        for value in values {
            switch value {
            case .null: bytes.append(0)
            case .integer(let integer): append(1, withBytes(of: integer), to: &bytes)
            case .real(let real): append(2, withBytes(of: Int64(bitPattern: real.bitPattern)), to: &bytes)
            case .text(let text): append(3, Array(text.utf8), to: &bytes)
            case .utf8(let text): append(3, text, to: &bytes)
            case .blob(let blob): append(4, blob, to: &bytes)
            }
        }
        return SHA256.digest(of: bytes)
    }

    private static func append(_ type: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(type)
        bytes.append(contentsOf: withBytes(of: Int64(content.count)))
        bytes.append(contentsOf: content)
    }

    /// The eight bytes of a number, the highest first.
    private static func withBytes(of integer: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: integer >> (56 - 8 * $0)) }
    }
}

extension WriteTransaction {
    /// Appends a link for every record that has none: the one that was just inserted, and those of earlier versions.
    func linkAttendance() throws {
        var (number, last) =
            try connection.first("SELECT number, hash FROM attendance_links ORDER BY number DESC LIMIT 1") {
                (try $0.int64(0), try $0.blob(1))
            } ?? (0, AttendanceLink.start)
        for record in AttendanceRecord.allCases {
            let sql = """
                SELECT \(record.columns.joined(separator: ", ")) FROM \(record.table) WHERE number > coalesce(
                    (SELECT max(record_number) FROM attendance_links WHERE record = ?), 0) ORDER BY number
                """
            let rows = try connection.all(sql, record.rawValue) { row in
                try record.columns.indices.map { try row.value($0) }
            }
            for values in rows {
                guard case .integer(let recordNumber)? = values.first else { continue }
                number += 1
                last = AttendanceLink.hash(record, values, after: last)
                try connection.execute(
                    "INSERT INTO attendance_links (number, record, record_number, hash) VALUES (?, ?, ?, ?)",
                    number,
                    record.rawValue, recordNumber, last)
            }
        }
    }
}

extension DatabaseCheck {
    /// Every punch and every correction is as it was recorded, and none was removed or put in between.
    static let attendance = attendance(expecting: nil)

    /// The same, and one of the links is the one that somebody wrote down.
    static func attendance(expecting expected: String?) -> DatabaseCheck {
        DatabaseCheck(name: "attendance") { connection in
            let isThere = try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'attendance_links'")
            {
                _ in true
            }
            guard isThere == true else { return .sound("no chain; serving makes one") }
            var reading = ChainReading(expected: expected?.lowercased())
            _ = try connection.all(ChainReading.sql) { try reading.read($0) }
            if let damage = reading.damage { return .damaged(damage) }
            if let damage = try unlinked(on: connection, links: reading.count) { return .damaged(damage) }
            if let expected, !reading.isExpectedFound {
                return .damaged("no link is \(expected): the chain was made again, or its end was cut off")
            }
            return .sound(
                reading.count == 0
                    ? "no records"
                    : "\(reading.count) records, the last link is \(reading.last.map(\.hexadecimal).joined())"
            )
        }
    }

    /// A record without a link, which something else than the program has inserted.
    private static func unlinked(on connection: Connection, links: Int) throws -> String? {
        for record in AttendanceRecord.allCases {
            let sql = """
                SELECT min(number) FROM \(record.table) WHERE number NOT IN
                    (SELECT record_number FROM attendance_links WHERE record = ?)
                """
            let number = try connection.first(sql, record.rawValue) { try $0.optionalInt64(0) } ?? nil
            // The first record after an update links those of earlier versions.
            if let number, links > 0 { return "\(record.rawValue) \(number) has no link" }
        }
        return nil
    }
}

/// Reads the links in order, each with its record.
private struct ChainReading {
    static let sql: String = {
        let columns = AttendanceRecord.allCases.flatMap { record in
            record.columns.map { "\(record.rawValue).\($0)" }
        }
        let joins = AttendanceRecord.allCases.map { record in
            let name = record.rawValue
            return
                "LEFT JOIN \(record.table) AS \(name) ON link.record = '\(name)' AND \(name).number = link.record_number"
        }.joined(separator: "\n")
        return """
            SELECT link.number, link.record, link.record_number, link.hash, \(columns.joined(separator: ", "))
            FROM attendance_links AS link
            \(joins)
            ORDER BY link.number
            """
    }()

    let expected: String?
    private(set) var count = 0
    private(set) var last = AttendanceLink.start
    private(set) var damage: String?
    private(set) var isExpectedFound = false

    init(expected: String?) { self.expected = expected }

    mutating func read(_ row: borrowing Row) throws {
        guard damage == nil else { return }
        let (number, hash) = (try row.int64(0), try row.blob(3))
        guard number == Int64(count) + 1 else {
            damage = "link \(count + 1) is missing"
            return
        }
        guard let record = AttendanceRecord(rawValue: try row.text(1)) else {
            damage = "link \(number) names no kind of record"
            return
        }
        let first = 4 + AttendanceRecord.allCases.prefix { $0 != record }.reduce(0) { $0 + $1.columns.count }
        let recordNumber = try row.int64(2)
        let name = "\(record.rawValue) \(recordNumber)"
        guard try !row.isNull(first) else {
            damage = "\(name), which link \(number) names, is missing"
            return
        }
        let values = try record.columns.indices.map { try row.value(first + $0) }
        let wanted = AttendanceLink.hash(record, values, after: last)
        guard wanted == hash else {
            damage = "\(name) is not as it was recorded, or link \(number) was changed"
            return
        }
        if let expected, !isExpectedFound { isExpectedFound = hash.map(\.hexadecimal).joined() == expected }
        count += 1
        last = hash
    }
}

extension UInt8 {
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
}

extension SQLiteSchema {
    /// A chain of hashes over punches and corrections, in the order in which they were recorded.
    static let attendanceLinks = """
        CREATE TABLE attendance_links (
            number INTEGER PRIMARY KEY,
            record TEXT NOT NULL CHECK (record = 'punch' OR record = 'correction'),
            record_number INTEGER NOT NULL,
            hash BLOB NOT NULL,
            UNIQUE (record, record_number)
        ) STRICT;
        CREATE TRIGGER attendance_links_no_update BEFORE UPDATE ON attendance_links
        BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
        CREATE TRIGGER attendance_links_no_delete BEFORE DELETE ON attendance_links
        BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
        """
}
