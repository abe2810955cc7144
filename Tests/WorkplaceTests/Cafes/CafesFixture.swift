import Essentials
import Kitchen
import Ordering
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// The services of cafés over a temporary store with the sample campus.
///
/// The clock stands still at noon on a Monday, when the grill is open. Ada has 50 euros, and 12 burgers are in stock.
struct CafesFixture: Sendable {
    static let grill = Fixture.cafeID("grill-cafe")
    static let burger = Fixture.item("burger")
    /// Served on Mondays until 11:30, so not at the fixture's noon.
    static let soup = Fixture.item("soup")
    /// What a small burger costs.
    static let price = Fixture.euros(950)

    let store: any WorkplaceStore
    let published: PublishedEntries
    let clock: ManualClock
    let campuses: CampusRegistry
    let orders: OrderService
    let kitchen: KitchenService
    let pickups: PickupService
    let payments: PaymentService
    let mealAccounts: MealAccountService
    /// Counts the waits that began and the notices that were set.
    let signals: Signals

    final class Signals: Sendable {
        private let counts = Mutex((waits: 0, notices: 0))
        var waits: Int { counts.withLock { $0.waits } }
        var notices: Int { counts.withLock { $0.notices } }
        func waitBegan() { counts.withLock { $0.waits += 1 } }
        func noticeSet() { counts.withLock { $0.notices += 1 } }
    }

    init(
        _ store: any WorkplaceStore, _ published: PublishedEntries, ordersPerMinute: Int,
        provider: (any PaymentProvider)? = nil
    ) async throws {
        let (clock, campuses, signals) = (ManualClock(), CampusRegistry(), Signals())
        // From Saturday to Monday.
        clock.advance(by: .seconds(2 * 86_400))
        self.store = store
        self.published = published
        self.clock = clock
        self.campuses = campuses
        self.signals = signals
        payments = PaymentService(
            store: store, provider: provider, locks: PaymentLocks(), due: {}, report: { _, _ in },
            now: { clock.timestamp })
        mealAccounts = MealAccountService(
            store: store, campuses: campuses, payments: payments, now: { clock.timestamp })
        orders = OrderService(
            store: store, campuses: campuses, limit: MinuteLimit(ordersPerMinute),
            payments: payments, waitBegan: { signals.waitBegan() }, now: { clock.timestamp })
        kitchen = KitchenService(
            store: store, campuses: campuses, noticeSet: { signals.noticeSet() }, now: { clock.timestamp })
        pickups = PickupService(
            store: store, campuses: campuses, holdBegan: {}, now: { clock.timestamp })
        let imports = CampusImport(store: store, campuses: campuses, now: { clock.timestamp })
        _ = try await imports.importCampus(Array(CampusSample.text.utf8), name: "sample")
    }

    /// A request for a soup, which costs nothing.
    func soupRequest(start: OrderStart = .atOnce, key: String = "soup") -> OrderRequest {
        OrderRequest(
            person: Fixture.ada, cafe: Self.grill, basket: Basket(lines: [BasketLine(item: Self.soup)]),
            expectedTotal: Fixture.euros(0), channel: .web, start: start, key: key, fingerprint: [2])
    }

    /// A request for small burgers.
    func request(
        _ count: Int = 1, choices: [String] = ["small"], total: Money? = nil, at cafe: CafeID = grill,
        start: OrderStart = .atOnce, pickup: PickupChoice = .soonest, key: String = "key",
        fingerprint: [UInt8] = [1], by person: PersonID = Fixture.ada, channel: OrderChannel = .web
    ) throws -> OrderRequest {
        let selections = try choices.map { ChoiceSelection(choice: try #require(ChoiceID($0))) }
        let price = Fixture.euros(Self.price.minorUnits * Int64(count))
        return OrderRequest(
            person: person, cafe: cafe,
            basket: Basket(lines: [BasketLine(item: Self.burger, quantity: count, choices: selections)]),
            expectedTotal: total ?? price, channel: channel, start: start, pickup: pickup, key: key,
            fingerprint: fingerprint)
    }

    /// Places an order for one small burger.
    func place(key: String = "key", start: OrderStart = .atOnce) async throws -> OrderDetail {
        try await orders.place(try request(start: start, key: key)).detail
    }

    /// What a person has in euro cents, and how much of it is reserved.
    struct Funds: Hashable {
        let balance: Int64?
        let reserved: Int64?

        init(_ balance: Int64?, reserved: Int64? = nil) {
            self.balance = balance
            self.reserved = reserved
        }
    }

    func funds(of person: PersonID = Fixture.ada) async throws -> Funds {
        let account = try await mealAccounts.statement(of: person, limit: 0)
        return Funds(
            account.balances.first { $0.currency == Fixture.euro }?.minorUnits,
            reserved: account.reserved.first { $0.currency == Fixture.euro }?.minorUnits)
    }

    /// How many burgers the grill has.
    func stock() async throws -> Int? {
        try await store.read { try $0.remainingStock(of: Self.grill)[Self.burger] }
    }

    /// A device of the sample as a principal.
    func device(_ id: String) throws -> Principal {
        let id = try #require(DeviceID(id))
        let device = try #require(try campuses.inForce().device(id))
        return .device(device)
    }

    /// A person of the sample as a principal, with other roles if any are given.
    func person(_ id: String, roles: Set<Role>? = nil) throws -> Principal {
        let person = try #require(try campuses.inForce().person(Fixture.person(id)))
        guard let roles else { return .person(person) }
        return .person(
            Person(
                id: person.id, name: person.name, roles: roles, language: person.language,
                locale: person.locale, openingBalances: []))
    }
}

/// Runs a body with the services of cafés on a new store.
func withCafes(
    ordersPerMinute: Int = 30, provider: (any PaymentProvider)? = nil,
    _ body: (CafesFixture) async throws -> Void
) async throws {
    try await withTemporaryStore { store, published in
        try await body(
            try await CafesFixture(store, published, ordersPerMinute: ordersPerMinute, provider: provider))
    }
}
