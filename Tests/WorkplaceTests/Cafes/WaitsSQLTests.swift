import Essentials
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Orders that wait for their people in the database.
@Suite(.timeLimit(.minutes(1)))
struct WaitsSQLTests {
    private static let main = Fixture.mainCafe.id
    private static let other = Fixture.cafeID("other")

    /// Keeps waiting orders at noon: two of Ada's, over after 60 and 30 minutes, and one of Grace's elsewhere.
    private func waiting(in store: any WorkplaceStore) async throws -> [OrderID] {
        var builder = OrderBuilder()
        let orders = [
            builder.waiting(sequence: 1), builder.waiting(sequence: 2),
            builder.waiting(sequence: 3, for: Fixture.grace, at: Self.other),
        ]
        let minutes = [60, 30, 45]
        try await store.write { transaction in
            for (waiting, minutes) in zip(orders, minutes) {
                try transaction.insert(
                    waiting.order, as: BasketSnapshot(of: waiting.order.basket), transitions: [waiting.placed]
                )
                try transaction.insert(Self.wait(minutes), of: waiting.order)
            }
        }
        return orders.map(\.order.id)
    }

    private static func wait(_ minutes: Int) -> OrderWait {
        OrderWait(until: Fixture.noon.advanced(by: .seconds(60 * minutes)), end: .tooLong)
    }

    @Test
    func `an amount is reserved for its person and currency until the wait ends`() async throws {
        try await withTemporaryStore { store, _ in
            let ids = try await waiting(in: store)
            let total = try #require(try await store.read { try $0.order(ids[0])?.basket.total })
            let twice = try total.adding(total)
            let dollars = try #require(Currency("USD"))
            let before = Fixture.euros(100_000)
            try await store.write { transaction in
                for person in [Fixture.ada, Fixture.grace] {
                    try transaction.post(try .opening(of: before, for: person, at: Fixture.noon))
                }
            }
            #expect(try await store.read { try $0.reservedAmounts(of: Fixture.ada) } == [twice])
            #expect(try await left(of: Fixture.ada, in: store) == before.subtracting(twice))
            #expect(try await left(of: Fixture.grace, in: store) == before.subtracting(total))
            #expect(try await store.read { try $0.mealAccount(of: Fixture.ada, in: dollars) } == nil)
            try await store.write {
                try $0.endWait(of: ids[0])
                try $0.endWait(of: ids[0])
                try $0.endWait(of: ids[2])
            }
            #expect(try await store.read { try $0.reservedAmounts(of: Fixture.ada) } == [total])
            #expect(try await store.read { try $0.reservedAmounts(of: Fixture.grace) } == [])
            #expect(try await left(of: Fixture.ada, in: store) == before.subtracting(total))
            #expect(try await left(of: Fixture.grace, in: store) == before)
        }
    }

    /// What a person can spend in euros.
    private func left(of person: PersonID, in store: any WorkplaceStore) async throws -> Money? {
        try await store.read { try $0.mealAccount(of: person, in: Fixture.euro)?.balance }
    }

    @Test
    func `a café's waiting orders are counted, and not another's`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let ids = try await waiting(in: store)
            let before = try await store.read {
                [try $0.waitingOrderCount(of: Self.main), try $0.waitingOrderCount(of: Self.other)]
            }
            #expect(before == [2, 1])
            try await store.write { try $0.endWait(of: ids[1]) }
            #expect(try await store.read { try $0.waitingOrderCount(of: Self.main) } == 1)
            #expect(try await store.read { try $0.openTickets(of: Self.main) }.isEmpty)
        }
    }

    @Test
    func `waits are listed by their end, and ended waits are not listed`() async throws {
        try await withTemporaryStore { store, _ in
            let ids = try await waiting(in: store)
            let half = Fixture.noon.advanced(by: .seconds(30 * 60))
            #expect(try await store.read { try $0.waitingOrders(overBy: half) } == [ids[1]])
            #expect(try await store.read { try $0.nextWaitOver() } == half)
            try await store.write { try $0.endWait(of: ids[1]) }
            let late = Fixture.noon.advanced(by: .seconds(3_600))
            #expect(try await store.read { try $0.waitingOrders(overBy: late) } == [ids[2], ids[0]])
            #expect(try await store.read { try $0.nextWaitOver() } == Self.wait(45).until)
            // A repeated request is still answered with the wait.
            #expect(try await store.read { try $0.wait(of: ids[1]) } == Self.wait(30))
            var builder = OrderBuilder(seed: 7)
            let unknown = builder.waiting(sequence: 9).order.id
            #expect(try await store.read { try $0.wait(of: unknown) } == nil)
        }
    }

    @Test
    func `ended waits are removed with the keys of their requests, and others stay`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let ids = try await waiting(in: store)
            let time = Fixture.noon.advanced(by: .seconds(45 * 60))
            let kept = try await store.write { transaction in
                for id in ids[1...] { try transaction.endWait(of: id) }
                try transaction.removeEndedWaits(before: time)
                let atThatTime = try ids.map { try transaction.wait(of: $0) }
                let later = time.advanced(by: .seconds(3_600))
                try transaction.removeEndedWaits(before: later)
                return [atThatTime, try ids.map { try transaction.wait(of: $0) }]
            }
            #expect(kept == [[Self.wait(60), nil, Self.wait(45)], [Self.wait(60), nil, nil]])
        }
    }
}
