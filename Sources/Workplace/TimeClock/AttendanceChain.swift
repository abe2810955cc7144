import Cryptography
import SQLite

extension DatabaseCheck {
    /// Every record of attendance is as it was recorded, and none was removed or put in between.
    static let attendance = attendance(expecting: nil)

    /// The same, and one of the links is the one that somebody wrote down.
    static func attendance(expecting expected: String?) -> DatabaseCheck {
        DatabaseCheck(name: "attendance") { connection in
            let tables = try connection.tableNames()
            guard tables.contains("attendance_links") else { return .sound("no chain; serving makes one") }
            var chain = AttendanceChain(
                records: AttendanceRecord.allCases.filter { tables.contains($0.table) },
                expected: expected?.lowercased(), deletions: try connection.deletedRecords(among: tables))
            try chain.read(on: connection)
            if let damage = chain.damage { return .damaged(damage) }
            if let damage = try chain.unlinked(on: connection) { return .damaged(damage) }
            if let expected, !chain.isExpectedFound {
                return .damaged("no link is \(expected): the chain was made again, or its end was cut off")
            }
            guard chain.count > 0 else { return .sound("no records") }
            let deleted =
                chain.deleted == 0 ? "" : ", of which \(chain.deleted) were deleted when their time was over"
            return .sound("\(chain.count) records\(deleted), the last link is \(chain.last.hexadecimal)")
        }
    }
}

/// Reads the links in order, each with its record.
///
/// A link is the hash of its record together with the link before, which is stored too. So the records of each table are read in
/// their own order, some thousand links at a time, and nothing is looked up.
private struct AttendanceChain {
    private static let batch: Int64 = 20_000

    private struct Link {
        let recordNumber: Int64
        let hash: [UInt8]
        let before: [UInt8]
        let number: Int64
        var isRead = false
    }

    let records: [AttendanceRecord]
    let expected: String?
    let deletions: [AttendanceRecord: [ClosedRange<Int64>]]
    private(set) var count: Int64 = 0
    private(set) var last = AttendanceLink.start
    private(set) var damage: String?
    private(set) var isExpectedFound = false
    private(set) var deleted = 0

    init(
        records: [AttendanceRecord], expected: String?, deletions: [AttendanceRecord: [ClosedRange<Int64>]]
    ) {
        self.records = records
        self.expected = expected
        self.deletions = deletions
    }

    mutating func read(on connection: StoreConnection) throws {
        while damage == nil {
            let start = count
            let links = try nextLinks(on: connection)
            // Also damage that an earlier record has goes first.
            var found: [(number: Int64, what: String)] = damage.map { [(Int64.max, $0)] } ?? []
            for (record, links) in links { found += try check(links, of: record, on: connection) }
            damage = found.min { $0.number < $1.number }?.what
            if count == start { return }
        }
    }

    /// Reads the next links, by the kind of their records.
    private mutating func nextLinks(on connection: StoreConnection) throws -> [AttendanceRecord: [Link]] {
        var links: [AttendanceRecord: [Link]] = [:]
        for record in records { links[record] = [] }
        let sql = """
            SELECT number, record, record_number, hash FROM attendance_links WHERE number > ? AND number <= ?
            ORDER BY number
            """
        try connection.forEach(sql, count, count + Self.batch) { row in
            guard damage == nil else { return }
            let (number, word, hash) = (try row.int64(0), try row.text(1), try row.blob(3))
            guard number == count + 1 else {
                damage = "link \(count + 1) is missing"
                return
            }
            guard let record = AttendanceRecord(rawValue: word), records.contains(record) else {
                damage = "link \(number) names no kind of record"
                return
            }
            links[record]?.append(
                Link(recordNumber: try row.int64(2), hash: hash, before: last, number: number))
            if let expected, !isExpectedFound { isExpectedFound = hash.hexadecimal == expected }
            count = number
            last = hash
        }
        // A link beyond a gap of the numbers.
        if damage == nil, count < Int64.max {
            let next =
                try connection.first(
                    "SELECT min(number) FROM attendance_links WHERE number > ?", count
                ) { try $0.optionalInt64(0) } ?? nil
            if let next, next > count + 1 { damage = "link \(count + 1) is missing" }
        }
        return links
    }

    /// Compares records with their links.
    private mutating func check(
        _ links: [Link], of record: AttendanceRecord, on connection: StoreConnection
    ) throws -> [(number: Int64, what: String)] {
        guard let first = links.map(\.recordNumber).min(), let end = links.map(\.recordNumber).max() else {
            return []
        }
        var found: [(number: Int64, what: String)] = []
        var links = links.sorted { $0.recordNumber < $1.recordNumber }
        var place = 0
        var bytes: [UInt8] = []
        let name = Array(record.rawValue.utf8)
        let sql = """
            SELECT \(record.columns.joined(separator: ", ")) FROM \(record.table) WHERE number >= ? AND number <= ?
            ORDER BY number
            """
        try connection.forEach(sql, first, end) { row in
            let number = try row.int64(0)
            while place < links.count, links[place].recordNumber < number { place += 1 }
            guard place < links.count, links[place].recordNumber == number else { return }
            links[place].isRead = true
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: links[place].before)
            bytes.append(contentsOf: name)
            for column in record.columns.indices { try AttendanceLink.append(column, of: row, to: &bytes) }
            guard SHA256.digest(of: bytes) != links[place].hash else { return }
            found.append(
                (
                    links[place].number,
                    "\(record.rawValue) \(number) is not as it was recorded, or link \(links[place].number) was changed"
                ))
        }
        let ranges = deletions[record] ?? []
        for link in links where !link.isRead {
            if ranges.contains(where: { $0.contains(link.recordNumber) }) {
                deleted += 1
            } else {
                found.append(
                    (
                        link.number,
                        "\(record.rawValue) \(link.recordNumber), which link \(link.number) names, is missing"
                    ))
            }
        }
        return found
    }

    /// A record without a link, which something else than the program has inserted.
    func unlinked(on connection: StoreConnection) throws -> String? {
        // The first record after an update links those of earlier versions.
        guard count > 0 else { return nil }
        for record in records {
            let sql = """
                SELECT min(number) FROM \(record.table) WHERE NOT EXISTS
                    (SELECT 1 FROM attendance_links WHERE record = ? AND record_number = \(record.table).number)
                """
            let number = try connection.first(sql, record.rawValue) { try $0.optionalInt64(0) } ?? nil
            if let number { return "\(record.rawValue) \(number) has no link" }
        }
        return nil
    }
}

extension StoreConnection {
    fileprivate func tableNames() throws -> Set<String> {
        Set(try all("SELECT name FROM sqlite_schema WHERE type = 'table'") { try $0.text(0) })
    }

    /// The records that were deleted when their time was over.
    fileprivate func deletedRecords(
        among tables: Set<String>
    ) throws -> [AttendanceRecord: [ClosedRange<Int64>]] {
        guard tables.contains("attendance_deletions") else { return [:] }
        var ranges: [AttendanceRecord: [ClosedRange<Int64>]] = [:]
        try forEach("SELECT record, first, last FROM attendance_deletions ORDER BY number") { row in
            let (first, last) = (try row.int64(1), try row.int64(2))
            guard let record = AttendanceRecord(rawValue: try row.text(0)), first <= last else { return }
            ranges[record, default: []].append(first...last)
        }
        return ranges
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
