import Essentials
import Kitchen
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Transactions, campus files and sessions in the database.
@Suite(.timeLimit(.minutes(1)))
struct WriteTransactionTests {
    @Test
    func `a body that throws changes nothing and publishes nothing`()
        async throws
    {
        try await withTemporaryStore { store, published in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            await #expect(throws: Refusal.self) {
                try await store.write { transaction in
                    _ = try transaction.append(campusDocument: [1], at: Fixture.noon)
                    try transaction.setStock(
                        of: Fixture.cake, at: Fixture.mainCafe.id, remaining: 5, time: Fixture.noon)
                    try transaction.keep(accepted)
                    try transaction.post(accepted.payment)
                    try transaction.append(boardChange(1), at: Fixture.noon)
                    throw Refusal()
                }
            }
            let sequence = try await store.write { transaction in
                #expect(try transaction.campusRevisionNumber() == 0)
                #expect(try transaction.order(accepted.order.id) == nil)
                #expect(try transaction.transitions(of: accepted.order.id).isEmpty)
                #expect(try transaction.ticket(accepted.ticket.id) == nil)
                #expect(try transaction.mealBalances(of: Fixture.ada).isEmpty)
                #expect(try transaction.statement(of: Fixture.ada, limit: 10).isEmpty)
                #expect(try transaction.remainingStock(of: Fixture.mainCafe.id).isEmpty)
                #expect(try transaction.feedBounds() == FeedBounds(first: 1, last: 0))
                return try transaction.nextOrderSequence(
                    of: Fixture.mainCafe.id, day: accepted.order.serviceDay)
            }
            #expect(sequence == 1)
            #expect(published.all.isEmpty)
        }
    }

    @Test
    func `a body sees its own changes and others see them afterwards`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let inside = try await store.write { transaction in
                try transaction.setStock(
                    of: Fixture.cake, at: Fixture.mainCafe.id, remaining: 7, time: Fixture.noon)
                return try transaction.remainingStock(of: Fixture.mainCafe.id)
            }
            let outside = try await store.read { try $0.remainingStock(of: Fixture.mainCafe.id) }
            #expect(inside == [Fixture.cake: 7])
            #expect(outside == inside)
        }
    }

    @Test
    func `what is outdated goes and the rest stays`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let order = builder.accepted(sequence: 1).order.id
            let times = [-1, 0, 1].map { Fixture.noon.advanced(by: .seconds($0)) }
            try await store.write { transaction in
                for (index, time) in times.enumerated() {
                    try transaction.insert(
                        Session(
                            tokenDigest: [UInt8(index)], owner: .person(Fixture.ada), antiForgeryToken: "",
                            openedAt: time, expiresAt: time, method: .demo,
                            origin: ClientOrigin(address: "")))
                    try transaction.insert(
                        IdempotencyKeyUse(
                            person: Fixture.ada, key: "\(index)", fingerprint: [], order: order, usedAt: time)
                    )
                }
                try transaction.removeKeyUses(before: Fixture.noon)
                try transaction.removeSessions(expiredBy: Fixture.noon)
            }
            let kept = try await store.read { reading in
                try (0..<3).map { index in
                    [
                        try reading.session(tokenDigest: [UInt8(index)]) != nil,
                        try reading.keyUse(of: Fixture.ada, key: "\(index)") != nil,
                    ]
                }
            }
            #expect(kept == [[false, false], [false, true], [true, true]])
        }
    }
}

/// What a body throws on purpose.
struct Refusal: Error {}
