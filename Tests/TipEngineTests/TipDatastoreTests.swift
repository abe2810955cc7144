import SQLite
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(1))) struct TipDatastoreTests {
    private static let meals = Tips.Event<Meal>(id: "meals")
    private static let hunger = Tips.Parameter(id: "hunger", 3)

    @Test func `T9 T12 T49 T52 T67: everything is found again after a relaunch`() async throws {
        try await withFolder { folder in
            let first = try openStore(folder)
            await using(first) {
                await Self.meals.donate(Meal(name: "soup", price: 350, place: .init(area: "north")))
                await Self.meals.donate(Meal(name: "soup", price: 350, place: .init(area: "north")))
                Self.hunger.wrappedValue = 9
                TurnTip().invalidate(reason: .actionPerformed)
                _ = LoginTip().status
                LoginTip.isLoggedIn.wrappedValue = true
                #expect(await first.beginAppearance(of: "PositionTip", on: "x") == .refused(.pending))
                _ = PositionTip().status
                #expect(await first.beginAppearance(of: "PositionTip", on: "x") == .began)
            }
            let before = first.ledger
            try await first.close()
            let second = try openStore(folder)
            #expect(second.ledger == before)
            await using(second) {
                #expect(Self.meals.donations.map(\.price) == [350, 350])
                #expect(Self.hunger.wrappedValue == 9)
                #expect(TurnTip().status == .invalidated(.actionPerformed))
                #expect(second.ledger.tips["PositionTip"]?.displayCount == 1)
                await Self.meals.donate(Meal(name: "soup", price: 1, place: .init(area: "north")))
                #expect(Self.meals.donations.count == 3)
            }
            try await second.close()
        }
    }

    @Test func `T10: a tip that was never shown has a record as soon as there is something to keep of it`()
        async throws
    {
        try await withFolder { folder in
            let trail = Trail(id: 1, name: "Fork", region: .valley)
            let first = try openStore(folder)
            await using(first) {
                #expect(PositionTip().status == .available)
                TurnTip().invalidate(reason: .actionPerformed)
                for _ in 0..<4 { await trail.region.didVisitEvent.donate() }
            }
            try await first.close()
            let second = try openStore(folder)
            #expect(second.ledger.tips.keys.map(\.description) == ["TurnTip"])
            #expect(second.ledger.tips["TurnTip"]?.displayCount == 0)
            await using(second) {
                #expect(PositionTip().status == .available)
                #expect(TurnTip().status == .invalidated(.actionPerformed))
                // Its status needs no record: it comes from what was donated before anybody asked for it.
                #expect(NewTrailTip(trail: trail).status == .available)
            }
            try await second.close()
        }
    }

    @Test func `T58: a donation that has returned is in the file, whatever happens next`() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
            await using(store) {
                await Self.meals.donate(Meal(name: "a", price: 1, place: .init(area: "b")))
            }
            // As after a kill: nothing is closed.
            let (_, contents) = try TipDatastore.open(folder + "/tips.store", at: second(0))
            #expect(contents.ledger.donationCount == 1)
            try await store.close()
        }
    }

    @Test func `TD1 T58: donations of one moment are found again, however the file orders devices`()
        async throws
    {
        try await withFolder { folder in
            let store = try openStore(folder)
            var record = EventRecord()
            // Devices below and above the number whose highest bit makes it negative in the file.
            for (sequence, device) in [UInt64.max, 1 << 63, 1 << 62, 0x100].enumerated() {
                for payload in [RuleValue.null, .integer(Int64(sequence % 2))] {
                    record.insert(
                        .init(
                            time: second(payload == .null ? 5 : 6), replica: TipReplica(rawValue: device),
                            sequence: Int64(sequence), payload: payload))
                }
            }
            var ledger = TipLedger()
            ledger.note(record, of: "opened")
            store.merge(ledger)
            try await store.close()
            let again = try openStore(folder)
            #expect(again.ledger.events["opened"] == record)
            // A payload from the file equals the same payload that is donated again.
            await again.donate(.integer(1), to: "opened")
            let history = try #require(again.ledger.events["opened"]).history()
            #expect(history.payloads.count == 3)
            #expect(history.payloadNumbers.filter { history.payloads[Int($0)] == .integer(1) }.count == 3)
            try await again.close()
        }
    }

    @Test func `T56 T65: what is no longer kept leaves the file`() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
            try await using(store) {
                let few = Tips.Event(id: "few", donationLimit: .init(maximumCount: 2))
                for number in 0..<5 {
                    store.donateForTest(few, at: second(number))
                }
                await LoginTip.opened.donate()
                try await LoginTip.opened.deleteDonations()
                await Self.meals.donate(Meal(name: "secret", price: 1, place: .init(area: "b")))
                try await Self.meals.deleteDonations()
            }
            try await store.close()
            let database = try Database(path: folder + "/tips.store")
            let payloads = try await database.read {
                try $0.first("SELECT count(*) FROM payloads") { try $0.int(0) }
            }
            #expect(payloads == 0)
            let rows = try await database.read {
                try $0.first("SELECT count(*) FROM donations") { try $0.int(0) }
            }
            #expect(rows == 2)
            await database.close()
        }
    }

    /// A file to which no donation can be written until it is repaired.
    private func breaking(_ path: String) async throws -> Database {
        let database = try Database(path: path)
        try await database.write {
            try $0.execute(
                "CREATE TRIGGER broken BEFORE INSERT ON donations BEGIN SELECT RAISE(ABORT, 'no room'); END")
        }
        return database
    }

    @Test func `T58: an awaited donation returns when it is durable, not when writing fails`()
        async throws
    {
        try await withFolder { folder in
            let clock = ManualClock()
            let path = folder + "/tips.store"
            let store = try TipStore(path: path, now: { clock.moment }, clock: clock)
            let database = try await breaking(path)
            let told = OccurrenceLog()
            await using(store) {
                LoginTip.opened.sendDonation { told.note(.available) }
                #expect(LoginTip.opened.donations.count == 1)
                await #expect(throws: (any Error).self) { try await store.synchronize() }
            }
            #expect(told.kinds.isEmpty)
            #expect(store.faults.count == 1)
            try await database.write { try $0.execute("DROP TRIGGER broken") }
            // By itself, after a while.
            await clock.untilSleeping()
            clock.advance(by: .seconds(64))
            while told.kinds.isEmpty { await Task.yield() }
            let kept = try await database.read {
                try $0.first("SELECT count(*) FROM donations") { try $0.int(0) }
            }
            #expect(kept == 1)
            await database.close()
            try await store.close()
        }
    }

    @Test func `T58: a store that is closed while it cannot write leaves nobody waiting`() async throws {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            let store = try openStore(folder)
            let database = try await breaking(path)
            let told = OccurrenceLog()
            await using(store) {
                LoginTip.opened.sendDonation { told.note(.available) }
                async let donated: Void = LoginTip.opened.donate()
                while LoginTip.opened.donations.count < 2 { await Task.yield() }
                await #expect(throws: (any Error).self) { try await store.close() }
                await donated
            }
            #expect(told.kinds.count == 1)
            // In memory it goes on.
            await using(store) {
                await LoginTip.opened.donate()
                #expect(LoginTip.opened.donations.count == 3)
            }
            await database.close()
        }
    }

    @Test func `T58: a store that is closed while many donate leaves nobody waiting, and loses nothing`()
        async throws
    {
        try await withFolder { folder in
            let store = try openStore(folder)
            await using(store) {
                await withTaskGroup { group in
                    for _ in 0..<50 { group.addTask { await LoginTip.opened.donate() } }
                    group.addTask { do { try await store.close() } catch { Issue.record(error) } }
                }
                #expect(LoginTip.opened.donations.count == 50)
            }
        }
    }
}

extension TipStore {
    fileprivate func donateForTest<Info>(_ event: Tips.Event<Info>, at moment: RuleTime) {
        perform { machine, _ in
            var change = machine.declare(event.definition, named: event.name)
            change.add(machine.donate(to: event.name, at: moment))
            return change
        }
    }
}
