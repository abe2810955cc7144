import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// The answers of clients while the store refuses writes.
@Suite(.timeLimit(.minutes(1)))
struct OutageTests {
    @Test(arguments: StoreOutage.allCases)
    func `nothing is ready, and nothing is ordered, while nothing can be kept`(outage: StoreOutage)
        async throws
    {
        let store = Mutable<OutageStore>()
        try await withAPIFixture(over: { store.set(OutageStore($0)) }) { bench in
            let ada = try await bench.signIn("ada")
            #expect(try await bench.get("/readyz").status == 200)
            let before = try await bench.stateFingerprint()
            store.value?.begin(outage)
            // The outcome of a check is kept for a second.
            #expect(try await bench.get("/readyz").status == 200)
            bench.clock.advance(by: .seconds(1))
            for answer in [
                try await bench.get("/readyz"), try await bench.order(APIFixture.soup(), key: "k", as: ada),
                try await bench.post(
                    "/api/v1/attendance/punches", #"{"kind": "in", "site": "berlin"}"#, as: ada,
                    [("Idempotency-Key", "k")]),
            ] {
                #expect(answer.status == 503)
                #expect(answer.code == .string(outage.rawValue))
                #expect(answer["detail"]?.text?.hasSuffix(".") == true)
                #expect(answer.fields["Retry-After"] == "30")
            }
            #expect(try await bench.stateFingerprint() == before)
        }
    }

    @Test func `readiness is checked once in a second, however many ask`() async throws {
        let store = Mutable<CountingStore>()
        try await withAPIFixture(over: { store.set(CountingStore($0)) }) { bench in
            let check = StoreCheck(store: bench.services.store, now: bench.services.now)
            let reads = store.value?.counts.reads ?? 0
            for round in 1...2 {
                try await withThrowingDiscardingTaskGroup { group in
                    for _ in 0..<50 { group.addTask { try await check.run() } }
                }
                #expect((store.value?.counts.reads ?? 0) - reads == round)
                bench.clock.advance(by: .seconds(1))
            }
            #expect(store.value?.counts.mostAtOnce == 1)
        }
    }

    @Test func `readiness says that commits wait, and writes once until they do not`() async throws {
        let store = Mutable<StandbyStore>()
        try await withAPIFixture(over: { store.set(StandbyStore($0)) }) { bench in
            let standby = try #require(store.value)
            let check = StoreCheck(store: standby, patience: .milliseconds(1), now: bench.services.now)
            standby.loseStandby()
            let before = standby.writes
            for _ in 0..<3 {
                await #expect(throws: StoreOutage.commitWaits) { try await check.run() }
                bench.clock.advance(by: .seconds(1))
            }
            #expect(standby.writes == before + 1)
            standby.regainStandby()
            try await check.run()
        }
    }

    @Test func `a check whose caller was cancelled still waits for its write`() async throws {
        let (standby, counting) = (Mutable<StandbyStore>(), Mutable<CountingStore>())
        try await withAPIFixture(over: { counting.set(CountingStore(standby.set(StandbyStore($0)))) }) {
            bench in
            let (standby, counting) = (try #require(standby.value), try #require(counting.value))
            let check = StoreCheck(store: counting, patience: .seconds(3_600), now: bench.services.now)
            standby.loseStandby()
            let (reads, writes) = (counting.counts.reads, standby.writes)
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await check.run()
            }
            while standby.writes == writes { await Task.yield() }
            standby.regainStandby()
            try await call.value
            // It has read once, before the write, and has not asked again and again.
            #expect(counting.counts.reads == reads + 1)
        }
    }

    @Test func `a read is not told about a change that may have been made`() async throws {
        for outage in StoreOutage.allCases {
            let (read, change) = (Problem(outage, isRead: true), Problem(outage))
            #expect(read.code == change.code && read.detail?.hasSuffix(".") == true)
            #expect(read.detail?.contains("may have been") == false)
        }
        let doubtful = StoreOutage.allCases.filter { Problem($0).detail?.contains("may have been") == true }
        #expect(doubtful == [.diskFailed, .fileMoved, .serverAway])
    }

    @Test func `reads and changes of the interface are told what concerns them`() async throws {
        let store = Mutable<OutageStore>()
        try await withAPIFixture(over: { store.set(OutageStore($0)) }) { bench in
            let ada = try await bench.signIn("ada")
            store.value?.begin(.serverAway, alsoReads: true)
            let read = try await bench.get("/api/v1/orders", as: ada)
            #expect(read.code == "database-away")
            #expect(
                read["detail"]?.text
                    == "The server of the database does not answer. Repeat the request later.")
            store.value?.begin(.serverAway, alsoReads: false)
            let change = try await bench.order(APIFixture.soup(), key: "k", as: ada)
            #expect(change.code == "database-away")
            #expect(change["detail"]?.text?.contains("may have been made or not") == true)
        }
    }

    /// A multiple of weeks, so that the café is open.
    private static let tenYears: Duration = .seconds(522 * 7 * 24 * 3_600)

    @Test func `with the clock set back nothing is stamped, and an import says that the clock is right`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            _ = try await bench.placed(as: ada)
            let before = try await bench.stateFingerprint()
            #expect(try await bench.get("/readyz").status == 200)
            bench.clock.advance(by: .zero - Self.tenYears)
            let ready = try await bench.get("/readyz")
            let order = try await bench.order(APIFixture.soup(), key: "later", as: ada)
            let punch = try await bench.post(
                "/api/v1/attendance/punches", #"{"kind": "in", "site": "berlin"}"#, as: ada,
                [("Idempotency-Key", "k")])
            for answer in [ready, order, punch] {
                #expect(answer.status == 503)
                #expect(answer.code == "clock-behind")
            }
            #expect(try await bench.stateFingerprint() == before)
            // A clock that is a little behind is corrected without a word.
            bench.clock.advance(by: Self.tenYears - .seconds(200))
            #expect(try await bench.get("/readyz").status == 200)
            #expect(try await bench.order(APIFixture.soup(), key: "later", as: ada).status == 201)
            bench.clock.advance(by: .zero - Self.tenYears)
            try await bench.importCampus(TestCampus())
            #expect(try await bench.get("/readyz").status == 200)
            #expect(try await bench.order(APIFixture.soup(), key: "now", as: ada).status == 201)
        }
    }

    @Test func `a person sends only so many orders in a minute, and a repeated one is answered`()
        async throws
    {
        try await withAPIFixture(ordersPerMinute: 3) { bench in
            let ada = try await bench.signIn("ada")
            // Refused before the transaction, and not counted.
            for _ in 0..<4 {
                #expect(try await bench.order(APIFixture.soup(total: 1), key: "wrong", as: ada).status == 409)
            }
            // Refused in the transaction, which counts.
            #expect(try await bench.order(APIFixture.cake(4), key: "much", as: ada).status == 409)
            for key in ["one", "one", "one", "two"] { _ = try await bench.placed(key: key, as: ada) }
            #expect(try await bench.order(APIFixture.cake(4), key: "much", as: ada).status == 429)
            bench.clock.advance(by: .milliseconds(15_500))
            let before = try await bench.stateFingerprint()
            let refused = try await bench.order(APIFixture.soup(), key: "three", as: ada)
            #expect(refused.status == 429)
            #expect(refused.code == "too-many-orders")
            #expect(refused.fields["Retry-After"] == "45")
            #expect(try await bench.stateFingerprint() == before)
            let repeated = try await bench.order(APIFixture.soup(), key: "one", as: ada)
            #expect(repeated.status == 201)
            #expect(repeated.fields["Idempotent-Replayed"] == "true")
            let other = try await bench.signIn("grace")
            #expect(try await bench.order(APIFixture.soup(), key: "one", as: other).status == 201)
            bench.clock.advance(by: .milliseconds(44_500))
            #expect(try await bench.order(APIFixture.soup(), key: "three", as: ada).status == 201)
        }
    }

    @Test func `thirty orders in a minute are taken unless somebody says otherwise`() {
        let limit = MinuteLimit(30)
        for _ in 0..<30 { #expect(limit.add("ada", at: Fixture.noon) == nil) }
        #expect(limit.add("ada", at: Fixture.noon.advanced(by: .seconds(59))) == .seconds(1))
        #expect(limit.add("grace", at: Fixture.noon) == nil)
        #expect(limit.add("ada", at: Fixture.noon.advanced(by: .seconds(60))) == nil)
    }
}

/// Holds what a closure makes for a test to look at.
private final class Mutable<Value> {
    private(set) var value: Value?

    func set(_ value: Value) -> Value {
        self.value = value
        return value
    }
}
