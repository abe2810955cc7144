import Essentials
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Orders, their record and their keys in the database.
@Suite(.timeLimit(.minutes(1)))
struct OrdersSQLTests {
    @Test
    func `C23, C34: an order comes back exactly as it was sold`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1_234)
            try await store.write { try $0.keep(accepted) }
            let found = try await store.read { try $0.order(accepted.order.id) }
            #expect(found == accepted.order)
            #expect(found?.basket.lines.first?.name.text(for: []) == "Soup of the day")
        }
    }

    @Test
    func `C44: all transitions are kept with who, on what, when and why`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try await store.write { try $0.keep(accepted) }
            var order = accepted.order
            let causes = [
                TransitionCause(
                    actor: .device(Fixture.kitchenDisplay), device: Fixture.kitchenDisplay, at: Fixture.noon,
                    reason: "it's \"time\" 🍲"),
                TransitionCause(actor: .system, at: Fixture.noon.advanced(by: .milliseconds(1))),
            ]
            var expected = accepted.transitions
            for (input, cause) in zip([OrderInput.startPreparing, .becomeReady], causes) {
                let transition = try order.apply(input, expectedVersion: order.version, cause: cause)
                try await store.write { [order] in try $0.update(order, after: transition) }
                expected.append(transition)
            }
            let found = try await store.read {
                (try $0.order(accepted.order.id), try $0.transitions(of: accepted.order.id))
            }
            #expect(found.0 == order)
            #expect(found.1 == expected)
        }
    }

    @Test
    func `C43: a change that builds on another version is refused and changes nothing`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            let unknown = builder.accepted(sequence: 2)
            try await store.write { try $0.keep(accepted) }
            for before in [accepted, unknown] {
                var order = before.order
                let cause = TransitionCause(actor: .system, at: Fixture.noon)
                _ = try order.apply(.startPreparing, expectedVersion: 2, cause: cause)
                let second = try order.apply(.becomeReady, expectedVersion: 3, cause: cause)
                let stale = order
                await #expect(throws: StoreError.versionConflict(id: stale.id.rawValue)) {
                    try await store.write { try $0.update(stale, after: second) }
                }
            }
            let found = try await store.read {
                (try $0.order(accepted.order.id), try $0.transitions(of: accepted.order.id))
            }
            #expect(found.0 == accepted.order)
            #expect(found.1 == accepted.transitions)
        }
    }

    @Test
    func `a person's orders come latest first, page by page, and nobody else's`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let orders = (1...7).map { index in
                builder.accepted(
                    sequence: index, for: index == 4 ? Fixture.grace : Fixture.ada,
                    time: Fixture.noon.advanced(by: .milliseconds(index)))
            }
            try await store.write { transaction in
                for order in orders { try transaction.keep(order) }
            }
            let pages = try await store.read { reading in
                let first = try reading.orders(of: Fixture.ada, before: nil, limit: 4)
                let second = try reading.orders(of: Fixture.ada, before: first.last?.id, limit: 4)
                return [first, second, try reading.orders(of: Fixture.grace, before: nil, limit: 4)]
            }
            #expect(pages.map { $0.map(\.number.sequence) } == [[7, 6, 5, 3], [2, 1], [4]])
        }
    }

    @Test
    func `C41: a key is found for its person only and can be used once`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            func use(_ person: PersonID, _ fingerprint: [UInt8]) -> IdempotencyKeyUse {
                IdempotencyKeyUse(
                    person: person, key: "once", fingerprint: fingerprint,
                    order: builder.accepted(sequence: 1).order.id, usedAt: Fixture.noon)
            }
            let (adas, again, graces) = (
                use(Fixture.ada, [1]), use(Fixture.ada, [2]), use(Fixture.grace, [3])
            )
            try await store.write {
                try $0.insert(adas)
                try $0.insert(graces)
            }
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(again) } }
            let found = try await store.read {
                [
                    try $0.keyUse(of: Fixture.ada, key: "once"),
                    try $0.keyUse(of: Fixture.grace, key: "once"),
                    try $0.keyUse(of: Fixture.ada, key: "twice"),
                ]
            }
            #expect(found == [adas, graces, nil])
        }
    }

    @Test
    func `numbers count from one for each café and day, also under concurrent orders`() async throws {
        try await withTemporaryStore { store, _ in
            let today = Fixture.serviceDay()
            let places = [
                (Fixture.mainCafe.id, today), (Fixture.mainCafe.id, today.advanced(byDays: 1)),
                (Fixture.cafeID("other"), today),
            ]
            var builder = OrderBuilder()
            for (cafe, day) in places {
                let orders = (0..<50).map { _ in builder.accepted(sequence: 1, at: cafe) }
                let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                    for accepted in orders {
                        group.addTask {
                            try await store.write { transaction in
                                let sequence = try transaction.nextOrderSequence(of: cafe, day: day)
                                try transaction.insert(
                                    try accepted.order.numbered(sequence, on: day),
                                    as: BasketSnapshot(of: accepted.order.basket),
                                    transitions: accepted.transitions)
                                return sequence
                            }
                        }
                    }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect(numbers == Set(1...50))
            }
        }
    }

    @Test
    func `one number of a café and day cannot be kept twice`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let (first, second) = (builder.accepted(sequence: 1), builder.accepted(sequence: 1))
            let elsewhere = builder.accepted(sequence: 1, at: Fixture.cafeID("other"))
            try await store.write {
                try $0.keep(first)
                try $0.keep(elsewhere)
            }
            await #expect(throws: (any Error).self) { try await store.write { try $0.keep(second) } }
            #expect(try await store.read { try $0.order(second.order.id) } == nil)
        }
    }
}

extension Order {
    /// The order with another number on another day.
    fileprivate func numbered(_ sequence: Int, on day: CalendarDate) throws -> Order {
        Order(
            id: id, number: try #require(OrderNumber(sequence: sequence)), cafe: cafe, diner: diner,
            basket: basket, placedAt: placedAt, serviceDay: day, channel: channel,
            machine: OrderStateMachine(stage: stage, version: version))
    }
}
