import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import Workplace

/// What every store promises about transactions, campus files and sessions.
@Suite("Store contract: transactions and access", .timeLimit(.minutes(1)))
struct TransactionContractTests {
    @Test(arguments: StoreImplementer.allCases)
    func `a body that throws changes nothing and publishes nothing`(_ implementer: StoreImplementer)
        async throws
    {
        try await implementer.withStore { store, published in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            await #expect(throws: Refusal.self) {
                try await store.write { transaction in
                    _ = try transaction.append(campusDocument: [1], at: Fixture.noon)
                    try transaction.setStock(of: Fixture.cake, at: Fixture.mainCafe.id, remaining: 5)
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

    @Test(arguments: StoreImplementer.allCases)
    func `a body sees its own changes and others see them afterwards`(_ implementer: StoreImplementer)
        async throws
    {
        try await implementer.withStore { store, _ in
            let inside = try await store.write { transaction in
                try transaction.setStock(of: Fixture.cake, at: Fixture.mainCafe.id, remaining: 7)
                return try transaction.remainingStock(of: Fixture.mainCafe.id)
            }
            let outside = try await store.read { try $0.remainingStock(of: Fixture.mainCafe.id) }
            #expect(inside == [Fixture.cake: 7])
            #expect(outside == inside)
        }
    }

    @Test(arguments: StoreImplementer.allCases)
    func `the campus in force is the last one that was appended`(_ implementer: StoreImplementer) async throws
    {
        try await implementer.withStore { store, _ in
            let before = try await store.read { (try $0.campusRevision(), try $0.campusRevisionNumber()) }
            #expect(before.0 == nil)
            #expect(before.1 == 0)
            let numbers = try await store.write { transaction in
                [
                    try transaction.append(campusDocument: [1, 0, 255], at: Fixture.noon),
                    try transaction.append(campusDocument: [], at: Fixture.noon),
                ]
            }
            #expect(numbers == [1, 2])
            let after = try await store.read { (try $0.campusRevision(), try $0.campusRevisionNumber()) }
            #expect(after.0 == CampusRevision(number: 2, document: []))
            #expect(after.1 == 2)
        }
    }

    @Test(
        arguments: StoreImplementer.allCases,
        [Session.Owner.person(Fixture.ada), .device(Fixture.kitchenDisplay)])
    func `a session is found by its digest until it is deleted`(
        _ implementer: StoreImplementer, owner: Session.Owner
    ) async throws {
        try await implementer.withStore { store, _ in
            let session = Session(
                tokenDigest: [9, 8, 7], owner: owner, antiForgeryToken: "csrf", expiresAt: Fixture.noon)
            try await store.write { try $0.insert(session) }
            let found = try await store.read {
                [try $0.session(tokenDigest: [9, 8, 7]), try $0.session(tokenDigest: [9, 8])]
            }
            #expect(found == [session, nil])
            try await store.write {
                try $0.deleteSession(tokenDigest: [9, 8, 7])
                try $0.deleteSession(tokenDigest: [1])
            }
            #expect(try await store.read { try $0.session(tokenDigest: [9, 8, 7]) } == nil)
        }
    }

    @Test(arguments: StoreImplementer.allCases)
    func `what is outdated goes and the rest stays`(_ implementer: StoreImplementer) async throws {
        try await implementer.withStore { store, _ in
            var builder = OrderBuilder()
            let order = builder.accepted(sequence: 1).order.id
            let times = [-1, 0, 1].map { Fixture.noon.advanced(by: .seconds($0)) }
            try await store.write { transaction in
                for (index, time) in times.enumerated() {
                    try transaction.insert(
                        Session(
                            tokenDigest: [UInt8(index)], owner: .person(Fixture.ada), antiForgeryToken: "",
                            expiresAt: time))
                    try transaction.insert(
                        IdempotencyKeyUse(
                            person: Fixture.ada, key: "\(index)", fingerprint: [], order: order, usedAt: time)
                    )
                }
                try transaction.removeOutdated(
                    feedBefore: Fixture.noon, keysBefore: Fixture.noon, sessionsExpiredBy: Fixture.noon)
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

/// A change of the fixture's board that tells its number.
func boardChange(_ number: Int) -> FeedChange {
    FeedChange(topic: .board(Fixture.mainCafe.id), kind: "board", body: #"{"number":"\#(number)"}"#)
}
