import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipEngine

@Suite(.timeLimit(.minutes(2))) struct TipSyncTests {
    private let cloud = Cloud()

    /// Shows whole days, and can be put forwards and back.
    private final class DayClock: Sendable {
        private let shown = Mutex(0)

        var moment: RuleTime { second(shown.withLock { $0 } * day) }

        func put(to day: Int) { shown.withLock { $0 = day } }
    }

    /// Runs a body on a store in a file or in memory, and closes it.
    private func withStore(
        inFile: Bool, _ days: DayClock = DayClock(), _ body: (TipStore) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let store =
                inFile
                ? try TipStore(path: folder + "/tips.store", now: { days.moment }, clock: ManualClock())
                : TipStore(now: { days.moment }, clock: ManualClock())
            try await body(store)
            try await store.close()
        }
    }

    private func exchange(_ stores: TipStore..., rounds: Int = 2) async throws {
        for _ in 0..<rounds {
            for store in stores { try await store.exchange(with: CloudTransport(cloud), named: "cloud") }
        }
    }

    @Test func `T97 T98: a tip that was closed on one device does not come back on another`() async throws {
        let (one, two) = (makeStore(), makeStore())
        await using(two) { #expect(PositionTip().status == .available) }
        await using(one) { PositionTip().invalidate(reason: .tipClosed) }
        try await exchange(one, two)
        await using(two) { #expect(PositionTip().status == .invalidated(.tipClosed)) }
    }

    @Test func `T97 T99: donations of several devices count together`() async throws {
        let stores = [makeStore(), makeStore(), makeStore()]
        let tip = NewTrailTip(trail: Trail(id: 1, name: "Fork", region: .valley))
        for store in stores {
            await using(store) { for _ in 0..<2 { await Region.valley.didVisitEvent.donate() } }
        }
        await using(stores[2]) { #expect(tip.status == .pending) }
        try await exchange(stores[0], stores[1], stores[2])
        for store in stores { await using(store) { #expect(tip.status == .available) } }
        #expect(cloud.ledger.donationCount == 6)
    }

    @Test func `T56 T97: what arrives before its event is declared is kept as the event then says`()
        async throws
    {
        func event() -> Tips.Event<Tips.EmptyDonation> {
            Tips.Event(id: "often", donationLimit: .init(maximumCount: 5_000))
        }
        try await withFolder { folder in
            let clock = ManualClock()
            let one = makeStore(clock)
            await using(one) {
                for _ in 0..<1_500 {
                    event().sendDonation()
                    clock.advance(by: .milliseconds(1))
                }
            }
            let two = try openStore(folder)
            try await exchange(one, two)
            try await two.close()
            let again = try openStore(folder)
            await using(again) { #expect(event().donations.count == 1_500) }
            try await again.close()
        }
    }

    @Test(arguments: [true, false])
    func `T56 TD20: what the other side keeps less of is not sent again by who does not declare it`(
        inFile: Bool
    ) async throws {
        struct Keeper: TipSyncTransport {
            let kept: TipLedger
            let requests = Cloud()
            func exchange(_ outgoing: TipSyncRequest) throws -> TipSyncResponse {
                _ = try requests.answer(outgoing)
                return TipSyncResponse(cursor: "1", changes: kept, isWhole: true)
            }
        }
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
            let transport = Keeper(kept: keeper.ledger)
            for _ in 0..<2 { try await store.exchange(with: transport, named: "keeper") }
            #expect(transport.requests.requests.map { $0.changes?.donationCount } == [1_500, nil])
            #expect(store.ledger.donationCount == 1_500)
        }
    }

    @Test func `T97 T100: displays of all devices count towards one limit`() async throws {
        let (one, two) = (makeStore(), makeStore())
        for store in [one, two] {
            store.declare(TipDefinition(id: "tip", maximumDisplayCount: 2))
            #expect(await store.beginAppearance(of: "tip", on: "x") == .began)
            store.endAppearance(of: "tip", on: "x")
            #expect(store.status(of: "tip") == .available)
        }
        try await exchange(one, two)
        for store in [one, two] {
            #expect(store.status(of: "tip") == .invalidated(.displayCountExceeded))
        }
    }

    @Test func `T23: a tip with an identifier for each platform ends on each by itself`() async throws {
        let (one, two) = (makeStore(), makeStore())
        for store in [one, two] { store.declare([TipDefinition(id: "tip-a"), TipDefinition(id: "tip-b")]) }
        one.invalidate("tip-a", reason: .tipClosed)
        try await exchange(one, two)
        #expect(two.status(of: "tip-a") == .invalidated(.tipClosed))
        #expect(two.status(of: "tip-b") == .available)
    }

    @Test func `T16: a reset clears what the others have, and what lies between them`() async throws {
        let (one, two) = (makeStore(), makeStore())
        await using(one) { await LoginTip.opened.donate() }
        await using(two) { PositionTip().invalidate(reason: .tipClosed) }
        try await exchange(one, two)
        one.reset()
        try await exchange(one, two)
        #expect(cloud.ledger == TipLedger(epoch: 1))
        for store in [one, two] { #expect(store.ledger == TipLedger(epoch: 1)) }
    }

    /// Another device that has closed a tip, after so many resets, and has told the cloud.
    private func makeElsewhere(resets: Int) async throws -> TipStore {
        let store = makeStore()
        for _ in 0..<resets { store.reset() }
        await using(store) { PositionTip().invalidate(reason: .tipClosed) }
        try await exchange(store)
        #expect(cloud.ledger.epoch == resets)
        return store
    }

    @Test(arguments: [true, false], [0, 1, 3])
    func `T13 T16: a reset before the set-up clears what others have, however often that was reset`(
        inFile: Bool, resets: Int
    ) async throws {
        let elsewhere = try await makeElsewhere(resets: resets)
        try await withFolder { folder in
            let fresh = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
            try fresh.resetWhenConfigured()
            try await using(fresh) {
                // What happened since counts.
                TurnTip().invalidate(reason: .tipClosed)
                try fresh.configure(
                    [.datastoreLocation(inFile ? .url(URL(filePath: folder)) : .memory)],
                    launch: LaunchSettings())
                // Not even the launch after it needs to have reached the others.
                if inFile { try await fresh.close() }
            }
            let store = inFile ? try openStore(folder) : fresh
            try await exchange(store)
            await using(store) {
                #expect(PositionTip().status == .available)
                #expect(TurnTip().status == .invalidated(.tipClosed))
            }
            #expect(cloud.ledger == store.ledger)
            try await exchange(elsewhere)
            #expect(elsewhere.ledger == store.ledger)
            // It is over now: what they do from here on counts again.
            await using(elsewhere) { PositionTip().invalidate(reason: .tipClosed) }
            try await exchange(elsewhere, store)
            await using(store) { #expect(PositionTip().status == .invalidated(.tipClosed)) }
            try await store.close()
        }
    }

    @Test(arguments: [true, false])
    func `T16 T17: a reset by launch argument clears what others have`(inFile: Bool) async throws {
        _ = try await makeElsewhere(resets: 2)
        try await withFolder { folder in
            let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
            try store.configure(
                [.datastoreLocation(inFile ? .url(URL(filePath: folder)) : .memory)],
                launch: try LaunchSettings(arguments: ["program", "-com.apple.TipKit.ResetDatastore", "1"]))
            try await exchange(store)
            await using(store) { #expect(PositionTip().status == .available) }
            #expect(cloud.ledger == TipLedger(epoch: 3))
            try await store.close()
        }
    }

    @Test(arguments: [true, false])
    func `T97 TD1: what happened before others were first heard of counts, also when they had been reset`(
        inFile: Bool
    ) async throws {
        let elsewhere = try await makeElsewhere(resets: 2)
        try await withStore(inFile: inFile) { store in
            await using(store) {
                await LoginTip.opened.donate()
                TurnTip().invalidate(reason: .tipClosed)
            }
            try await exchange(store)
            await using(store) {
                #expect(LoginTip.opened.donations.count == 1)
                for status in [PositionTip().status, TurnTip().status] {
                    #expect(status == .invalidated(.tipClosed))
                }
            }
            #expect(cloud.ledger.epoch == 2)
            #expect(cloud.ledger == store.ledger)
            let kept = try await store.changes(since: -1).ledger
            #expect(kept == store.ledger)
            // A reset that comes after it knows the others makes void what it has done up to then.
            elsewhere.reset()
            try await exchange(elsewhere)
            await using(store) { await LoginTip.opened.donate() }
            try await exchange(store)
            #expect(store.ledger == TipLedger(epoch: 3))
            #expect(cloud.ledger == store.ledger)
        }
    }

    @Test func `T16 TD17: a reset by one process is kept to by the one that speaks with the others first`()
        async throws
    {
        let elsewhere = try await makeElsewhere(resets: 3)
        try await withFolder { folder in
            let (one, two) = (try openStore(folder), try openStore(folder))
            one.reset()
            try await one.synchronize()
            try await exchange(two)
            #expect(cloud.ledger == TipLedger(epoch: 4))
            try await exchange(elsewhere)
            await using(elsewhere) { TurnTip().invalidate(reason: .tipClosed) }
            try await exchange(elsewhere)
            // The process that was reset does not do it once more.
            try await exchange(one)
            await using(one) { #expect(TurnTip().status == .invalidated(.tipClosed)) }
            #expect(cloud.ledger == elsewhere.ledger)
            for store in [one, two] { try await store.close() }
        }
    }

    @Test(arguments: [true, false])
    func `T16: a reset while the others are being asked clears what they answer`(inFile: Bool) async throws {
        _ = try await makeElsewhere(resets: 2)
        try await withStore(inFile: inFile) { store in
            try await store.exchange(with: Interrupted(cloud: cloud) { store.reset() }, named: "cloud")
            try await exchange(store)
            #expect(store.ledger == TipLedger(epoch: 3))
            #expect(cloud.ledger == store.ledger)
        }
    }

    /// Lets something happen in a store while the others are being asked.
    private struct Interrupted: TipSyncTransport {
        var cloud: Cloud?
        let body: @Sendable () async throws -> Void

        func exchange(_ outgoing: TipSyncRequest) async throws -> TipSyncResponse {
            try await body()
            // What has nothing to say says nothing of resets either.
            return try cloud?.answer(outgoing) ?? TipSyncResponse(cursor: nil)
        }
    }

    @Test(arguments: [true, false])
    func `T16 TD17: what another process does while the others are being asked stays, also a reset`(
        isReset: Bool
    ) async throws {
        let elsewhere = try await makeElsewhere(resets: 3)
        try await withFolder { folder in
            let (one, two) = (try openStore(folder), try openStore(folder))
            let transport = Interrupted(cloud: cloud) {
                if isReset { two.reset() }
                await two.donate(to: "opened")
            }
            try await one.exchange(with: transport, named: "cloud")
            try await exchange(one, elsewhere)
            try await two.refresh()
            for store in [one, two, elsewhere] {
                #expect(store.ledger.epoch == (isReset ? 4 : 3))
                #expect(store.ledger.events["opened"]?.count == 1)
                #expect((store.ledger.tips["PositionTip"] == nil) == isReset)
            }
            for store in [one, two] { try await store.close() }
        }
    }

    @Test(arguments: [true, false])
    func `T16 TD17: a reset while the others are being asked stands out when they have nothing to say`(
        byAnother: Bool
    ) async throws {
        _ = try await makeElsewhere(resets: 3)
        try await withFolder { folder in
            let store = byAnother ? try openStore(folder) : makeStore()
            let other = byAnother ? try openStore(folder) : store
            let transport = Interrupted {
                other.reset()
                try await other.synchronize()
            }
            try await store.exchange(with: transport, named: "silent")
            try await exchange(store)
            #expect(cloud.ledger == TipLedger(epoch: 4))
            #expect(store.ledger == cloud.ledger)
            for store in [store, other] { try await store.close() }
        }
    }

    @Test(arguments: [true, false])
    func `T16 TD14: a reset is not repeated for as long as one of the others has a wrong clock`(
        inFile: Bool
    ) async throws {
        struct Told: TipSyncTransport {
            let changes: TipLedger
            func exchange(_ outgoing: TipSyncRequest) -> TipSyncResponse {
                TipSyncResponse(cursor: "1", changes: changes)
            }
        }
        /// What others say: a tip that was closed now, and one that was closed in three days.
        func others(_ resets: Int, closing tip: TipID) -> Told {
            let clock = ManualClock()
            let store = makeStore(clock)
            for _ in 0..<resets { store.reset() }
            store.invalidate(tip, reason: .tipClosed)
            clock.advance(by: .seconds(3 * day))
            store.invalidate("late", reason: .tipClosed)
            return Told(changes: store.ledger)
        }
        try await withStore(inFile: inFile) { store in
            store.reset()
            try await store.exchange(with: others(3, closing: "before"), named: "cloud")
            #expect(store.ledger == TipLedger(epoch: 4))
            try await store.exchange(with: others(4, closing: "after"), named: "cloud")
            #expect(store.ledger.epoch == 4)
            #expect(store.ledger.tips["after"]?.invalidation != nil)
            #expect(store.ledger.tips["late"]?.invalidation == nil)
        }
    }

    @Test(arguments: [true, false])
    func `T16: a reset is sent also after an answer that counted impossible ones`(inFile: Bool) async throws {
        struct Liar: TipSyncTransport {
            let asked = Last<TipSyncRequest>()
            func exchange(_ outgoing: TipSyncRequest) -> TipSyncResponse {
                _ = asked.replace(with: outgoing)
                return TipSyncResponse(
                    cursor: "1", changes: TipLedger(epoch: TipLedger.believedResets + 7), isWhole: true)
            }
        }
        try await withStore(inFile: inFile) { store in
            let liar = Liar()
            try await store.exchange(with: liar, named: "liar")
            #expect(store.faults == [.fromTheFuture])
            store.reset()
            try await store.exchange(with: liar, named: "liar")
            #expect(liar.asked.value?.changes?.epoch == 1)
            #expect(liar.asked.value?.cursor == nil)
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

    @Test func `TA10: an event that stays on the device is not sent by a program that has not declared it`()
        async throws
    {
        try await withFolder { folder in
            func place() -> Tips.Event<Tips.EmptyDonation> {
                Tips.Event(id: "place", donationLimit: .init(maximumCount: 9), staysOnDevice: true)
            }
            let early = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
            try await using(early) {
                await place().donate()
                try early.configure(
                    [.datastoreLocation(.url(URL(filePath: folder)))], launch: LaunchSettings())
                await LoginTip.opened.donate()
            }
            try await early.close()
            for _ in 0..<2 {
                let later = try openStore(folder)
                await using(later) { await LoginTip.opened.donate() }
                try await exchange(later)
                #expect(later.ledger.events["place"]?.count == 1)
                try await later.close()
            }
            #expect(cloud.ledger.events.keys.map(\.string) == ["opened"])
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

    @Test func `TD20: what has to wait for a clock is not offered again until something is new`() async throws
    {
        let clock = ManualClock()
        let store = makeStore(clock)
        clock.advance(by: .seconds(5 * day))
        cloud.time = second(0)
        let transport = CloudTransport(cloud)
        await withTaskGroup { group in
            group.addTask { await store.keepExchanging(with: transport, named: "cloud") }
            await store.donate(to: "opened")
            while cloud.requests.count < 2 {
                clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
            for _ in 0..<100 {
                _ = store.status(of: "tip")
                store.displayFrequency = .daily
                clock.advance(by: .seconds(2))
                for _ in 0..<5 { await Task.yield() }
            }
            // One when it began, one that was refused, and one without what lies ahead.
            let requests = cloud.requests.count
            #expect(requests <= 3)
            await store.donate(to: "closed")
            while cloud.requests.count == requests {
                clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
            group.cancelAll()
        }
    }

    @Test func `TA10: an event that stays on the device is not sent`() async throws {
        let store = makeStore()
        try await using(store) {
            let place = Tips.Event(id: "place", donationLimit: .init(maximumCount: 9), staysOnDevice: true)
            await place.donate()
            await LoginTip.opened.donate()
            try await exchange(store)
            #expect(place.donations.count == 1)
        }
        #expect(cloud.ledger.events.keys.map(\.string) == ["opened"])
    }

    @Test func `TD20: what happens within a second goes together, and what arrives is fetched at once`()
        async throws
    {
        let clock = ManualClock()
        let (one, two) = (makeStore(clock), makeStore(clock))
        let (left, right) = (CloudTransport(cloud), CloudTransport(cloud))
        await withTaskGroup { group in
            group.addTask { await one.keepExchanging(with: left, named: "cloud") }
            group.addTask { await two.keepExchanging(with: right, named: "cloud") }
            while cloud.requests.count < 2 { await Task.yield() }
            await using(one) { for _ in 0..<10 { await LoginTip.opened.donate() } }
            // One device waits a second, the other a quarter of an hour.
            while cloud.requests.count < 3 {
                clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
            #expect(cloud.requests.last?.changes?.donationCount == 10)
            cloud.tellAll()
            while two.ledger.donationCount < 10 { await Task.yield() }
            group.cancelAll()
        }
        #expect(cloud.requests.filter { $0.changes != nil }.count == 1)
    }

    @Test func `TD20: without a way it is tried again later and later, and told once`() async throws {
        let clock = ManualClock()
        let store = makeStore(clock)
        cloud.isReachable = false
        let transport = CloudTransport(cloud)
        await withTaskGroup { group in
            group.addTask { await store.keepExchanging(with: transport, named: "cloud") }
            // Sixteen days in steps of an hour: at most one or two tries each.
            for hours in 1...400 {
                let tries = cloud.requests.count
                await using(store) { if hours % 40 == 0 { await LoginTip.opened.donate() } }
                while cloud.requests.count == tries, hours > 1 {
                    clock.advance(by: .seconds(900))
                    for _ in 0..<20 { await Task.yield() }
                }
            }
            #expect(store.faults == [.notExchanged("cloud")])
            let tries = cloud.requests.count
            #expect(tries < 1_000)
            cloud.isReachable = true
            cloud.tellAll()
            while cloud.ledger.donationCount < 10 { await Task.yield() }
            #expect(cloud.requests.count <= tries + 3)
            group.cancelAll()
        }
    }

    @Test(arguments: UInt64(0)..<6)
    func `TD1 T97: three devices that part, restart and reset come to one state`(seed: UInt64) async throws {
        try await withFolder { folder in
            var random = SplitMix64(seed: seed)
            let clock = ManualClock()
            func path(_ number: Int) -> String { folder + "/device-\(number)/tips.store" }
            func open(_ number: Int) throws -> TipStore {
                let store = try TipStore(path: path(number), now: { clock.moment }, clock: clock)
                store.declare([TipDefinition(id: "a", maximumDisplayCount: 3), TipDefinition(id: "b")])
                return store
            }
            var stores = try (0..<3).map { try open($0) }
            for step in 0..<120 {
                clock.advance(by: .seconds(Int(random.next() % 600)))
                let number = Int(random.next() % 3)
                let store = stores[number]
                switch random.next() % 24 {
                case 0..<7: await store.donate(.integer(Int64(step % 3)), to: step % 2 == 0 ? "x" : "y")
                case 7..<10: store.setForTest(.integer(Int64(step)), for: "p")
                case 10..<13:
                    _ = await store.beginAppearance(of: "a", on: "s")
                    store.endAppearance(of: "a", on: "s")
                case 13: store.invalidate("b", reason: .actionPerformed)
                case 14: await store.resetEligibility(of: "b")
                case 15 where step % 5 == 0: store.reset()
                case 16, 17:
                    try await store.close()
                    stores[number] = try open(number)
                default:
                    cloud.isReachable = random.next() % 3 != 0
                    do {
                        try await exchange(store, rounds: 1)
                    } catch is Cloud.Unreachable {}
                }
            }
            cloud.isReachable = true
            try await exchange(stores[0], stores[1], stores[2])
            for store in stores {
                #expect(store.ledger == stores[0].ledger)
                #expect(store.ledger == cloud.ledger)
                #expect(store.faults.allSatisfy { $0 == .notExchanged("cloud") })
                try await store.close()
            }
        }
    }
}

extension TipStore {
    fileprivate func setForTest(_ value: RuleValue, for parameter: RuleText) {
        perform { $0.set(value, forParameter: parameter, at: $1) }
    }
}
