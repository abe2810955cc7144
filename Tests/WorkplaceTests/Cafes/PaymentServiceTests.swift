import Essentials
import Kitchen
import Ordering
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Payments at a provider: each end of a payment, with its order, its ticket, its stock and its money.
@Suite(.timeLimit(.minutes(2)))
struct PaymentServiceTests {
    private static let stockBefore = 12

    private func withProvider(_ body: (CafesFixture, ScriptedProvider) async throws -> Void) async throws {
        let provider = ScriptedProvider()
        try await withTemporaryStore { store, published in
            let cafes = try await CafesFixture(store, published, ordersPerMinute: 500, provider: provider)
            try await body(cafes, provider)
            // Whatever happened, the file is sound (C110).
            let damage = try await store.read { reading in
                try DatabaseCheck.payments.run(reading.connection)
            }
            guard case .sound = damage else {
                Issue.record("\(damage)")
                return
            }
        }
    }

    /// Reserves a burger, and begins to pay for it.
    private func begin(_ cafes: CafesFixture, key: String = "key") async throws -> PaymentID {
        let order = try await cafes.orders.place(try cafes.cardRequest(key: key)).detail
        #expect(order.order.stage == .placed)
        #expect(try await cafes.stock() == Self.stockBefore - 1)
        let id = try #require(order.payment?.id)
        _ = try await cafes.payments.open(id, of: Fixture.ada)
        return id
    }

    /// The stages of order and payment, whether there is a ticket, and the stock.
    private struct Outcome: Equatable {
        var order: OrderStage
        var payment: PaymentStateMachine.Stage
        var hasTicket = false
        var stock = stockBefore
    }

    private func outcome(_ id: PaymentID, _ cafes: CafesFixture) async throws -> Outcome {
        let stock = try #require(try await cafes.stock())
        return try await cafes.store.read { reading in
            let payment = try #require(try reading.payment(id))
            let order = try #require(try reading.order(OrderID(sameAs: payment.id)))
            return Outcome(
                order: order.stage, payment: payment.stage,
                hasTicket: try reading.ticket(TicketID(of: order.id)) != nil, stock: stock)
        }
    }

    @Test func `a payment that succeeds releases the order once, however often it is told, C104`()
        async throws
    {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            try await cafes.payments.receive(Array(id.rawValue.utf8), signature: nil)
            #expect(
                try await outcome(id, cafes) == Outcome(order: .placed, payment: .open, stock: 11))
            provider.pay(id)
            for _ in 0..<3 { try await cafes.payments.receive(Array(id.rawValue.utf8), signature: nil) }
            #expect(try await cafes.payments.check(id, of: Fixture.ada).stage == .paid)
            #expect(
                try await outcome(id, cafes)
                    == Outcome(order: .accepted, payment: .paid, hasTicket: true, stock: 11))
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000))
            #expect(provider.refunds.isEmpty)
        }
    }

    @Test func `an unpaid reservation ends in time and is cancelled at the provider`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            cafes.clock.advance(by: Payment.timeToPay)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .ended))
            #expect(provider.status(id) == .canceled)
        }
    }

    @Test func `a payment in the last second counts`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.pay(id)
            cafes.clock.advance(by: Payment.timeToPay)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes).payment == .paid)
        }
    }

    @Test func `a reservation ends while the provider is away, and late money goes back`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.setAway(true)
            cafes.clock.advance(by: Payment.timeToPay)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .ending))
            provider.pay(id)
            provider.setAway(false)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .returned))
            #expect(provider.refunds.values.map(\.minorUnits) == [950])
        }
    }

    @Test func `a payment on its way when the time ends goes back when it arrives`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.setCancels(false)
            cafes.clock.advance(by: Payment.timeToPay)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes).payment == .ending)
            provider.pay(id)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .returned))
        }
    }

    @Test func `nothing ends a payment while the provider begins it, and what is paid late goes back, C48`()
        async throws
    {
        try await withProvider { cafes, provider in
            let id = PaymentID(
                sameAs: try await cafes.orders.place(try cafes.cardRequest(key: "key")).detail.order.id)
            let settled = Mutex<Task<Void, any Error>?>(nil)
            provider.whileBeginning {
                // The provider takes its time, and the timer finds the payment due.
                cafes.clock.advance(by: Payment.timeToPay)
                settled.withLock { $0 = Task { try await cafes.payments.settle(id) } }
                // Time enough for the timer to end the payment, if it could.
                try? await Task.sleep(for: .milliseconds(100))
            }
            _ = try await cafes.payments.open(id, of: Fixture.ada)
            try await settled.withLock { $0 }?.value
            #expect(provider.status(id) == .canceled)
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .ended))
        }
    }

    @Test func `money that comes although the provider had cancelled goes back, C103`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            cafes.clock.advance(by: Payment.timeToPay)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes).payment == .ended)
            provider.payCanceled(id)
            try await cafes.payments.receive(Array(id.rawValue.utf8), signature: nil)
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .returned))
            #expect(provider.refunds.values.map(\.minorUnits) == [950])
        }
    }

    @Test func `money for what has sold out since goes back, and the person is told, C48`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            let time = cafes.clock.timestamp
            try await cafes.store.write { transaction in
                try transaction.insert(
                    SoldOutMark(thing: .item(CafesFixture.burger), until: time.advanced(by: .seconds(3_600))),
                    of: CafesFixture.grill, at: time)
            }
            provider.pay(id)
            #expect(try await cafes.payments.check(id, of: Fixture.ada).stage == .returned)
            #expect(try await outcome(id, cafes) == Outcome(order: .rejected, payment: .returned))
            let subject = try await cafes.store.read { reading in
                try #require(try reading.order(OrderID(sameAs: id)))
            }
            let tag = NoticeSubject.order(subject.id, number: subject.number, cafe: subject.cafe).tag
            let notice = try await cafes.store.read { try $0.notice(tagged: tag, of: Fixture.ada) }
            #expect(notice?.kind == .moneyReturned)
        }
    }

    @Test func `a wrong amount pays for nothing and is returned`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.pay(id, Fixture.euros(1))
            _ = try await cafes.payments.check(id, of: Fixture.ada)
            #expect(try await outcome(id, cafes) == Outcome(order: .rejected, payment: .returned))
            #expect(provider.refunds.values.map(\.self) == [Fixture.euros(1)])
        }
    }

    @Test func `a refund ends when the provider reports it; a decided payment can be checked, C48`()
        async throws
    {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.setRefundStatus(.pending)
            provider.pay(id, Fixture.euros(1))
            let call = Array(id.rawValue.utf8)
            try await cafes.payments.receive(call, signature: nil)
            #expect(try await outcome(id, cafes).payment == .returning)
            let due = try await cafes.store.read { try $0.nextPaymentDue() }
            #expect(try #require(due) > cafes.clock.timestamp)
            provider.setRefundStatus(.returned)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes).payment == .returned)
            // The provider calls again about a return that failed later; while it is away, it is to call once more.
            provider.setAway(true)
            await #expect(throws: PaymentRefusal.unreachable) {
                try await cafes.payments.receive(call, signature: nil)
            }
            #expect(try await cafes.payments.check(id, of: Fixture.ada).stage == .returned)
        }
    }

    @Test func `a refund is owed until the provider has returned it, and again when that fails later, C105`()
        async throws
    {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.pay(id)
            try await cafes.payments.settle(id)
            provider.setRefundStatus(.pending)
            let order = OrderID(sameAs: id)
            _ = try await cafes.orders.cancel(order, of: Fixture.ada, expectedVersion: nil)
            func refund() async throws -> Refund {
                let refunds = try await cafes.store.read { try $0.refunds(of: order) }
                return try #require(refunds.first)
            }
            let refundID = try await refund().id
            try await cafes.payments.settle(refundID)
            #expect(try await refund().stage == .owed)
            provider.setRefundStatus(.returned)
            try await cafes.payments.settle(refundID)
            #expect(try await refund().stage == .done)
            // The provider has asked the bank again.
            provider.setRefundStatus(.pending)
            try await cafes.payments.receive(Array(id.rawValue.utf8), signature: nil)
            #expect(try await refund().stage == .owed)
            #expect(try await refund().dueAt != nil)
        }
    }

    @Test func `the provider is told how often it has refused a return, and no answer is no refusal`()
        async throws
    {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.pay(id)
            try await cafes.payments.settle(id)
            provider.setRefundRefusal("charge_disputed")
            let order = OrderID(sameAs: id)
            _ = try await cafes.orders.cancel(order, of: Fixture.ada, expectedVersion: nil)
            let found = try await cafes.store.read { try $0.refunds(of: order) }
            let refund = try #require(found.first).id
            try await cafes.payments.settle(refund)
            provider.setAway(true)
            try await cafes.payments.settle(refund)
            provider.setAway(false)
            try await cafes.payments.settle(refund)
            provider.setRefundRefusal(nil)
            try await cafes.payments.settle(refund)
            #expect(provider.namedRefusals == [0, 1, 2])
            #expect(try await cafes.store.read { try $0.refund(refund)?.stage } == .done)
        }
    }

    @Test func `money that came too late goes back also when the provider has refused at first`() async throws
    {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.setRefundRefusal("balance_insufficient")
            provider.pay(id, Fixture.euros(1))
            try await cafes.payments.settle(id)
            provider.setRefundRefusal(nil)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes).payment == .returned)
            #expect(provider.namedRefusals == [0, 1])
        }
    }

    @Test func `the timer settles what is due, and sleeps until the next is`() async throws {
        try await withProvider { cafes, provider in
            let timer = DueTimer.payments(
                store: cafes.store, clock: cafes.clock, service: cafes.payments,
                now: { cafes.clock.timestamp })
            #expect(try await timer.workNow() == nil)
            let id = try await begin(cafes)
            let other = try await cafes.orders.place(try cafes.cardRequest(key: "other")).detail
            let end = try #require(other.payment?.endsAt)
            let next = try #require(try await timer.workNow())
            #expect(next == cafes.clock.timestamp.advanced(by: Payment.pollInterval))
            provider.pay(id)
            cafes.clock.advance(by: Payment.pollInterval)
            #expect(try await timer.workNow() == end)
            #expect(try await outcome(id, cafes).payment == .paid)
            cafes.clock.advance(by: Payment.timeToPay)
            #expect(try await timer.workNow() == nil)
            #expect(
                try await cafes.payments.payment(PaymentID(sameAs: other.order.id), of: Fixture.ada).stage
                    == .ended)
        }
    }

    /// Reserves a burger of a guest at the grill's kiosk, and begins to pay for it on the phone.
    private func beginAsGuest(_ cafes: CafesFixture) async throws -> (kiosk: CafeScreen, id: PaymentID) {
        let device = Device(
            id: try #require(DeviceID("kiosk")), name: Fixture.label("Kiosk", "端末"), role: .kiosk,
            place: .cafe(CafesFixture.grill))
        let kiosk = try #require(CafeScreen(device))
        let own = try cafes.request()
        let order = try await cafes.orders.place(
            OrderRequest(
                at: kiosk, of: nil, paying: .card, basket: own.basket, expectedTotal: own.expectedTotal,
                name: "Rosa", key: "key", fingerprint: [1])
        ).detail
        #expect(order.wait == nil && order.order.stage == .placed)
        let id = try #require(order.payment?.id)
        _ = try await cafes.payments.open(id, of: .guest)
        return (kiosk, id)
    }

    @Test func `a guest at a kiosk pays by card, and gets the money back the same way`() async throws {
        try await withProvider { cafes, provider in
            let (_, id) = try await beginAsGuest(cafes)
            provider.pay(id)
            #expect(try await cafes.payments.check(id, of: .guest).stage == .paid)
            #expect(
                try await outcome(id, cafes)
                    == Outcome(order: .accepted, payment: .paid, hasTicket: true, stock: 11))
            let ticket = try await cafes.store.read { try $0.ticket(TicketID(of: OrderID(sameAs: id))) }
            #expect(ticket?.kind == .walkUp)
            #expect(ticket?.callName == "Rosa")
            // It is nobody else's payment.
            await #expect(throws: PaymentRefusal.unknown) {
                try await cafes.payments.check(id, of: Fixture.ada)
            }
        }
    }

    @Test
    func `an abandoned reservation ends at once; late money returns without a notice, C48 C95`()
        async throws
    {
        try await withProvider { cafes, provider in
            let (kiosk, id) = try await beginAsGuest(cafes)
            let order = OrderID(sameAs: id)
            for _ in 1...2 {
                let abandoned = try await cafes.orders.abandon(order, at: kiosk)
                #expect(abandoned.detail.order.stage == .cancelled)
            }
            #expect(try await outcome(id, cafes) == Outcome(order: .cancelled, payment: .ending))
            // The phone was faster than the provider's cancellation.
            provider.pay(id)
            try await cafes.payments.settle(id)
            #expect(try await outcome(id, cafes) == Outcome(order: .cancelled, payment: .returned))
            #expect(provider.refunds.values.map(\.minorUnits) == [950])
            #expect(try await cafes.orders.abandon(order, at: kiosk).detail.order.stage == .cancelled)
        }
    }

    @Test func `a paid order of a kiosk is not abandoned, and its reservation is short`() async throws {
        try await withProvider { cafes, provider in
            let (kiosk, id) = try await beginAsGuest(cafes)
            let end = try await cafes.payments.payment(id, of: .guest).endsAt
            #expect(cafes.clock.timestamp.duration(to: end) == Payment.timeToPayAtKiosk)
            provider.pay(id)
            try await cafes.payments.settle(id)
            let kept = try await cafes.orders.abandon(OrderID(sameAs: id), at: kiosk)
            #expect(kept.detail.order.stage == .accepted)
            #expect(provider.refunds.isEmpty)
        }
    }

    @Test func `without a provider cards are refused, and open reservations end`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            let without = PaymentService(
                store: cafes.store, provider: nil, locks: PaymentLocks(),
                quotes: ReadyQuotes(campuses: cafes.campuses), due: {}, report: { _, _ in },
                now: { cafes.clock.timestamp })
            #expect(without.means == [.account])
            await #expect(throws: PaymentRefusal.notOffered) { try await without.open(id, of: Fixture.ada) }
            cafes.clock.advance(by: Payment.timeToPay)
            try await without.settle(id)
            #expect(try await outcome(id, cafes) == Outcome(order: .expired, payment: .ending))
            let due = try await cafes.store.read { try $0.nextPaymentDue() }
            #expect(try #require(due) > cafes.clock.timestamp)
        }
    }
}

extension CafesFixture {
    /// A request for a small burger that is paid by card.
    func cardRequest(key: String) throws -> OrderRequest {
        let account = try request(key: key)
        return OrderRequest(
            person: account.person, cafe: account.cafe, basket: account.basket,
            expectedTotal: account.expectedTotal, channel: .web, means: .card, key: key, fingerprint: [1])
    }
}
