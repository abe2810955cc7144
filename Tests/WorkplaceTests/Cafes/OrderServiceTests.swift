import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct OrderServiceTests {
    // MARK: - Placing

    @Test func `placing an order takes the total and the stock and gives the kitchen a ticket`() async throws
    {
        try await withCafes { cafes in
            let placed = try await cafes.orders.place(try cafes.request(2))
            #expect(!placed.isReplay)
            #expect(placed.detail.order.stage == .accepted)
            #expect(placed.detail.transitions.map(\.to) == [.placed, .accepted])
            #expect(placed.detail.wait == nil)
            #expect(try await cafes.funds() == .init(5_000 - 1_900))
            #expect(try await cafes.stock() == 10)
            let tickets = try await cafes.store.read { try $0.openTickets(of: CafesFixture.grill) }
            #expect(tickets.map(\.id) == [placed.detail.ticket])
            #expect(try await cafes.orders.order(placed.detail.order.id, of: Fixture.ada) == placed.detail)
        }
    }

    @Test func `orders of a person come latest first, page by page`() async throws {
        try await withCafes { cafes in
            var placed: [OrderID] = []
            for key in ["a", "b", "c"] {
                placed.append(try await cafes.place(key: key).order.id)
                cafes.clock.advance(by: .seconds(1))
            }
            let first = try await cafes.orders.orders(of: Fixture.ada, before: nil, limit: 2)
            #expect(first.map(\.order.id) == [placed[2], placed[1]])
            let second = try await cafes.orders.orders(of: Fixture.ada, before: placed[1], limit: 2)
            #expect(second.map(\.order.id) == [placed[0]])
        }
    }

    /// A request that the café refuses, and the refusal.
    enum RefusedRequest: CaseIterable {
        case missingChoice, unknownChoice, tooExpensive, noAccount, otherTotal, soldOut, notServed

        func make(_ cafes: CafesFixture) throws -> OrderRequest {
            switch self {
            case .missingChoice: try cafes.request(choices: [])
            case .unknownChoice: try cafes.request(choices: ["small", "gold"])
            case .tooExpensive: try cafes.request(6)
            case .noAccount: try cafes.request(by: Fixture.person("ben"))
            case .otherTotal: try cafes.request(total: Fixture.euros(949))
            case .soldOut: try cafes.request(3)
            case .notServed: cafes.soupRequest()
            }
        }

        func matches(_ refusal: OrderRefusal) -> Bool {
            switch (self, refusal) {
            case (.missingChoice, .basket(let basket)):
                basket.mistakes.map { Optional($0.reason) }
                    == [ChoiceGroupID("size").map { BasketMistake.Reason.tooFewChoices($0, minimum: 1) }]
            case (.unknownChoice, .basket(let basket)):
                basket.mistakes.map { Optional($0.reason) }
                    == [ChoiceID("gold").map { BasketMistake.Reason.unknownChoice($0) }]
            case (.tooExpensive, .insufficientFunds(let balance, let needed)):
                (balance, needed) == (Fixture.euros(5_000), Fixture.euros(5_700))
            case (.noAccount, .noAccountInCurrency(let currency)): currency == Fixture.euro
            case (.otherTotal, .totalChanged(let basket)): basket.total == CafesFixture.price
            case (.soldOut, .soldOut(let items)): items == [CafesFixture.burger]
            case (.notServed, .notServed(let items)): items == [CafesFixture.soup]
            default: false
            }
        }
    }

    @Test(arguments: RefusedRequest.allCases)
    func `a refused order changes neither money nor stock`(refused: RefusedRequest) async throws {
        try await withCafes { cafes in
            if refused == .soldOut {
                try await cafes.store.write {
                    try $0.setStock(
                        of: CafesFixture.burger, at: CafesFixture.grill, remaining: 2, time: Fixture.noon)
                }
            }
            let before = (funds: try await cafes.funds(), stock: try await cafes.stock())
            let request = try refused.make(cafes)
            let error = await #expect(throws: OrderRefusal.self) { try await cafes.orders.place(request) }
            let refusal = try #require(error)
            #expect(refused.matches(refusal), "\(refusal)")
            #expect(try await cafes.funds() == before.funds)
            #expect(try await cafes.stock() == before.stock)
            #expect(try await cafes.orders.orders(of: request.person, before: nil, limit: 9).isEmpty)
            #expect(try await cafes.store.read { try $0.openTickets(of: CafesFixture.grill) }.isEmpty)
        }
    }

    @Test func `C16 a basket is judged at the time of pickup, not at the time of asking`() async throws {
        try await withCafes { cafes in
            let grill = try cafes.orders.cafe(CafesFixture.grill).cafe
            let basket = Basket(lines: [BasketLine(item: CafesFixture.soup)])
            let now = try await cafes.orders.reprice(basket, at: grill, seen: [])
            #expect(!now.isOrderable)
            let breakfast = cafes.clock.timestamp.advanced(by: .seconds(-3_600))
            let earlier = try await cafes.orders.reprice(basket, at: grill, seen: [], pickup: breakfast)
            #expect(earlier.isOrderable)
        }
    }

    @Test func `a closed café refuses orders and says when it opens`() async throws {
        try await withCafes { cafes in
            let opening = cafes.clock.timestamp.advanced(by: .seconds(7 * 86_400 - 4 * 3_600))
            cafes.clock.advance(by: .seconds(86_400))
            await #expect(throws: OrderRefusal.cafeClosed(opensAt: opening)) {
                try await cafes.orders.place(try cafes.request())
            }
        }
    }

    @Test func `an unknown café is refused`() async throws {
        try await withCafes { cafes in
            let nowhere = Fixture.cafeID("nowhere")
            await #expect(throws: WorkplaceRefusal.unknownCafe(nowhere)) {
                try await cafes.orders.place(try cafes.request(at: nowhere))
            }
        }
    }

    @Test func `two people who want the last item get one order and one refusal`() async throws {
        try await withCafes { cafes in
            try await cafes.store.write { transaction in
                try transaction.setStock(
                    of: CafesFixture.burger, at: CafesFixture.grill, remaining: 1, time: Fixture.noon)
                try transaction.post(
                    try .opening(of: Fixture.euros(5_000), for: Fixture.grace, at: cafes.clock.timestamp))
            }
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for person in [Fixture.ada, Fixture.grace] {
                    let request = try cafes.request(by: person)
                    group.addTask {
                        do {
                            _ = try await cafes.orders.place(request)
                            return true
                        } catch OrderRefusal.soldOut([CafesFixture.burger]) { return false }
                    }
                }
                return try await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 } == 1)
            let balances = [
                try await cafes.funds().balance, try await cafes.funds(of: Fixture.grace).balance,
            ]
            #expect(balances.compactMap { $0 }.sorted() == [5_000 - 950, 5_000])
            #expect(try await cafes.stock() == 0)
        }
    }

    // MARK: - Repeated requests

    @Test
    func `a repeated request gets the first answer, also after the order has moved on and the café closed`()
        async throws
    {
        try await withCafes { cafes in
            let first = try await cafes.orders.place(try cafes.request())
            let cook = try cafes.device("screen")
            _ = try await cafes.kitchen.apply(.start, to: first.detail.ticket, by: cook, expectedVersion: nil)
            cafes.clock.advance(by: .seconds(86_400))
            let second = try await cafes.orders.place(try cafes.request())
            #expect(second.isReplay)
            #expect(second.detail == first.detail)
            #expect(try await cafes.funds().balance == 5_000 - 950)
        }
    }

    @Test func `a key that was used for another request is refused`() async throws {
        try await withCafes { cafes in
            _ = try await cafes.place()
            await #expect(throws: WorkplaceRefusal.keyReused) {
                try await cafes.orders.place(try cafes.request(2, fingerprint: [2]))
            }
            #expect(try await cafes.funds().balance == 5_000 - 950)
        }
    }

    @Test func `orders above the limit of a minute are refused, and repeated requests do not count`()
        async throws
    {
        try await withCafes(ordersPerMinute: 2) { cafes in
            _ = try await cafes.place(key: "a")
            for _ in 0..<3 { _ = try await cafes.place(key: "a") }
            cafes.clock.advance(by: .seconds(20))
            _ = try await cafes.place(key: "b")
            await #expect(throws: WorkplaceRefusal.tooManyOrders(retryAfter: .seconds(40))) {
                try await cafes.place(key: "c")
            }
            cafes.clock.advance(by: .seconds(40))
            _ = try await cafes.place(key: "c")
        }
    }

    // MARK: - Cancelling

    @Test func `cancelling returns money and stock once`() async throws {
        try await withCafes { cafes in
            let id = try await cafes.place().order.id
            let cancelled = try await cafes.orders.cancel(id, of: Fixture.ada, expectedVersion: 2)
            #expect(cancelled.order.stage == .cancelled)
            await #expect(throws: OrderTransitionRefusal.illegal(stage: .cancelled, input: .cancel)) {
                try await cafes.orders.cancel(id, of: Fixture.ada, expectedVersion: nil)
            }
            #expect(try await cafes.funds() == .init(5_000))
            #expect(try await cafes.stock() == 12)
            let ticket = try await cafes.store.read { try $0.ticket(cancelled.ticket) }
            #expect(ticket?.stage == .cancelled)
        }
    }

    @Test func `a stale version and an order in preparation are not cancelled`() async throws {
        try await withCafes { cafes in
            let placed = try await cafes.place()
            await #expect(throws: OrderTransitionRefusal.staleVersion(stage: .accepted, version: 2)) {
                try await cafes.orders.cancel(placed.order.id, of: Fixture.ada, expectedVersion: 1)
            }
            let cook = try cafes.device("screen")
            _ = try await cafes.kitchen.apply(.start, to: placed.ticket, by: cook, expectedVersion: nil)
            await #expect(throws: OrderTransitionRefusal.illegal(stage: .preparing, input: .cancel)) {
                try await cafes.orders.cancel(placed.order.id, of: Fixture.ada, expectedVersion: nil)
            }
            #expect(try await cafes.funds().balance == 5_000 - 950)
            #expect(try await cafes.stock() == 11)
        }
    }

    @Test func `an order is unknown to everyone but its person`() async throws {
        try await withCafes { cafes in
            let id = try await cafes.place(start: .whenNear).order.id
            let refusal = WorkplaceRefusal.unknownOrder(id)
            await #expect(throws: refusal) { try await cafes.orders.order(id, of: Fixture.grace) }
            await #expect(throws: refusal) { try await cafes.orders.start(id, of: Fixture.grace) }
            await #expect(throws: refusal) {
                try await cafes.orders.cancel(id, of: Fixture.grace, expectedVersion: nil)
            }
        }
    }

    // MARK: - Starting on arrival

    @Test func `an order that starts on arrival reserves its total and has no ticket yet`() async throws {
        try await withCafes { cafes in
            let waiting = try await cafes.place(start: .whenNear)
            #expect(waiting.order.stage == .placed)
            let end = cafes.clock.timestamp.advanced(by: OrderWait.longest)
            #expect(waiting.wait == OrderWait(until: end, end: .tooLong))
            #expect(try await cafes.funds() == .init(5_000, reserved: 950))
            #expect(try await cafes.stock() == 11)
            #expect(cafes.signals.waits == 1)
            let queue = try await cafes.kitchen.openTickets(
                of: CafesFixture.grill, for: try cafes.device("screen"))
            #expect(queue.content.tickets.isEmpty)
            #expect(queue.content.coming == 1)
        }
    }

    @Test func `a reserved amount cannot be spent twice`() async throws {
        try await withCafes { cafes in
            _ = try await cafes.orders.place(try cafes.request(5, start: .whenNear, key: "a"))
            let refusal = OrderRefusal.insufficientFunds(
                balance: Fixture.euros(250), needed: CafesFixture.price)
            await #expect(throws: refusal) { try await cafes.place(key: "b") }
        }
    }

    @Test func `arrival pays the order and gives the kitchen the ticket, once`() async throws {
        try await withCafes { cafes in
            let waiting = try await cafes.place(start: .whenNear)
            let started = try await cafes.orders.start(waiting.order.id, of: Fixture.ada)
            #expect(started.order.stage == .accepted)
            #expect(try await cafes.orders.start(waiting.order.id, of: Fixture.ada) == started)
            #expect(try await cafes.funds() == .init(5_000 - 950))
            let queue = try await cafes.kitchen.openTickets(
                of: CafesFixture.grill, for: try cafes.device("screen"))
            #expect(queue.content.tickets.map(\.id) == [waiting.ticket])
            #expect(queue.content.coming == 0)
        }
    }

    @Test func `C22 arrival starts nothing that the kitchen has marked as sold out, and the order waits on`()
        async throws
    {
        try await withCafes { cafes in
            let id = try await cafes.place(start: .whenNear).order.id
            let time = cafes.clock.timestamp
            let mark = SoldOutMark.Thing.choice(try #require(ChoiceID("small")))
            try await cafes.store.write { transaction in
                try transaction.insert(
                    SoldOutMark(thing: mark, until: time.advanced(by: .seconds(600))), of: CafesFixture.grill,
                    at: time)
            }
            await #expect(throws: OrderRefusal.soldOut([CafesFixture.burger])) {
                try await cafes.orders.start(id, of: Fixture.ada)
            }
            #expect(try await cafes.funds() == .init(5_000, reserved: 950))
            cafes.clock.advance(by: .seconds(600))
            #expect(try await cafes.orders.start(id, of: Fixture.ada).order.stage == .accepted)
        }
    }

    @Test func `arrival after the wait is over ends the order and returns what it held`() async throws {
        try await withCafes { cafes in
            let id = try await cafes.place(start: .whenNear).order.id
            cafes.clock.advance(by: OrderWait.longest)
            await #expect(throws: OrderTransitionRefusal.illegal(stage: .expired, input: .accept)) {
                try await cafes.orders.start(id, of: Fixture.ada)
            }
            #expect(try await cafes.orders.order(id, of: Fixture.ada).order.stage == .expired)
            #expect(try await cafes.funds() == .init(5_000))
            #expect(try await cafes.stock() == 12)
        }
    }

    @Test func `a waiting order is cancelled without a payment`() async throws {
        try await withCafes { cafes in
            let id = try await cafes.place(start: .whenNear).order.id
            let cancelled = try await cafes.orders.cancel(id, of: Fixture.ada, expectedVersion: nil)
            #expect(cancelled.order.stage == .cancelled)
            #expect(try await cafes.funds() == .init(5_000))
            #expect(try await cafes.stock() == 12)
            let account = try await cafes.mealAccounts.statement(of: Fixture.ada, limit: 9)
            #expect(!account.lines.contains { $0.kind == .payment })
        }
    }
}
