import Cryptography
import Dispatch
import SQLite
import Synchronization

extension DatabaseCheck {
    /// Checks that no record of attendance was changed, removed or inserted later.
    static let attendance = attendance(expecting: nil)

    /// Checks the same, and that the chain has a link that somebody wrote down.
    static func attendance(expecting expected: String?) -> DatabaseCheck {
        DatabaseCheck(name: "attendance") { connection in
            let tables = try connection.tableNames()
            guard tables.contains("attendance_links") else { return .sound("no chain; serving makes one") }
            let deletions =
                tables.contains("attendance_deletions")
                ? try DeletedRecords(on: connection) : DeletedRecords()
            if let damage = deletions.damage { return .damaged(damage) }
            var chain = AttendanceChain(
                records: AttendanceRecord.allCases.filter { tables.contains($0.table) },
                expected: expected?.lowercased(), deletions: deletions)
            if let damage = try chain.read(on: connection) { return .damaged(damage) }
            if let damage = try chain.unlinked(on: connection) { return .damaged(damage) }
            if let expected, !chain.isExpectedFound {
                return .damaged("no link is \(expected): the chain was made again, or its end was cut off")
            }
            guard chain.count > 0 else { return .sound("no records") }
            let deleted =
                chain.deleted == 0 ? "" : ", of which \(chain.deleted) were deleted when their time was over"
            return .sound(
                "\(chain.count) records\(deleted), the last link is \(Hexadecimal.encode(chain.last))")
        }
    }
}

/// Reads the links in order, each with its record.
///
/// A link is the hash of its record together with the link before, which is stored too. So the records of each table are read in
/// their own order, some thousand links at a time, and nothing is looked up. Another thread hashes them meanwhile.
private struct AttendanceChain {
    private static let batch: Int64 = 20_000

    /// Some links in order.
    private struct Links {
        /// The number of the first.
        let first: Int64
        /// The hash of the link before the first, then that of each.
        var hashes: [UInt8]
        /// For each kind of record the numbers of its records, each with the place of its link.
        var records: [[(record: Int64, place: Int)]]
    }

    /// How far the records of one kind were read.
    private struct Progress {
        /// The greatest number of a record that a link names.
        var last: Int64?
        /// Whether the links name the records in the order of their numbers, as the program does.
        var isOrdered = true
        /// The first record without a link, among those up to the last one that is named.
        var unlinked: Int64?
    }

    let records: [AttendanceRecord]
    let expected: String?
    let deletions: DeletedRecords
    private(set) var count: Int64 = 0
    private(set) var last = AttendanceLink.start
    private(set) var isExpectedFound = false
    private(set) var deleted = 0
    private var progress: [AttendanceRecord: Progress] = [:]

    init(records: [AttendanceRecord], expected: String?, deletions: DeletedRecords) {
        self.records = records
        self.expected = expected
        self.deletions = deletions
    }

    /// Reads the whole chain.
    ///
    /// - Returns: The damage of the first link that has one; `nil` when there is none.
    mutating func read(on connection: StoreConnection) throws -> String? {
        let hashing = RecordHashing()
        while hashing.damage == nil {
            let start = count
            let links = try nextLinks(on: connection, reporting: hashing)
            for (record, named) in zip(records, links.records) {
                try check(named, of: record, links, on: connection, by: hashing)
            }
            if count == start { break }
        }
        return hashing.finish()?.text
    }

    /// Reads the next links, by the kind of their records.
    private mutating func nextLinks(
        on connection: StoreConnection, reporting hashing: RecordHashing
    ) throws -> Links {
        var links = Links(first: count + 1, hashes: last, records: records.map { _ in [] })
        links.hashes.reserveCapacity((Int(Self.batch) + 1) * AttendanceLink.start.count)
        var isWhole = true
        // Most links name a record of the same kind as the one before.
        var (word, kind) = ("", Int?.none)
        func end(_ text: String) {
            isWhole = false
            // Damage of a record before it goes first.
            hashing.note(ChainDamage(number: Int64.max, text: text))
        }
        let sql = """
            SELECT number, record, record_number, hash FROM attendance_links WHERE number > ? AND number <= ?
            ORDER BY number
            """
        try connection.forEach(sql, count, count + Self.batch) { row in
            guard isWhole else { return }
            let number = try row.int64(0)
            guard number == count + 1 else { return end("link \(count + 1) is missing") }
            let name = try row.text(1)
            if name != word { (word, kind) = (name, records.firstIndex { $0.rawValue == name }) }
            guard let kind else { return end("link \(number) names no kind of record") }
            let recordNumber = try row.int64(2)
            let start = links.hashes.count
            let other = try row.value(3) { _, bytes in unsafe links.hashes.append(contentsOf: bytes) }
            guard other == nil, links.hashes.count == start + AttendanceLink.start.count else {
                isWhole = false
                return hashing.note(.changed(records[kind], recordNumber, link: number))
            }
            links.records[kind].append((recordNumber, Int(number - links.first)))
            if let expected, !isExpectedFound {
                isExpectedFound = Hexadecimal.encode(links.hashes[start...]) == expected
            }
            count = number
        }
        last = Array(links.hashes.suffix(AttendanceLink.start.count))
        // A link beyond a gap of the numbers.
        if isWhole, count < Int64.max {
            let next =
                try connection.first(
                    "SELECT min(number) FROM attendance_links WHERE number > ?", count
                ) { try $0.optionalInt64(0) } ?? nil
            if let next, next > count + 1 { end("link \(count + 1) is missing") }
        }
        return links
    }

    /// Compares records with their links.
    private mutating func check(
        _ named: [(record: Int64, place: Int)], of record: AttendanceRecord, _ links: Links,
        on connection: StoreConnection, by hashing: RecordHashing
    ) throws {
        guard let greatest = named.map(\.record).max() else { return }
        var named = named
        var progress = self.progress[record] ?? Progress()
        var before = progress.last
        for (number, _) in named where progress.isOrdered {
            progress.isOrdered = before.map { $0 < number } ?? true
            before = number
        }
        if !progress.isOrdered { named.sort { $0.record < $1.record } }
        // Where numbers only grow, a record between those that are named has no link.
        let start =
            progress.isOrdered ? progress.last.map { $0 + 1 } ?? Int64.min : named.first?.record ?? greatest
        var place = 0
        var isRead = false
        func missed() {
            let (number, link) = (named[place].record, links.first + Int64(named[place].place))
            if deletions.contains(record, number) {
                deleted += 1
            } else {
                let text = "\(record.rawValue) \(number), which link \(link) names, is missing"
                hashing.note(ChainDamage(number: link, text: text))
            }
        }
        func next() {
            if !isRead { missed() }
            place += 1
            isRead = false
        }
        var hashed = HashedRecords(record, links.hashes, from: links.first)
        let sql = """
            SELECT \(record.columns.joined(separator: ", ")) FROM \(record.table) WHERE number >= ? AND number <= ?
            ORDER BY number
            """
        try connection.forEach(sql, start, greatest) { row in
            let number = try row.int64(0)
            while place < named.count, named[place].record < number { next() }
            guard place < named.count, named[place].record == number else {
                if progress.unlinked == nil { progress.unlinked = number }
                return
            }
            isRead = true
            try hashed.append(row, number, named[place].place)
            if hashed.isFull {
                hashing.add(hashed)
                hashed = HashedRecords(record, links.hashes, from: links.first)
            }
        }
        while place < named.count { next() }
        hashing.add(hashed)
        progress.last = max(progress.last ?? greatest, greatest)
        self.progress[record] = progress
    }

    /// Finds a record without a link, which the program did not insert.
    func unlinked(on connection: StoreConnection) throws -> String? {
        // The first record after an update links those of earlier versions.
        guard count > 0 else { return nil }
        for record in records {
            let number: Int64?
            if let progress = progress[record], progress.isOrdered, let last = progress.last {
                number =
                    try progress.unlinked
                    ?? connection.first("SELECT min(number) FROM \(record.table) WHERE number > ?", last) {
                        try $0.optionalInt64(0)
                    } ?? nil
            } else {
                let sql = """
                    SELECT min(number) FROM \(record.table) WHERE NOT EXISTS
                        (SELECT 1 FROM attendance_links WHERE record = ? AND record_number = \(record.table).number)
                    """
                number = try connection.first(sql, record.rawValue) { try $0.optionalInt64(0) } ?? nil
            }
            if let number { return "\(record.rawValue) \(number) has no link" }
        }
        return nil
    }
}

/// What is wrong with a link or its record.
private struct ChainDamage {
    /// The number of the link.
    let number: Int64
    let text: String

    static func changed(_ record: AttendanceRecord, _ number: Int64, link: Int64) -> ChainDamage {
        ChainDamage(
            number: link,
            text: "\(record.rawValue) \(number) is not as it was recorded, or link \(link) was changed")
    }
}

/// Some records as the bytes that their links hash, one behind the other.
private struct HashedRecords: Sendable {
    private static let byteCount = 1 << 18

    private let record: AttendanceRecord
    private let hashes: [UInt8]
    private let firstLink: Int64
    private let name: [UInt8]
    private let columnCount: Int
    private var bytes: [UInt8] = []
    private var records: [(number: Int64, place: Int, end: Int)] = []

    init(_ record: AttendanceRecord, _ hashes: [UInt8], from firstLink: Int64) {
        self.record = record
        self.hashes = hashes
        self.firstLink = firstLink
        name = Array(record.rawValue.utf8)
        columnCount = record.columns.count
        bytes.reserveCapacity(Self.byteCount + 4_096)
    }

    var isFull: Bool { bytes.count >= Self.byteCount }

    /// Adds a record whose link has a place among the hashes.
    mutating func append(_ row: borrowing StoreRow, _ number: Int64, _ place: Int) throws {
        let size = AttendanceLink.start.count
        bytes.append(contentsOf: hashes[place * size..<(place + 1) * size])
        bytes.append(contentsOf: name)
        for column in 0..<columnCount { try AttendanceLink.append(column, of: row, to: &bytes) }
        records.append((number, place, bytes.count))
    }

    /// The damage of the first link that has one.
    func damage() -> ChainDamage? {
        var checker = SHA256Checker()
        var (first, start) = (ChainDamage?.none, 0)
        let size = AttendanceLink.start.count
        for (number, place, end) in records {
            let hash = hashes.span.extracting((place + 1) * size..<(place + 2) * size)
            let link = firstLink + Int64(place)
            if !checker.isDigest(hash, of: bytes.span.extracting(start..<end)), link < first?.number ?? .max {
                first = .changed(record, number, link: link)
            }
            start = end
        }
        return first
    }
}

/// Hashes records on a thread of its own while the next ones are read.
private final class RecordHashing: Sendable {
    private let queue = DispatchQueue(label: "vicinity.chain")
    /// How much waits at most, so that a slow processor does not fill the memory.
    private let room = DispatchSemaphore(value: 8)
    private let first = Mutex<ChainDamage?>(nil)

    /// The damage that is known of the first link that has any.
    var damage: ChainDamage? { first.withLock { $0 } }

    func note(_ damage: ChainDamage) {
        first.withLock { first in
            if first.map({ damage.number < $0.number }) ?? true { first = damage }
        }
    }

    func add(_ records: HashedRecords) {
        room.wait()
        queue.async { [self] in
            if let damage = records.damage() { note(damage) }
            room.signal()
        }
    }

    /// Waits until everything is hashed.
    func finish() -> ChainDamage? {
        queue.sync {}
        return damage
    }
}

extension StoreConnection {
    fileprivate func tableNames() throws -> Set<String> {
        Set(try all("SELECT name FROM sqlite_schema WHERE type = 'table'") { try $0.text(0) })
    }
}
