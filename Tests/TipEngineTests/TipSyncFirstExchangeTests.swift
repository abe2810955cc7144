import FoundationEssentials
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

/// The first exchange of a device with others.
@Suite(.timeLimit(.minutes(2)))
struct TipSyncFirstExchangeTests: SyncSuite {
    let cloud = Cloud()

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
}
