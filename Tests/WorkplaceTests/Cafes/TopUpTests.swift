import Essentials
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Meal accounts that people fill by card (C103, C104, C109): each end of the payment, with the ledger.
@Suite(.timeLimit(.minutes(2)))
struct TopUpTests {
    private func withProvider(_ body: (CafesFixture, ScriptedProvider) async throws -> Void) async throws {
        let provider = ScriptedProvider()
        try await withTemporaryStore { store, published in
            let cafes = try await CafesFixture(store, published, ordersPerMinute: 500, provider: provider)
            try await body(cafes, provider)
            // Whatever happened, the file is sound (C110).
            for check in [DatabaseCheck.payments, .ledger, .balances] {
                guard case .sound = try await store.read({ try check.run($0.connection) }) else {
                    Issue.record("\(check.name)")
                    return
                }
            }
        }
    }

    private func request(
        _ cents: Int64 = 2_000, key: String = "key", fingerprint: [UInt8] = [1], currency: Currency? = nil
    ) -> TopUpRequest {
        TopUpRequest(
            person: Fixture.ada, amount: Money(minorUnits: cents, currency: currency ?? Fixture.euro),
            key: key, fingerprint: fingerprint)
    }

    private func begin(_ cafes: CafesFixture) async throws -> PaymentID {
        let made = try await cafes.mealAccounts.topUp(request())
        _ = try await cafes.payments.open(made.payment.id, of: Fixture.ada)
        return made.payment.id
    }

    private func statement(_ cafes: CafesFixture) async throws -> AccountStatement {
        try await cafes.mealAccounts.statement(of: Fixture.ada, limit: 9)
    }

    @Test func `a paid top-up is posted once, however often it is told, and its person is told, C104, C109`()
        async throws
    {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            #expect(try await cafes.funds().balance == 5_000)
            provider.pay(id)
            for _ in 0..<3 { try await cafes.payments.receive(Array(id.rawValue.utf8), signature: nil) }
            #expect(try await cafes.payments.check(id, of: Fixture.ada).stage == .paid)
            let lines = try await statement(cafes).lines
            #expect(lines.map(\.kind) == [.topUp, .opening, .opening])
            #expect(lines.first?.amount == Fixture.euros(2_000))
            #expect(lines.first?.balance == Fixture.euros(7_000))
            #expect(cafes.published.all.filter { $0.change.kind == "account" }.count == 1)
            let notice = try await cafes.store.read { reading in
                try reading.notice(tagged: "account/\(id)", of: Fixture.ada)
            }
            #expect(notice?.kind == .accountFilled)
            let entry = try await cafes.store.read { reading in
                try reading.connection.first(
                    "SELECT source, funding, movement FROM ledger WHERE kind = 'top-up'"
                ) { "\(try $0.text(0)) \(try $0.int64(1)) \(try $0.text(2))" }
            }
            #expect(entry == "card -2000 \(id)")
        }
    }

    @Test func `the same key begins one top-up, and other contents with it are refused, C109`() async throws {
        try await withProvider { cafes, _ in
            let first = try await cafes.mealAccounts.topUp(request())
            let again = try await cafes.mealAccounts.topUp(request())
            #expect(first.payment.id == again.payment.id)
            #expect([first.isReplay, again.isReplay] == [false, true])
            await #expect(throws: WorkplaceRefusal.keyReused) {
                _ = try await cafes.mealAccounts.topUp(request(1_000, fingerprint: [2]))
            }
        }
    }

    @Test(arguments: [499, 20_001, 0, -2_000, Int64.max])
    func `an amount outside the limits of its currency is refused and changes nothing`(cents: Int64)
        async throws
    {
        try await withProvider { cafes, _ in
            await #expect(
                throws: TopUpRefusal.outOfRange(least: Fixture.euros(500), most: Fixture.euros(20_000))
            ) {
                _ = try await cafes.mealAccounts.topUp(request(cents))
            }
            let due = try await cafes.store.read { try $0.nextPaymentDue() }
            #expect(due == nil)
        }
    }

    @Test func `another currency, and an installation without a provider, are refused`() async throws {
        try await withProvider { cafes, _ in
            let yen = try #require(Currency("JPY"))
            await #expect(throws: TopUpRefusal.otherCurrency(yen)) {
                _ = try await cafes.mealAccounts.topUp(request(currency: yen))
            }
        }
        try await withCafes { cafes in
            let offers = try cafes.mealAccounts.topUps()
            #expect(offers.isEmpty)
            await #expect(throws: PaymentRefusal.notOffered) {
                _ = try await cafes.mealAccounts.topUp(request())
            }
        }
    }

    @Test func `nobody else sees or pays a top-up, C109`() async throws {
        try await withProvider { cafes, _ in
            let id = try await begin(cafes)
            await #expect(throws: PaymentRefusal.unknown) {
                _ = try await cafes.payments.payment(id, of: Fixture.grace)
            }
            await #expect(throws: PaymentRefusal.unknown) {
                _ = try await cafes.payments.open(id, of: Fixture.grace)
            }
        }
    }

    @Test func `an unpaid top-up is cancelled at the provider and changes no account`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            cafes.clock.advance(by: Payment.timeToPay)
            try await cafes.payments.settle(id)
            #expect(provider.status(id) == .canceled)
            #expect(try await cafes.payments.payment(id, of: Fixture.ada).stage == .ended)
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000))
        }
    }

    @Test(arguments: [false, true])
    func `money that comes after the time, or is another amount, goes back, and its person is told, C103`(
        isLate: Bool
    ) async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            if isLate {
                provider.setCancels(false)
                cafes.clock.advance(by: Payment.timeToPay)
                try await cafes.payments.settle(id)
                provider.pay(id)
            } else {
                provider.pay(id, Fixture.euros(1_999))
            }
            try await cafes.payments.settle(id)
            #expect(try await cafes.payments.payment(id, of: Fixture.ada).stage == .returned)
            #expect(provider.refunds.count == 1)
            #expect(try await cafes.funds() == CafesFixture.Funds(5_000))
            let notice = try await cafes.store.read { reading in
                try reading.notice(tagged: "account/\(id)", of: Fixture.ada)
            }
            #expect(notice?.kind == .moneyReturned)
        }
    }

    @Test func `an old top-up loses its name, and the books still add up`() async throws {
        try await withProvider { cafes, provider in
            let id = try await begin(cafes)
            provider.pay(id)
            try await cafes.payments.settle(id)
            cafes.clock.advance(by: OrderIdentities.standardRetention + .seconds(1))
            let time = cafes.clock.timestamp
            try await OrderIdentities(
                store: cafes.store, retention: OrderIdentities.standardRetention, now: { time }
            ).removeExpired()
            #expect(try await statement(cafes).lines.isEmpty)
            #expect(try await cafes.funds() == CafesFixture.Funds(7_000))
            await #expect(throws: PaymentRefusal.unknown) {
                _ = try await cafes.payments.payment(id, of: Fixture.ada)
            }
        }
    }
}
