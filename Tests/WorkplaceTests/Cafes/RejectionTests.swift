import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Orders that the kitchen cannot make: each ends everywhere at once, and its money goes back.
@Suite(.timeLimit(.minutes(1)))
struct RejectionTests {
    private func withKitchen(
        provider: ScriptedProvider? = nil, _ body: (CafesFixture, RejectionService) async throws -> Void
    ) async throws {
        try await withTemporaryStore { store, published in
            let cafes = try await CafesFixture(store, published, ordersPerMinute: 50, provider: provider)
            let clock = cafes.clock
            try await body(
                cafes,
                RejectionService(
                    store: store, campuses: cafes.campuses, payments: cafes.payments, soldOutChanged: {},
                    now: { clock.timestamp }))
            // Whatever happened, the file is sound (C110).
            for check in [DatabaseCheck.payments, .orders] {
                let result = try await store.read { try check.run($0.connection) }
                if case .damaged(let words) = result { Issue.record("\(words)") }
            }
        }
    }

    private func notices(_ cafes: CafesFixture) async throws -> [String] {
        try await cafes.store.read { reading in
            try reading.connection.all("SELECT kind FROM notices ORDER BY kind") { try $0.text(0) }
        }
    }

    private func queue(_ cafes: CafesFixture) async throws -> [TicketStage] {
        let cook = try cafes.device("screen")
        return try await cafes.kitchen.openTickets(of: CafesFixture.grill, for: cook).content.tickets
            .map(\.stage)
    }

    @Test(arguments: [nil, .start, .bump] as [TicketInput?])
    func
        `C42, C48: an order that the kitchen cannot make is off all screens, its money is back and its person told, once`(
            before: TicketInput?
        ) async throws
    {
        try await withKitchen { cafes, rejections in
            let cook = try cafes.device("screen")
            let placed = try await cafes.place()
            if let before {
                _ = try await cafes.kitchen.apply(before, to: placed.ticket, by: cook, expectedVersion: nil)
            }
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000 - 950))
            let rejection = Rejection(reason: .ingredient, seen: [0], soldOut: [CafesFixture.burger])
            let rejected = try await rejections.reject(
                placed.ticket, as: rejection, by: cook, expectedVersion: nil)
            #expect(rejected.ticket.stage == .cancelled && rejected.giveBack == nil)
            let shown = try await cafes.orders.order(placed.order.id, of: Fixture.ada)
            #expect(shown.order.stage == .rejected)
            #expect(shown.transitions.last?.cause.reason == "missing-ingredient")
            #expect(shown.transitions.last?.cause.actor == cook.actor)
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000))
            // What a cook has made is gone.
            #expect(try await cafes.stock() == (before == .bump ? 11 : 12))
            #expect(try await queue(cafes).isEmpty)
            let board = try await cafes.kitchen.board(of: CafesFixture.grill, for: cook).content
            #expect(board.entries.isEmpty)
            #expect(
                cafes.published.all.contains { $0.change.body == #"{"number":"001","stage":"rejected"}"# })
            #expect(try await notices(cafes) == ["order-rejected"])
            let soldOut = try await cafes.orders.soldOut(of: CafesFixture.grill)
            #expect(soldOut.items == [CafesFixture.burger])
            // No timer calls the number later, and a second press changes nothing.
            cafes.clock.advance(by: .seconds(60))
            let clock = cafes.clock
            _ = try await DueTimer.readiness(store: cafes.store, clock: clock, now: { clock.timestamp })
                .workNow()
            let entries = cafes.published.numbers
            let again = try await rejections.reject(
                placed.ticket, as: rejection, by: cook, expectedVersion: nil)
            #expect(again == rejected)
            #expect(cafes.published.numbers == entries)
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000))
        }
    }

    @Test func `C77: the stations that do not know yet acknowledge a rejection`() async throws {
        try await withKitchen { cafes, rejections in
            let cook = try cafes.device("screen")
            let placed = try await cafes.place()
            _ = try await rejections.reject(
                placed.ticket, as: Rejection(reason: .allergy), by: cook, expectedVersion: nil)
            #expect(try await queue(cafes) == [.cancelled])
            _ = try await cafes.kitchen.apply(
                .acknowledge([0]), to: placed.ticket, by: cook, expectedVersion: nil)
            #expect(try await queue(cafes).isEmpty)
        }
    }

    @Test
    func
        `an order that is ready must be recalled before it is rejected, and one that has ended is not rejected`()
        async throws
    {
        try await withKitchen { cafes, rejections in
            let cook = try cafes.device("screen")
            let ended = try await cafes.place(key: "ended")
            _ = try await cafes.orders.cancel(ended.order.id, of: Fixture.ada, expectedVersion: nil)
            let ready = try await cafes.place()
            _ = try await cafes.kitchen.apply(.bump, to: ready.ticket, by: cook, expectedVersion: nil)
            cafes.clock.advance(by: .seconds(5))
            let clock = cafes.clock
            _ = try await DueTimer.readiness(store: cafes.store, clock: clock, now: { clock.timestamp })
                .workNow()
            let entries = cafes.published.numbers
            for (ticket, stage) in [(ended.ticket, TicketStage.cancelled), (ready.ticket, .ready)] {
                let error = await #expect(throws: TicketRefused.self) {
                    try await rejections.reject(
                        ticket, as: Rejection(reason: .closing), by: cook, expectedVersion: nil)
                }
                #expect(error?.reason == .illegal(stage: stage, input: .reject([])))
            }
            #expect(cafes.published.numbers == entries)
            _ = try await cafes.kitchen.apply(.recall, to: ready.ticket, by: cook, expectedVersion: nil)
            _ = try await rejections.reject(
                ready.ticket, as: Rejection(reason: .equipment), by: cook, expectedVersion: nil)
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000))
        }
    }

    @Test func `a stale version, another item, and a screen of another kind are refused`() async throws {
        try await withKitchen { cafes, rejections in
            let cook = try cafes.device("screen")
            let ticket = try await cafes.place().ticket
            _ = try await cafes.kitchen.apply(.start, to: ticket, by: cook, expectedVersion: nil)
            let entries = cafes.published.numbers
            await #expect(throws: TicketRefused.self) {
                try await rejections.reject(
                    ticket, as: Rejection(reason: .busy), by: cook, expectedVersion: 0)
            }
            await #expect(throws: RejectionRefusal.notOnTicket(CafesFixture.soup)) {
                try await rejections.reject(
                    ticket, as: Rejection(reason: .busy, soldOut: [CafesFixture.soup]), by: cook,
                    expectedVersion: nil)
            }
            await #expect(throws: WorkplaceRefusal.forbidden) {
                try await rejections.reject(
                    ticket, as: Rejection(reason: .busy), by: try cafes.device("wall"), expectedVersion: nil)
            }
            #expect(cafes.published.numbers == entries)
        }
    }

    @Test func `C48: what was paid by card goes back to the card`() async throws {
        let provider = ScriptedProvider()
        try await withKitchen(provider: provider) { cafes, rejections in
            let placed = try await cafes.orders.place(try cafes.cardRequest(key: "key")).detail
            let payment = try #require(placed.payment?.id)
            _ = try await cafes.payments.open(payment, of: Fixture.ada)
            provider.pay(payment)
            #expect(try await cafes.payments.check(payment, of: Fixture.ada).stage == .paid)
            let rejected = try await rejections.reject(
                placed.ticket, as: Rejection(reason: .ingredient, seen: [0]), by: try cafes.device("screen"),
                expectedVersion: nil)
            #expect(rejected.giveBack == nil)
            let owed = try await cafes.store.read { try $0.refunds(of: placed.order.id) }
            #expect(owed.map(\.stage) == [.owed] && owed.map(\.total) == [CafesFixture.price])
            #expect(owed.map(\.reason) == ["reject"])
            try await cafes.payments.settle(try #require(owed.first).id)
            #expect(Array(provider.refunds.values) == [CafesFixture.price])
        }
    }

    @Test func `C48: staff give back what was paid at the counter, and the counter says how much`()
        async throws
    {
        try await withKitchen { cafes, rejections in
            let cook = try cafes.device("screen")
            let counter = CounterService(orders: cafes.orders)
            let request = try cafes.request()
            let walkUp = try await counter.place(
                request.basket, at: CafesFixture.grill, expectedTotal: CafesFixture.price, pickup: .soonest,
                means: .cash, name: nil, key: "guest", fingerprint: [1], by: cook
            ).walkUp
            let rejected = try await rejections.reject(
                TicketID(of: walkUp.order.id), as: Rejection(reason: .equipment, seen: [0]), by: cook,
                expectedVersion: nil)
            #expect(rejected.giveBack == CafesFixture.price)
            let shown = try await counter.counter(of: CafesFixture.grill, for: cook).content.walkUps
            #expect(shown.map(\.order.stage) == [.rejected])
            #expect(shown.map(\.giveBack) == [CafesFixture.price])
            let cash = try await cafes.store.read { reading in
                try reading.connection.first("SELECT sum(sales + tax) FROM ledger") { try $0.int(0) }
            }
            #expect(cash == 0)
            // A guest has no inbox; the board says it.
            #expect(try await notices(cafes).isEmpty)
        }
    }

    @Test func `a wholly refunded order leaves the kitchen, which acknowledges it`()
        async throws
    {
        try await withKitchen { cafes, _ in
            let cook = try cafes.device("screen")
            let clock = cafes.clock
            let refunds = RefundService(
                store: cafes.store, payments: cafes.payments, now: { clock.timestamp })
            guard case .person(let manager) = try cafes.person("ada", roles: [.manager]) else { return }
            func refund(_ part: RefundPlan.Request, of order: OrderID, key: String) async throws {
                _ = try await refunds.make(
                    RefundService.Request(
                        order: order, part: part, reason: "late", key: key, fingerprint: [1]),
                    by: manager)
            }
            let placed = try await cafes.place()
            _ = try await cafes.kitchen.apply(.start, to: placed.ticket, by: cook, expectedVersion: nil)
            try await refund(.amount(Fixture.euros(100)), of: placed.order.id, key: "part")
            #expect(try await queue(cafes) == [.preparing])
            try await refund(.rest, of: placed.order.id, key: "rest")
            #expect(try await queue(cafes) == [.cancelled])
            let shown = try await cafes.orders.order(placed.order.id, of: Fixture.ada)
            #expect(shown.order.stage == .rejected)
            #expect(shown.transitions.last?.cause.reason == "refunded")
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000))
            #expect(try await notices(cafes) == ["refunded"])
            // What is ready is handed over all the same.
            let ready = try await cafes.place(key: "ready")
            _ = try await cafes.kitchen.apply(.bump, to: ready.ticket, by: cook, expectedVersion: nil)
            clock.advance(by: .seconds(5))
            _ = try await DueTimer.readiness(store: cafes.store, clock: clock, now: { clock.timestamp })
                .workNow()
            try await refund(.rest, of: ready.order.id, key: "all")
            #expect(
                try await cafes.orders.order(ready.order.id, of: Fixture.ada).order.stage == .ready)
        }
    }
}
