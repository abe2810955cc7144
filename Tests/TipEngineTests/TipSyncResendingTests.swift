import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

/// What is sent again, what is not, and what waits for a clock.
@Suite(.timeLimit(.minutes(2)))
struct TipSyncResendingTests: SyncSuite {
    let cloud = Cloud()

    @Test(arguments: [true, false])
    func `T56 TD20: what the other side keeps less of is not sent again by who does not declare it`(
        inFile: Bool
    ) async throws {
        let clock = ManualClock()
        let (other, keeper) = (makeStore(clock), makeStore(clock))
        other.declare(EventDefinition(maximumCount: 5_000), named: "often")
        keeper.declare(EventDefinition(), named: "often")
        for _ in 0..<1_500 {
            other.perform { $0.donate(to: "often", at: $1) }
            clock.advance(by: .milliseconds(1))
        }
        keeper.merge(other.ledger)
        #expect(keeper.ledger.donationCount == 1_000)
        try await withStore(inFile: inFile) { store in
            store.merge(other.ledger)
            let transport = FixedAnswer(cursor: "1", changes: keeper.ledger, isWhole: true)
            for _ in 0..<2 { try await store.exchange(with: transport, named: "keeper") }
            #expect(transport.requests.map { $0.changes?.donationCount } == [1_500, nil])
            #expect(store.ledger.donationCount == 1_500)
        }
    }

    @Test func `TD20: what came is not sent back, and nothing is sent when nothing has changed`() async throws
    {
        try await withFolder { folder in
            let stores = [makeStore(), try openStore(folder)]
            await using(stores[0]) { await LoginTip.opened.donate() }
            try await exchange(stores[0], stores[1])
            cloud.forgetRequests()
            try await exchange(stores[0], stores[1])
            #expect(cloud.requests.map(\.changes) == [nil, nil, nil, nil])
            await using(stores[1]) { PositionTip().invalidate(reason: .tipClosed) }
            try await exchange(stores[1], rounds: 1)
            #expect(cloud.requests.last?.changes?.events.isEmpty == true)
            #expect(cloud.requests.last?.changes?.tips.count == 1)
            try await stores[1].close()
        }
    }

    @Test func `TD20: after weeks away and a relaunch only the difference is sent and asked for`()
        async throws
    {
        try await withFolder { folder in
            var store = try openStore(folder)
            try await using(store) {
                await LoginTip.opened.donate()
                try await exchange(store)
                await LoginTip.opened.donate()
                cloud.isReachable = false
                await #expect(throws: Cloud.Unreachable.self) { try await exchange(store) }
                TurnTip().invalidate(reason: .tipClosed)
            }
            try await store.close()
            store = try openStore(folder, at: 21 * day)
            cloud.isReachable = true
            try await exchange(store, rounds: 1)
            let request = try #require(cloud.requests.last)
            #expect(request.cursor == "1")
            #expect(request.changes?.donationCount == 1)
            #expect(request.changes?.tips.keys.map(\.description) == ["TurnTip"])
            #expect(cloud.ledger == store.ledger)
            try await store.close()
        }
    }

    @Test(arguments: [true, false])
    func `TD20: what the other side has lost is sent again when it says all that it has`(inFile: Bool)
        async throws
    {
        try await withStore(inFile: inFile) { store in
            await using(store) { for _ in 0..<3 { await LoginTip.opened.donate() } }
            try await exchange(store)
            let old = cloud.ledger
            await using(store) { PositionTip().invalidate(reason: .tipClosed) }
            try await exchange(store)
            cloud.putBack(to: old)
            await using(store) { TurnTip().invalidate(reason: .tipClosed) }
            try await exchange(store, rounds: 1)
            #expect(cloud.requests.last?.changes?.tips.count == 1)
            try await exchange(store, rounds: 1)
            #expect(cloud.ledger == store.ledger)
            #expect(cloud.requests.last?.changes?.events.isEmpty == true)
        }
    }

    @Test(arguments: [true, false])
    func `TD20 TD14: what a clock that is behind does not believe is asked for again`(inFile: Bool)
        async throws
    {
        let days = DayClock()
        try await withStore(inFile: inFile, days) { store in
            let clock = ManualClock()
            let other = makeStore(clock)
            clock.advance(by: .seconds(3 * day))
            await using(other) { PositionTip().invalidate(reason: .tipClosed) }
            try await exchange(other)
            try await exchange(store)
            #expect(store.faults == [.fromTheFuture])
            await using(store) { #expect(PositionTip().status == .available) }
            days.put(to: 3)
            try await exchange(store, rounds: 1)
            await using(store) { #expect(PositionTip().status == .invalidated(.tipClosed)) }
        }
    }

    @Test(arguments: [true, false])
    func `TD20 TD14: what a clock that was ahead has dated waits, and all else is sent`(inFile: Bool)
        async throws
    {
        let days = DayClock()
        try await withStore(inFile: inFile, days) { store in
            cloud.time = second(0)
            await store.donate(to: "opened")
            days.put(to: 5)
            await store.donate(to: "opened")
            await using(store) { PositionTip().invalidate(reason: .tipClosed) }
            try await exchange(store, rounds: 1)
            #expect(cloud.ledger.events["opened"]?.count == 1)
            #expect(cloud.ledger.tips["PositionTip"]?.invalidation == nil)
            days.put(to: 0)
            // The same once more, and what has happened since.
            for count in 1...3 {
                await store.donate(to: "opened")
                try await exchange(store, rounds: 1)
                #expect(cloud.ledger.events["opened"]?.count == 1 + count)
            }
            cloud.time = second(5 * day)
            try await exchange(store, rounds: 1)
            #expect(cloud.ledger == store.ledger)
            #expect(cloud.ledger.tips["PositionTip"]?.invalidation != nil)
            cloud.forgetRequests()
            try await exchange(store, rounds: 1)
            #expect(cloud.requests.map(\.changes) == [nil])
        }
    }

    @Test(arguments: [true, false])
    func `TD20 TD14: what the other side has lost is sent again also while something waits for a clock`(
        inFile: Bool
    ) async throws {
        let days = DayClock()
        try await withStore(inFile: inFile, days) { store in
            cloud.time = second(0)
            store.declare(EventDefinition(), named: "opened")
            await store.donate(to: "opened")
            try await exchange(store)
            let old = cloud.ledger
            await store.donate(to: "opened")
            try await exchange(store)
            #expect(cloud.ledger.events["opened"]?.count == 2)
            days.put(to: 5)
            await store.donate(to: "opened")
            days.put(to: 0)
            try await exchange(store, rounds: 1)
            cloud.putBack(to: old)
            try await exchange(store)
            #expect(cloud.ledger.events["opened"]?.count == 2)
            cloud.time = second(5 * day)
            try await exchange(store, rounds: 1)
            #expect(cloud.ledger == store.ledger)
        }
    }
}
