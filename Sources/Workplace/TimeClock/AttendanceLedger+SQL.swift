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
    /// A row of `offline_punches`.
    case offline
    /// A row of `attendance_reports`.
    case report
    /// A row of `attendance_deletions`.
    case deletion

    /// The table.
    var table: String {
        switch self {
        case .punch: "punches"
        case .correction: "day_corrections"
        case .period: "attendance_periods"
        case .result: "closed_months"
        case .offline: "offline_punches"
        case .report: "attendance_reports"
        case .deletion: "attendance_deletions"
        }
    }

    /// The columns that the hash covers; the number comes first.
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
        case .offline: ["number", "punch", "device", "counter", "sent_at", "received_at"]
        case .report: ["number", "id", "site", "at", "actor", "content", "signature"]
        case .deletion: ["number", "report", "record", "first", "last"]
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
            case .integer(let integer): append(integer, to: &bytes)
            case .real(let real):
                begin(2, byteCount: 8, to: &bytes)
                appendBytes(of: Int64(bitPattern: real.bitPattern), to: &bytes)
            case .text(let text):
                begin(3, byteCount: text.utf8.count, to: &bytes)
                bytes.append(contentsOf: text.utf8)
            case .utf8(let text):
                begin(3, byteCount: text.count, to: &bytes)
                bytes.append(contentsOf: text)
            case .blob(let blob):
                begin(4, byteCount: blob.count, to: &bytes)
                bytes.append(contentsOf: blob)
            }
        }
        return SHA256.digest(of: bytes)
    }

    /// Appends the bytes of a column that the hash covers.
    static func append(_ column: Int, of row: borrowing StoreRow, to bytes: inout [UInt8]) throws {
        switch try row.value(
            column,
            withBytes: { kind, content in
                begin(kind == .text ? 3 : 4, byteCount: content.count, to: &bytes)
                unsafe bytes.append(contentsOf: content)
            })
        {
        case .null?: bytes.append(0)
        case .integer(let integer)?: append(integer, to: &bytes)
        case .real(let real)?:
            begin(2, byteCount: 8, to: &bytes)
            appendBytes(of: Int64(bitPattern: real.bitPattern), to: &bytes)
        default: break
        }
    }

    private static func append(_ integer: Int64, to bytes: inout [UInt8]) {
        begin(1, byteCount: 8, to: &bytes)
        appendBytes(of: integer, to: &bytes)
    }

    /// Appends the type and the length of a value.
    private static func begin(_ type: UInt8, byteCount: Int, to bytes: inout [UInt8]) {
        // At once, because each growth of the array checks that nobody else has it.
        unsafe withUnsafeTemporaryAllocation(byteCount: 9, alignment: 8) { head in
            unsafe head.storeBytes(of: type, as: UInt8.self)
            unsafe head.storeBytes(of: Int64(byteCount).bigEndian, toByteOffset: 1, as: Int64.self)
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(head))
        }
    }

    /// The eight bytes of a number, the highest first.
    private static func appendBytes(of integer: Int64, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: integer.bigEndian) { unsafe bytes.append(contentsOf: $0) }
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
