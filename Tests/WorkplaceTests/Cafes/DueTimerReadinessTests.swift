import Essentials
import Kitchen
import Ordering
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// C70: the notice is sent when the undo window is over.
@Suite(.timeLimit(.minutes(1)))
struct DueTimerReadinessTests {
    private let topic = FeedTopic.person(Fixture.ada)

    /// Keeps an order whose ticket was bumped at noon; its notice is due five seconds later.
    private func bumpedOrder(in store: any WorkplaceStore) async throws -> TicketID {
        try await store.write { transaction in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try transaction.insert(
                accepted.order, as: BasketSnapshot(of: accepted.order.basket),
                transitions: accepted.transitions)
            try transaction.insert(accepted.ticket)
            let bump = TicketMove(
                input: .bump, actor: .device(Fixture.kitchenDisplay), expectedVersion: nil,
                context: TicketContext(
                    now: Fixture.noon, serviceDay: Fixture.serviceDay(), undoWindow: .seconds(5)))
            let result = try bump.apply(to: accepted.ticket, in: transaction)
            #expect(result.setsNotice)
            return accepted.ticket.id
        }
    }

    private func stage(of ticket: TicketID, in store: any WorkplaceStore) async throws -> TicketStage.Name? {
        try await store.read { try $0.ticket(ticket)?.stage.name }
    }

    @Test func `a notice that was set before a restart is sent after it, although no campus is there`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            let clock = ManualClock()
            let ticket = try await withStore(at: path) { store, _ in try await bumpedOrder(in: store) }
            try await withStore(at: path) { store, published in
                let timer = DueTimer.readiness(store: store, clock: clock, now: { clock.timestamp })
                let due = try await timer.workNow()
                #expect(due == Fixture.noon.advanced(by: .seconds(5)))
                #expect(published.all.isEmpty)
                clock.advance(by: .seconds(5))
                let next = try await timer.workNow()
                #expect(next == nil)
                #expect(published.all.map(\.change.topic).contains(topic))
                let stage = try await stage(of: ticket, in: store)
                #expect(stage == .ready)
            }
        }
    }

    @Test func `the running timer sleeps until the notice is due and sends it once`() async throws {
        try await withTemporaryStore { store, published in
            let clock = ManualClock()
            let ticket = try await bumpedOrder(in: store)
            let before = published.all.count
            let timer = DueTimer.readiness(store: store, clock: clock, now: { clock.timestamp })
            let running = Task { await timer.run { Issue.record($0) } }
            await clock.untilSleeping()
            timer.checkAgain()
            #expect(published.all.count == before)
            clock.advance(by: .seconds(5))
            while try await stage(of: ticket, in: store) != .ready { await Task.yield() }
            running.cancel()
            await running.value
            let told = published.all[before...].filter { $0.change.topic == topic }.map(\.change.kind)
            #expect(told == ["order", "notice"])
        }
    }

    @Test func `a notice is sent although the wall clock was set back while its timer slept`() async throws {
        try await withTemporaryStore { store, _ in
            let clock = ManualClock()
            let setBack = Mutex(Duration.zero)
            let ticket = try await bumpedOrder(in: store)
            let timer = DueTimer.readiness(
                store: store, clock: clock,
                now: { clock.timestamp.advanced(by: .zero - setBack.withLock { $0 }) })
            let running = Task { await timer.run { Issue.record($0) } }
            await clock.untilSleeping()
            setBack.withLock { $0 = .seconds(2) }
            clock.advance(by: .seconds(5))
            await clock.untilSleeping()
            #expect(try await stage(of: ticket, in: store) == .done)
            clock.advance(by: .seconds(2))
            while try await stage(of: ticket, in: store) != .ready { await Task.yield() }
            running.cancel()
            await running.value
        }
    }

    @Test func `work is retried a little later when the store is busy`() async throws {
        try await withTemporaryStore { store, _ in
            let clock = ManualClock()
            let ticket = try await bumpedOrder(in: store)
            let busy = BusyStore(store, refusals: 1)
            let timer = DueTimer.readiness(store: busy, clock: clock, now: { clock.timestamp })
            let running = Task { await timer.run { #expect($0 as? StoreError == .busy) } }
            await clock.untilSleeping()
            clock.advance(by: .seconds(5))
            await clock.untilSleeping()
            #expect(busy.refusalsLeft == 0)
            #expect(try await stage(of: ticket, in: store) == .done)
            clock.advance(by: DueTimer.pauseAfterFailure)
            while try await stage(of: ticket, in: store) != .ready { await Task.yield() }
            running.cancel()
            await running.value
        }
    }
}
