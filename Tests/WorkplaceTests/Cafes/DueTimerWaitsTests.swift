import Essentials
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// C59, C60: an order that nobody starts ends by itself, at the right time and once.
@Suite(.timeLimit(.minutes(1)))
struct DueTimerWaitsTests {
    private static let wait = OrderWait(until: Fixture.noon.advanced(by: .seconds(600)), end: .closing)

    private func waitingOrder(in store: any WorkplaceStore) async throws -> OrderID {
        try await store.write { transaction in
            var builder = OrderBuilder()
            let waiting = builder.waiting(sequence: 1)
            try transaction.insert(
                waiting.order, as: BasketSnapshot(of: waiting.order.basket), transitions: [waiting.placed])
            try transaction.insert(Self.wait, of: waiting.order)
            try transaction.setStock(
                of: Fixture.cake, at: Fixture.mainCafe.id, remaining: 3, time: Fixture.noon)
            return waiting.order.id
        }
    }

    @Test func `a wait that was over while nothing ran ends after the restart, although no campus is there`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            let clock = ManualClock()
            let id = try await withStore(at: path) { store, _ in try await waitingOrder(in: store) }
            try await withStore(at: path) { store, published in
                let timer = DueTimer.waits(store: store, clock: clock, now: { clock.timestamp })
                #expect(try await timer.workNow() == Self.wait.until)
                #expect(published.all.isEmpty)
                clock.advance(by: .seconds(600))
                #expect(try await timer.workNow() == nil)
                let order = try #require(try await store.read { try $0.order(id) })
                let last = try await store.read { try $0.transitions(of: id).last }
                #expect(order.stage == .expired)
                #expect(
                    last?.cause == TransitionCause(actor: .system, at: Self.wait.until, reason: "closing"))
                #expect(try await store.read { try $0.reservedAmounts(of: Fixture.ada) } == [])
                #expect(
                    try await store.read { try $0.remainingStock(of: Fixture.mainCafe.id)[Fixture.cake] } == 4
                )
                let told = published.all.count
                #expect(published.all.map(\.change.kind).contains("order"))
                #expect(try await timer.workNow() == nil)
                #expect(published.all.count == told)
            }
        }
    }

    @Test func `the running timer hears of a wait that begins, sleeps until it is over, and ends it`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let clock = ManualClock()
            let timer = DueTimer.waits(store: store, clock: clock, now: { clock.timestamp })
            let running = Task { await timer.run { Issue.record($0) } }
            let id = try await waitingOrder(in: store)
            timer.checkAgain()
            await clock.untilSleeping()
            clock.advance(by: .seconds(599))
            #expect(try await store.read { try $0.order(id)?.stage } == .placed)
            clock.advance(by: .seconds(1))
            while try await store.read({ try $0.order(id)?.stage }) != .expired { await Task.yield() }
            running.cancel()
            await running.value
        }
    }
}
