import FoundationEssentials
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

/// Resets that devices exchange.
@Suite(.timeLimit(.minutes(2)))
struct TipSyncResetTests: SyncSuite {
    let cloud = Cloud()

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
        /// The answer of others: a tip closed now, and one closed three days ahead.
        func others(_ resets: Int, closing tip: TipID) -> FixedAnswer {
            let clock = ManualClock()
            let store = makeStore(clock)
            for _ in 0..<resets { store.reset() }
            store.invalidate(tip, reason: .tipClosed)
            clock.advance(by: .seconds(3 * day))
            store.invalidate("late", reason: .tipClosed)
            return FixedAnswer(cursor: "1", changes: store.ledger)
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
        try await withStore(inFile: inFile) { store in
            let liar = FixedAnswer(
                cursor: "1", changes: TipLedger(epoch: TipLedger.believedResets + 7), isWhole: true)
            try await store.exchange(with: liar, named: "liar")
            #expect(store.faults == [.fromTheFuture])
            store.reset()
            try await store.exchange(with: liar, named: "liar")
            #expect(liar.requests.last?.changes?.epoch == 1)
            #expect(liar.requests.last?.cursor == nil)
        }
    }
}
