import FoundationEssentials
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

/// The state of tips on the devices of one person.
@Suite(.timeLimit(.minutes(2)))
struct TipSyncTests: SyncSuite {
    let cloud = Cloud()

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
