import Essentials
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Meal accounts and counted stock in the database.
@Suite(.timeLimit(.minutes(1)))
struct AccountsSQLTests {
    private static let cafe = Fixture.mainCafe.id

    @Test
    func `a meal account is opened by its first entry, one for each currency`() async throws {
        try await withTemporaryStore { store, _ in
            let yen = try #require(Currency("JPY"))
            let amounts = [Money(minorUnits: 500, currency: yen), Fixture.euros(5_000)]
            try await store.write { transaction in
                for amount in amounts {
                    try transaction.post(try .opening(of: amount, for: Fixture.ada, at: Fixture.noon))
                }
            }
            let found = try await store.read { reading in
                [
                    try reading.mealBalances(of: Fixture.ada), try reading.mealBalances(of: Fixture.grace),
                    [try reading.mealBalance(of: Fixture.ada, in: yen)].compactMap(\.self),
                    [try reading.mealBalance(of: Fixture.grace, in: yen)].compactMap(\.self),
                ]
            }
            #expect(found == [[amounts[1], amounts[0]], [], [amounts[0]], []])
        }
    }

    @Test
    func `a statement lists each movement with the balance after it, latest first`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 7)
            let later = Fixture.noon.advanced(by: .seconds(60))
            try await store.write { transaction in
                try transaction.post(
                    try .opening(of: Fixture.euros(5_000), for: Fixture.ada, at: Fixture.noon))
                try transaction.post(try .opening(of: Fixture.euros(1), for: Fixture.grace, at: Fixture.noon))
                try transaction.keep(accepted)
                try transaction.post(accepted.payment)
                try transaction.post(
                    try .refund(of: accepted.order.basket.amount, for: accepted.order, at: later))
            }
            let total = accepted.order.basket.total.minorUnits
            let expected = [
                Line(.refund, later, total, 5_000, accepted.order),
                Line(.payment, Fixture.noon, -total, 5_000 - total, accepted.order),
                Line(.opening, Fixture.noon, 5_000, 5_000, nil),
            ]
            let found = try await store.read {
                [try $0.statement(of: Fixture.ada, limit: 10), try $0.statement(of: Fixture.ada, limit: 2)]
            }
            #expect(found.map { $0.map(Line.init) } == [expected, Array(expected.prefix(2))])
            let older = try await store.read {
                try $0.statement(of: Fixture.ada, before: found[1][1].entry, limit: 10)
            }
            #expect(older.map(Line.init) == [expected[2]])
        }
    }

    /// A line of a statement without its number.
    private struct Line: Equatable {
        let kind: LedgerEntry.Kind
        let time: Timestamp
        let amount: Money
        let balance: Money
        let order: OrderID?
        let number: String?
        let cafe: CafeID?

        init(
            _ kind: LedgerEntry.Kind, _ time: Timestamp, _ amount: Int64, _ balance: Int64, _ order: Order?
        ) {
            self.kind = kind
            self.time = time
            self.amount = Fixture.euros(amount)
            self.balance = Fixture.euros(balance)
            self.order = order?.id
            number = order?.number.description
            cafe = order?.cafe
        }

        init(_ line: StatementLine) {
            kind = line.kind
            time = line.time
            amount = line.amount
            balance = line.balance
            order = line.order
            number = line.orderNumber
            cafe = line.cafe
        }
    }

    @Test
    func `the balance is the sum of what was posted, also under concurrent entries`() async throws {
        try await withTemporaryStore { store, _ in
            var generator = SplitMix64(seed: 48)
            let cents = (0..<200).map { _ in Int64.random(in: -500...500, using: &generator) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for amount in cents {
                    group.addTask {
                        let entry = try LedgerEntry.opening(
                            of: Fixture.euros(amount), for: Fixture.ada, at: Fixture.noon)
                        try await store.write { try $0.post(entry) }
                    }
                }
                try await group.waitForAll()
            }
            let (balance, statement) = try await store.read {
                (
                    try $0.mealBalance(of: Fixture.ada, in: Fixture.euro),
                    try $0.statement(of: Fixture.ada, limit: 1_000)
                )
            }
            #expect(balance == Fixture.euros(cents.reduce(0, +)))
            #expect(statement.map(\.amount.minorUnits).sorted() == cents.sorted())
            var running: Int64 = 0
            for line in statement.reversed() {
                running += line.amount.minorUnits
                #expect(line.balance.minorUnits == running)
            }
        }
    }

    @Test
    func `a balance that does not fit is refused and leaves the account as it was`() async throws {
        try await withTemporaryStore { store, _ in
            let most = try LedgerEntry.opening(of: Fixture.euros(.max), for: Fixture.ada, at: Fixture.noon)
            try await store.write { try $0.post(most) }
            await #expect(throws: (any Error).self) { try await store.write { try $0.post(most) } }
            let (balance, statement) = try await store.read {
                (
                    try $0.mealBalance(of: Fixture.ada, in: Fixture.euro),
                    try $0.statement(of: Fixture.ada, limit: 9)
                )
            }
            #expect(balance == Fixture.euros(.max))
            #expect(statement.count == 1)
        }
    }

    @Test
    func `stock is taken, returned, set and removed`() async throws {
        try await withTemporaryStore { store, _ in
            let (taken, remaining) = try await store.write { transaction in
                func take(_ count: Int) throws -> Bool {
                    try transaction.takeStock(
                        of: Fixture.cake, at: Self.cafe, count: count, time: Fixture.noon)
                }
                func left() throws -> Int? { try transaction.remainingStock(of: Self.cafe)[Fixture.cake] }
                var (taken, remaining) = ([try take(99)], [try left()])
                try transaction.setStock(of: Fixture.cake, at: Self.cafe, remaining: 3, time: Fixture.noon)
                for count in [2, 2, 1, 1, 0] {
                    taken.append(try take(count))
                    remaining.append(try left())
                }
                try transaction.returnStock(of: Fixture.cake, at: Self.cafe, count: 4, time: Fixture.noon)
                remaining.append(try left())
                try transaction.setStock(of: Fixture.cake, at: Self.cafe, remaining: nil, time: Fixture.noon)
                try transaction.returnStock(of: Fixture.cake, at: Self.cafe, count: 1, time: Fixture.noon)
                remaining.append(try left())
                return (taken, remaining)
            }
            #expect(taken == [true, true, false, true, false, true])
            #expect(remaining == [nil, 1, 1, 0, 0, 0, 4, nil])
        }
    }

    @Test
    func `of many who want the last item, one gets it`() async throws {
        try await withTemporaryStore { store, _ in
            try await store.write {
                try $0.setStock(of: Fixture.cake, at: Self.cafe, remaining: 1, time: Fixture.noon)
            }
            let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await store.write {
                            try $0.takeStock(of: Fixture.cake, at: Self.cafe, count: 1, time: Fixture.noon)
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
            #expect(try await store.read { try $0.remainingStock(of: Self.cafe) } == [Fixture.cake: 0])
        }
    }
}
