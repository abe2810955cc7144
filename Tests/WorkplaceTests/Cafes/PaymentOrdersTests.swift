import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// C103, C104: a payment by card with its callbacks, the page's return, its end and late money in every order.
@Suite(.timeLimit(.minutes(2)))
struct PaymentOrdersTests {
    /// Something that happens to a payment.
    enum Event: String {
        /// The person pays; money that comes after the end is late.
        case pay
        /// The provider calls, perhaps about nothing new, and perhaps for the second time.
        case call
        /// The page comes back from the provider and asks.
        case comesBack
        /// The time to pay ends, and the timer is due.
        case end
        /// The provider gives no answer to what comes next.
        case away
    }

    /// Two calls and a return, with the payment and the end of its time before, between and after them, or missing.
    static let orders: [[Event]] = {
        let news: [Event] = [.call, .comesBack, .call]
        let withPay = [news] + (0...3).map { place in inserting(.pay, at: place, into: news) }
        return withPay.flatMap { events in
            [events] + (0...events.count).map { place in inserting(.end, at: place, into: events) }
        }
    }()

    private static func inserting(_ event: Event, at place: Int, into events: [Event]) -> [Event] {
        Array(events[..<place]) + [event] + Array(events[place...])
    }

    @Test(arguments: orders)
    func `every order of payment, calls, return and end has one right result, C103 C104`(events: [Event])
        async throws
    {
        let provider = ScriptedProvider()
        try await withTemporaryStore { store, published in
            let cafes = try await CafesFixture(store, published, ordersPerMinute: 500, provider: provider)
            let id = try await begin(cafes)
            for event in events { try await perform(event, on: id, cafes, provider) }
            // The provider calls once more about what it told before.
            try await perform(.call, on: id, cafes, provider)
            try await check(id, after: events, cafes, provider)
        }
    }

    @Test(arguments: [[Event.away, .call, .pay, .end], [.pay, .away, .end], [.away, .end, .pay]])
    func `an outage of the provider does not change the result, C103`(events: [Event])
        async throws
    {
        let provider = ScriptedProvider()
        try await withTemporaryStore { store, published in
            let cafes = try await CafesFixture(store, published, ordersPerMinute: 500, provider: provider)
            let id = try await begin(cafes)
            for event in events { try await perform(event, on: id, cafes, provider) }
            provider.setAway(false)
            try await cafes.payments.settle(id)
            // The reservation has ended in time; what was paid goes back.
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .returned, tickets: 0))
            #expect(provider.refunds.values.map(\.minorUnits) == [950])
        }
    }

    @Test(arguments: [false, true])
    func `C47: a declined payment leaves no ticket for a display, a board or a printer`(isDeclined: Bool)
        async throws
    {
        let provider = ScriptedProvider()
        try await withTemporaryStore { store, published in
            let cafes = try await CafesFixture(store, published, ordersPerMinute: 500, provider: provider)
            let id = try await begin(cafes)
            // To the provider a declined card is a payment that nobody has made yet.
            if !isDeclined { provider.pay(id) }
            try await perform(.call, on: id, cafes, provider)
            try await perform(.comesBack, on: id, cafes, provider)
            if isDeclined { try await perform(.end, on: id, cafes, provider) }
            let time = cafes.clock.timestamp
            let (shown, toPrint, jobs) = try await store.read { reading in
                (
                    try reading.openTickets(of: CafesFixture.grill).count,
                    try reading.ticketsToPrint(
                        of: CafesFixture.grill, since: time.advanced(by: .seconds(-3_600)), until: time
                    ).count, try reading.openPrintJobs(of: CafesFixture.grill).count
                )
            }
            #expect([shown, toPrint, jobs] == (isDeclined ? [0, 0, 0] : [1, 1, 0]))
            let board = try await cafes.kitchen.board(
                of: CafesFixture.grill, for: try cafes.person("ada", roles: [.manager]))
            #expect(board.content.entries.count == (isDeclined ? 0 : 1))
        }
    }

    private func begin(_ cafes: CafesFixture) async throws -> PaymentID {
        let request = try cafes.request()
        let order = try await cafes.orders.place(
            OrderRequest(
                person: request.person, cafe: request.cafe, basket: request.basket,
                expectedTotal: request.expectedTotal, channel: .web, means: .card, key: "key",
                fingerprint: [1]))
        let id = try #require(order.detail.payment?.id)
        _ = try await cafes.payments.open(id, of: Fixture.ada)
        return id
    }

    private func perform(
        _ event: Event, on id: PaymentID, _ cafes: CafesFixture, _ provider: ScriptedProvider
    ) async throws {
        switch event {
        case .pay:
            if provider.status(id) == .canceled { provider.payCanceled(id) } else { provider.pay(id) }
        case .call:
            // The provider calls again when it is not heard.
            do {
                try await cafes.payments.receive(Array(id.rawValue.utf8), signature: nil)
            } catch PaymentRefusal.unreachable {}
        case .comesBack: _ = try await cafes.payments.check(id, of: Fixture.ada)
        case .end:
            cafes.clock.advance(by: Payment.timeToPay)
            try await cafes.payments.settle(id)
        case .away: provider.setAway(true)
        }
    }

    private struct Outcome: Equatable {
        var order: OrderStage
        var payment: PaymentStateMachine.Stage
        var tickets: Int
    }

    private func outcome(_ id: PaymentID, _ cafes: CafesFixture) async throws -> Outcome {
        try await cafes.store.read { reading in
            let order = try #require(try reading.order(OrderID(sameAs: id)))
            let ticket = try reading.ticket(TicketID(of: order.id))
            return Outcome(
                order: order.stage, payment: try #require(try reading.payment(id)).stage,
                tickets: ticket == nil ? 0 : 1)
        }
    }

    private func check(
        _ id: PaymentID, after events: [Event], _ cafes: CafesFixture, _ provider: ScriptedProvider
    ) async throws {
        let outcome = try await outcome(id, cafes)
        switch (events.firstIndex(of: .pay), events.firstIndex(of: .end)) {
        case (nil, nil): #expect(outcome == Outcome(order: .placed, payment: .open, tickets: 0))
        case (nil, _?): #expect(outcome == Outcome(order: .expired, payment: .ended, tickets: 0))
        case (let pay?, let end?) where end < pay:
            #expect(outcome == Outcome(order: .expired, payment: .returned, tickets: 0))
            #expect(provider.refunds.values.map(\.minorUnits) == [950])
            return
        case (_?, _): #expect(outcome == Outcome(order: .accepted, payment: .paid, tickets: 1))
        }
        #expect(provider.refunds.isEmpty)
    }
}
