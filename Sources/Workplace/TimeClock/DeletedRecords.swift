import Cryptography
import Essentials
import JSON
import SQLite

/// Numbers of records of one kind that were deleted.
struct DeletedRange: Hashable {
    let record: AttendanceRecord
    let numbers: ClosedRange<Int64>

    /// The digest of ranges in order, which the report of their deletion signs.
    static func digest(of ranges: some Sequence<DeletedRange>) -> String {
        let text = ranges.map { "\($0.record.rawValue) \($0.numbers.lowerBound) \($0.numbers.upperBound)\n" }
            .joined()
        return Hexadecimal.encode(SHA256.digest(of: Array(text.utf8)))
    }
}

/// The records that signed reports say were deleted after their retention period.
struct DeletedRecords {
    /// What is wrong with the first report or range that does not hold; `nil` when all do.
    private(set) var damage: String?
    /// The numbers of each kind, ascending and apart.
    private var numbers: [AttendanceRecord: [ClosedRange<Int64>]] = [:]

    /// Makes a value for a file without reports.
    init() {}

    /// Reads the ranges of a file, and checks each against its report.
    init(on connection: StoreConnection) throws {
        var ranges: [String: [DeletedRange]] = [:]
        let deletions = "SELECT number, report, record, first, last FROM attendance_deletions ORDER BY number"
        try connection.forEach(deletions) { row in
            let (number, first, last) = (try row.int64(0), try row.int64(3), try row.int64(4))
            guard let record = AttendanceRecord(rawValue: try row.text(2)), first > 0, first <= last else {
                return note("deletion \(number) names no records")
            }
            ranges[try row.text(1), default: []].append(DeletedRange(record: record, numbers: first...last))
        }
        let scalar = try connection.first("SELECT scalar FROM attendance_keys") { try $0.blob(0) }
        // With a damaged key no report holds.
        let key = try? scalar.map { try P256PrivateKey(scalar: $0).publicKey }
        let reports = "SELECT number, id, site, content, signature FROM attendance_reports ORDER BY number"
        try connection.forEach(reports) { row in
            let number = try row.int64(0)
            let report = SignedDeletion(
                id: try row.text(1), site: try row.text(2), content: try row.text(3),
                signature: try row.text(4))
            let own = ranges.removeValue(forKey: report.id) ?? []
            if let mistake = report.mistake(deleting: own, signedBy: key) {
                note("report \(number) of a deletion \(mistake)")
            }
            for range in own { numbers[range.record, default: []].append(range.numbers) }
        }
        if !ranges.isEmpty { note("a deletion is in no report") }
        numbers = numbers.mapValues(Self.joined)
    }

    private mutating func note(_ damage: String) { self.damage = self.damage ?? damage }

    /// Whether a record was deleted.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    func contains(_ record: AttendanceRecord, _ number: Int64) -> Bool {
        let ranges = numbers[record] ?? []
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(number)
    }

    private static func joined(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }
}

/// A report as the ledger keeps it.
private struct SignedDeletion {
    /// What the report says about a month.
    private struct Month {
        let lastEntry: CalendarDate
        let keptUntil: CalendarDate
        /// How many records of each kind were deleted, in the order of the ranges.
        let counts: [(record: AttendanceRecord, count: Int64)]
    }

    private struct Statement {
        let id: String
        let site: String
        let time: Timestamp
        let digest: String
        let months: [Month]
    }

    let id: String
    let site: String
    let content: String
    let signature: String

    /// Why the report does not cover ranges; `nil` when it does.
    func mistake(deleting ranges: [DeletedRange], signedBy key: PublicKey?) -> String? {
        let bytes = Array(content.utf8)
        guard let key, let signature = Base64URL.decode(signature),
            key.isValid(signature: signature, of: bytes, algorithm: .es256(.concatenated))
        else { return "is not signed with the key of this installation" }
        guard let statement = Self.statement(bytes), statement.id == id, statement.site == site else {
            return "is not what was signed"
        }
        guard statement.digest == DeletedRange.digest(of: ranges), Self.counts(statement.months, fit: ranges)
        else {
            return "does not cover the records that were deleted by it"
        }
        let day = Zone.utc.date(at: statement.time)
        let isTooEarly = statement.months.contains {
            $0.keptUntil > day
                || $0.keptUntil < AttendanceRetention.day(AttendanceRetention.leastFloor, after: $0.lastEntry)
        }
        return isTooEarly ? "covers records within their retention period" : nil
    }

    /// Whether the ranges have as many records of each kind as the months, in the same order.
    private static func counts(_ months: [Month], fit ranges: [DeletedRange]) -> Bool {
        var rest = ranges[...]
        for (record, count) in months.flatMap(\.counts) {
            var left = count
            while left > 0, let range = rest.first, range.record == record {
                left -= range.numbers.upperBound - range.numbers.lowerBound + 1
                rest = rest.dropFirst()
            }
            guard left == 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func statement(_ bytes: [UInt8]) -> Statement? {
        try? JSONValue(parsing: bytes).read { reader -> Statement? in
            let id = reader["report"].string()
            let site = reader["site"].string()
            let time = reader["at"].text(as: { Timestamp($0) }, "must be a time")
            let digest = reader["deletions"].string()
            let months = reader["months"].array { month -> Month? in
                let lastEntry = month["lastEntry"].text(as: { CalendarDate($0) }, "must be a date")
                let keptUntil = month["keptUntil"].text(as: { CalendarDate($0) }, "must be a date")
                let counts = AttendanceRecord.allCases.compactMap { record in
                    month[record.rawValue].optional?.integer(in: 1...Int64.max).map {
                        (record: record, count: $0)
                    }
                }
                guard let lastEntry, let keptUntil else { return nil }
                return Month(lastEntry: lastEntry, keptUntil: keptUntil, counts: counts)
            }
            guard let id, let site, let time, let digest, let months else { return nil }
            return Statement(id: id, site: site, time: time, digest: digest, months: months)
        }
    }
}
