import Essentials
import Ordering
import TestSupport
import Testing
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct HousekeepingTests {
    /// Runs a body beside housekeeping that begins as soon as it has cleaned once, or failed as it may.
    private func beside(
        _ housekeeping: Housekeeping, _ clock: ManualClock, failing: StoreError? = nil,
        _ body: () async throws -> Void
    ) async rethrows {
        let running = Task {
            await housekeeping.run { error in
                if failing == nil { Issue.record(error) } else { #expect(error as? StoreError == failing) }
            }
        }
        await clock.untilSleeping()
        try await body()
        running.cancel()
        await running.value
    }

    @Test(arguments: [(24 * 3_600, true), (24 * 3_600 + 1, false)])
    func `the feed is kept for a day`(seconds: Int, isKept: Bool) async throws {
        try await withTemporaryStore { store, _ in
            let clock = ManualClock()
            try await store.write { transaction in
                let change = FeedChange(topic: .person(Fixture.ada), kind: "order", body: "{}")
                try transaction.append(change, at: Fixture.noon)
                try transaction.append(change, at: Fixture.noon.advanced(by: .seconds(60)))
            }
            clock.advance(by: .seconds(seconds))
            try await Housekeeping(store: store, clock: clock, now: { clock.timestamp }).clean()
            let bounds = try await store.read { try $0.feedBounds() }
            #expect(bounds == FeedBounds(first: isKept ? 1 : 2, last: 2))
        }
    }

    @Test(arguments: [(24 * 3_600, true), (48 * 3_600, true), (48 * 3_600 + 1, false)])
    func `C41: an idempotency key lives for two days, and so at least for one`(seconds: Int, isKept: Bool)
        async throws
    {
        try await withTemporaryStore { store, _ in
            let clock = ManualClock()
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            let use = IdempotencyKeyUse(
                person: Fixture.ada, key: "lunch", fingerprint: [1], order: accepted.order.id,
                usedAt: Fixture.noon)
            try await store.write { transaction in
                try transaction.keep(accepted)
                try transaction.insert(use)
            }
            clock.advance(by: .seconds(seconds))
            try await Housekeeping(store: store, clock: clock, now: { clock.timestamp }).clean()
            let kept = try await store.read { try $0.keyUse(of: Fixture.ada, key: "lunch") }
            #expect(kept == (isKept ? use : nil))
        }
    }

    @Test func `housekeeping cleans at once and then every ten minutes until it is cancelled`() async throws {
        try await withTemporaryStore { store, _ in
            let clock = ManualClock()
            let housekeeping = Housekeeping(store: store, clock: clock, now: { clock.timestamp })
            await beside(housekeeping, clock) {
                for _ in 0..<3 {
                    clock.advance(by: .seconds(600))
                    await clock.untilSleeping()
                }
            }
            #expect(clock.sleeperCount == 0)
        }
    }

    @Test func `a busy store is cleaned at the next turn`() async throws {
        try await withTemporaryStore { store, _ in
            let clock = ManualClock()
            let busy = BusyStore(store, refusals: 1)
            let housekeeping = Housekeeping(store: busy, clock: clock, now: { clock.timestamp })
            await beside(housekeeping, clock, failing: .busy) {
                #expect(busy.refusalsLeft == 0)
                clock.advance(by: .seconds(600))
                await clock.untilSleeping()
            }
        }
    }

    // MARK: - Ledgers of tips

    /// Puts back a donation that is too old to be kept, as it was before the last trim.
    private func putBack(_ fixture: TipBench) async throws {
        var old = EventRecord()
        old.insert(.init(time: fixture.time(-7_200), replica: TipReplica(device: 0x100), sequence: 0))
        var ledger = TipLedger()
        ledger.note(old, of: "short")
        let kept = KeptTipLedger(
            revision: fixture.clock.timestamp.millisecondsSinceEpoch, bytes: ledger.bytes)
        try await fixture.store.write { try $0.set(kept, of: TipBench.ada) }
    }

    private func expectDonations(_ count: Int, _ fixture: TipBench) async throws {
        let kept = try await fixture.ledger()?.donationCount
        #expect(kept == count)
    }

    /// Runs a body beside housekeeping that finds a donation which is too old.
    private func trimming(
        refusals: Int, _ body: (TipBench, BusyStore, ManualClock) async throws -> Void
    ) async throws {
        let limits = TipLimits(events: ["short": EventDefinition(maximumAge: .hours(1))])
        try await withTips(limits) { fixture in
            let clock = fixture.clock
            // Only the trimming finds the store busy.
            let busy = BusyStore(fixture.store, refusals: refusals)
            let service = TipService(store: busy, limits: { limits }, now: { clock.timestamp })
            let housekeeping = Housekeeping(
                store: fixture.store, tips: service, clock: clock, now: { clock.timestamp })
            try await putBack(fixture)
            try await beside(housekeeping, clock, failing: refusals > 0 ? .busy : nil) {
                try await body(fixture, busy, clock)
            }
        }
    }

    @Test func `ledgers are trimmed at the start and then once a day`() async throws {
        try await trimming(refusals: 0) { fixture, _, clock in
            try await expectDonations(0, fixture)
            try await putBack(fixture)
            let today = Zone.utc.date(at: clock.timestamp)
            while Zone.utc.date(at: clock.timestamp.advanced(by: .seconds(600))) == today {
                clock.advance(by: .seconds(600))
                await clock.untilSleeping()
            }
            try await expectDonations(1, fixture)
            clock.advance(by: .seconds(600))
            await clock.untilSleeping()
            try await expectDonations(0, fixture)
        }
    }

    @Test func `a trim that failed is tried again with the next turn, not the next day`() async throws {
        try await trimming(refusals: 1) { fixture, busy, clock in
            #expect(busy.refusalsLeft == 0)
            try await expectDonations(1, fixture)
            clock.advance(by: .seconds(600))
            await clock.untilSleeping()
            try await expectDonations(0, fixture)
        }
    }
}
