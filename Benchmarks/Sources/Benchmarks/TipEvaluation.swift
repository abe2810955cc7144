import Foundation
import JSON
import SQLite
import TipEngine

/// Ten thousand tips with five rules each over a hundred thousand donations: `Benchmarks tips`.
///
/// The peer is SQLite asked for the same rules directly, over the same donations with an index that fits; of a merge, one that
/// inserts the rows it does not have.
struct TipEvaluation {
    private static let tips = 10_000
    private static let rules = 5
    private static let events = 1_000
    private static let donationsOfEach = 100
    private static let rounds = 200

    private let clock = ContinuousClock()
    private let start = RuleTime(microseconds: 1_765_000_000_000_000)

    /// Measures, and tells of it in a line of JSON: milliseconds, medians of rounds.
    func line() async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tips-\(UInt64.random(in: 0...(.max)))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/tips.store"
        try await fill(path)
        let (opening, available, store) = try opened(path)
        let (donation, all) = donations(store)
        let merge = merges()
        try await store.close()
        let peer = try await sql(path, available: available)
        let sqlMerge = try await sqlMerge(path)
        var json = JSONWriter()
        json.object { json in
            json.member("start", opening)
            json.member("donation", donation)
            json.member("all", all)
            json.member("merge", merge)
            json.member("sqlStart", peer.start)
            json.member("sqlDonation", peer.donation)
            json.member("sqlAll", peer.all)
            json.member("sqlMerge", sqlMerge)
        }
        return json.text
    }

    private func moment(_ seconds: Int) -> RuleTime {
        start.advanced(byMicroseconds: Int64(seconds) * 1_000_000)
    }

    private func event(_ number: Int) -> RuleText { RuleText("event-\(number % Self.events)") }

    private func payload(_ number: Int) -> RuleValue {
        .record([RuleField("area", .text(RuleText("area-\(number % 7)")))])
    }

    /// Five rules over two events and a parameter: counts, windows, a filter.
    private func tip(_ number: Int) -> TipDefinition {
        func more(_ query: DonationQuery, _ count: Int64) -> RuleExpression {
            .comparison(.greater, .count(query), .constant(.integer(count)))
        }
        let first = DonationQuery.all(of: event(number))
        let second = DonationQuery.all(of: event(number * 7 + 1))
        let isThere = RuleExpression.comparison(
            .equal, .member("area", of: .payload), .constant(.text("area-3")))
        return TipDefinition(
            id: TipID("tip-\(number)"),
            rules: [
                more(first, Int64(number % 150)), more(.within(.hours(10), first), 2), more(second, 20),
                more(.filtered(first, where: isThere), 1),
                .comparison(.notEqual, .parameter("role"), .constant(.text("guest"))),
            ])
    }

    private var ledger: TipLedger {
        var machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
        return (0..<(Self.events * Self.donationsOfEach)).reduce(into: TipLedger()) { ledger, number in
            ledger.merge(machine.donate(payload(number), to: event(number), at: moment(number)).delta)
        }
    }

    private func fill(_ path: String) async throws {
        let store = try TipStore(path: path)
        store.merge(ledger)
        try await store.close()
    }

    /// Opens the store, declares all tips, and asks for each status once.
    private func opened(_ path: String) throws -> (Double, Int, TipStore) {
        let now = moment(Self.events * Self.donationsOfEach)
        let tips = (0..<Self.tips).map { tip($0) }
        let begin = clock.now
        let store = try TipStore(path: path, now: { now })
        store.declare(tips)
        var available = 0
        for tip in tips where store.status(of: tip.id) == .available { available += 1 }
        let elapsed = milliseconds(begin.duration(to: clock.now))
        precondition(available > 0 && available < Self.tips, "the workload decides nothing")
        return (elapsed, available, store)
    }

    /// After one donation: the tips that depend on it, and all of them.
    private func donations(_ store: TipStore) -> (Double, Double) {
        var machine = TipStateMachine(ledger: store.ledger, replica: TipReplica(device: 2 << 8))
        let tips = (0..<Self.tips).map { tip($0) }
        for tip in tips { machine.declare(tip) }
        var now = moment(Self.events * Self.donationsOfEach)
        for tip in tips { _ = machine.status(of: tip.id, at: now) }
        var (dependent, everyone): ([Double], [Double]) = ([], [])
        for round in 0..<Self.rounds {
            now = now.advanced(byMicroseconds: 1)
            let readers = tips.filter { $0.rules.contains { $0.dependencies.events.contains(event(round)) } }
            let begin = clock.now
            _ = machine.donate(payload(round), to: event(round), at: now)
            for tip in readers { _ = machine.status(of: tip.id, at: now) }
            dependent.append(milliseconds(begin.duration(to: clock.now)))
            let again = clock.now
            for tip in tips { _ = machine.status(of: tip.id, at: now) }
            everyone.append(milliseconds(again.duration(to: clock.now)))
        }
        return (median(dependent), median(everyone))
    }

    /// Two stores of a hundred thousand donations each; both know half of them.
    private func merges() -> Double {
        let count = Self.events * Self.donationsOfEach
        func half(_ range: Range<Int>) -> TipLedger {
            var machine = TipStateMachine(replica: TipReplica(device: 3 << 8))
            machine.declare(EventDefinition(maximumCount: 2 * count), named: "one")
            for number in range { _ = machine.donate(payload(number), to: "one", at: moment(number * 2)) }
            return machine.ledger
        }
        func other() -> TipLedger {
            var machine = TipStateMachine(replica: TipReplica(device: 4 << 8))
            machine.declare(EventDefinition(maximumCount: 2 * count), named: "one")
            for number in 0..<(count / 2) {
                _ = machine.donate(payload(number), to: "one", at: moment(number * 4 + 1))
            }
            return machine.ledger
        }
        let shared = half(0..<(count / 2))
        let (left, right) = (half(0..<count), shared.merged(with: other()))
        return median(
            (0..<9).map { _ in
                let begin = clock.now
                let joined = left.merged(with: right)
                let elapsed = milliseconds(begin.duration(to: clock.now))
                precondition(joined.donationCount == count + count / 2, "donations were lost or doubled")
                return elapsed
            })
    }

    /// SQLite: opened and asked for the rules of all tips; asked for those that depend on one donation, and for all.
    private func sql(_ path: String, available: Int) async throws -> (
        start: Double, donation: Double, all: Double
    ) {
        let path = path + "-peer"
        try await fillPeer(path)
        let begin = clock.now
        let database = try Database(path: path)
        let found = try await database.read { try countAvailable($0) }
        let start = begin.duration(to: clock.now)
        precondition(found == available, "the peer answers otherwise")
        let (donation, all) = try await database.read { connection in
            let begin = clock.now
            for first in 0...1 {
                for number in stride(from: first, to: Self.tips, by: Self.events) {
                    _ = try isAvailable(number, connection)
                }
            }
            let middle = clock.now
            _ = try countAvailable(connection)
            return (begin.duration(to: middle), middle.duration(to: clock.now))
        }
        await database.close()
        return (milliseconds(start), milliseconds(donation), milliseconds(all))
    }

    private func countAvailable(_ connection: Connection) throws -> Int {
        try (0..<Self.tips).count(where: { try isAvailable($0, connection) })
    }

    /// Asks for the rules of a tip that are over donations, until one does not hold, as the engine does.
    private func isAvailable(_ number: Int, _ connection: Connection) throws -> Bool {
        let (first, second) = (number % Self.events, (number * 7 + 1) % Self.events)
        let tenHoursAgo = moment(Self.events * Self.donationsOfEach).microseconds - 36_000_000_000
        let count = "SELECT count(*) FROM donations WHERE event = ?"
        let all = try connection.first(count, first) { try $0.int(0) } ?? 0
        guard all > number % 150 else { return false }
        let recent = try connection.first(count + " AND time >= ?", first, tenHoursAgo) { try $0.int(0) } ?? 0
        guard recent > 2 else { return false }
        let others = try connection.first(count, second) { try $0.int(0) } ?? 0
        guard others > 20 else { return false }
        let there = try connection.first(count + " AND area = 'area-3'", first) { try $0.int(0) } ?? 0
        return there > 1
    }

    private func fillPeer(_ path: String) async throws {
        let database = try Database(path: path)
        let rows = Self.events * Self.donationsOfEach
        let base = start.microseconds
        try await database.write { connection in
            try connection.execute(
                "CREATE TABLE donations (event INTEGER NOT NULL, time INTEGER NOT NULL, area TEXT NOT NULL) STRICT"
            )
            for number in 0..<rows {
                try connection.execute(
                    "INSERT INTO donations VALUES (?, ?, ?)", number % Self.events,
                    base + Int64(number) * 1_000_000,
                    "area-\(number % 7)")
            }
            try connection.execute("CREATE INDEX by_event ON donations (event, time, area)")
        }
        await database.close()
    }

    /// SQLite: the same two histories as in the merge of stores, joined within a transaction, without its commit.
    private func sqlMerge(_ path: String) async throws -> Double {
        let database = try Database(path: path + "-merged")
        let rows = Self.events * Self.donationsOfEach
        let elapsed = try await database.write { connection in
            for table in ["known", "arrived"] {
                try connection.execute(
                    "CREATE TABLE \(table) (time INTEGER NOT NULL, replica INTEGER NOT NULL, sequence INTEGER NOT NULL, "
                        + "area TEXT NOT NULL, PRIMARY KEY (time, replica, sequence)) STRICT, WITHOUT ROWID")
            }
            func insert(_ table: String, _ time: Int, _ replica: Int, _ number: Int) throws {
                try connection.execute(
                    "INSERT INTO \(table) VALUES (?, ?, ?, ?)", time, replica, number, "area-\(number % 7)")
            }
            for number in 0..<rows {
                try insert("known", number * 2, 3, number)
                guard number < rows / 2 else { continue }
                try insert("arrived", number * 2, 3, number)
                try insert("arrived", number * 4 + 1, 4, number)
            }
            let begin = clock.now
            try connection.execute("INSERT OR IGNORE INTO known SELECT * FROM arrived")
            let elapsed = begin.duration(to: clock.now)
            let joined = try connection.first("SELECT count(*) FROM known") { try $0.int(0) }
            precondition(joined == rows + rows / 2, "rows were lost or doubled")
            return elapsed
        }
        await database.close()
        return milliseconds(elapsed)
    }

    private func milliseconds(_ duration: Duration) -> Double { duration / .microseconds(1) / 1_000 }

    private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
