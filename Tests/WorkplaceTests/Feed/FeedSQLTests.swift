import Essentials
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

/// The change feed in the database.
@Suite(.timeLimit(.minutes(1)))
struct FeedSQLTests {
    private static let noon = Fixture.noon

    @Test
    func `entries get consecutive numbers and are published once, as they are kept`() async throws {
        try await withTemporaryStore { store, published in
            let changes = [
                boardChange(1), FeedChange(topic: .kitchen(Fixture.mainCafe.id), kind: "ticket", body: "{}"),
                FeedChange(topic: .person(Fixture.ada), kind: "order", body: #"{"a":"ö 🙏"}"#),
                FeedChange(topic: .menu(Fixture.mainCafe.id), kind: "menu", body: "{}"),
            ]
            try await store.write { transaction in
                for change in changes { try transaction.append(change, at: Self.noon) }
            }
            let expected = zip(1..., changes).map { FeedEntry(number: $0, change: $1, time: Self.noon) }
            #expect(published.all == expected)
            let kept = try await store.read {
                try $0.feedEntries(after: 0, topics: changes.map(\.topic), limit: 10)
            }
            #expect(kept == expected)
        }
    }

    @Test
    func `five hundred writers at once leave no gap, no duplicate and no disorder`() async throws {
        try await withTemporaryStore { store, published in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<500 { group.addTask { try await append(twiceFrom: writer, to: store) } }
                try await group.waitForAll()
            }
            #expect(published.numbers == Array(1...800))
            let kept = try await store.read {
                try $0.feedEntries(after: 0, topics: [.board(Fixture.mainCafe.id)], limit: 1_000)
            }
            #expect(kept == published.all)
            #expect(
                zip(kept, kept.dropFirst()).enumerated().allSatisfy { index, pair in
                    !index.isMultiple(of: 2) || pair.0.change == pair.1.change
                })
        }
    }

    /// Every fifth writer throws after it has appended.
    private func append(twiceFrom writer: Int, to store: any WorkplaceStore) async throws {
        let refuses = writer.isMultiple(of: 5)
        do {
            try await store.write { transaction in
                try transaction.append(boardChange(writer), at: Self.noon)
                try transaction.append(boardChange(writer), at: Self.noon)
                if refuses { throw Refusal() }
            }
            #expect(!refuses)
        } catch is Refusal {
            #expect(refuses)
        }
    }

    @Test
    func `a reader gets its topics after its number, up to a limit`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let topics: [FeedTopic] = [
                .board(Fixture.mainCafe.id), .person(Fixture.ada), .person(Fixture.grace),
            ]
            try await store.write { transaction in
                for index in 0..<9 {
                    try transaction.append(
                        FeedChange(topic: topics[index % 3], kind: "order", body: "{}"), at: Self.noon)
                }
            }
            let numbers = try await store.read { reading in
                try [
                    reading.feedEntries(after: 1, topics: [topics[0], topics[2]], limit: 100),
                    reading.feedEntries(after: 0, topics: [topics[1]], limit: 2),
                    reading.feedEntries(after: 9, topics: topics, limit: 100),
                    reading.feedEntries(after: 0, topics: [], limit: 100),
                ].map { $0.map(\.number) }
            }
            #expect(numbers == [[3, 4, 6, 7, 9], [2, 5], [], []])
        }
    }

    @Test
    func `removing entries moves the first number and keeps the sequence`() async throws {
        try await withTemporaryStore { store, published in
            try await store.write { transaction in
                for index in 0..<4 {
                    try transaction.append(boardChange(index), at: Self.noon.advanced(by: .seconds(index)))
                }
            }
            var bounds: [FeedBounds] = []
            for seconds in [0, 2, 9] {
                bounds.append(
                    try await store.write { transaction in
                        try transaction.removeFeedEntries(before: Self.noon.advanced(by: .seconds(seconds)))
                        return try transaction.feedBounds()
                    })
            }
            try await store.write { try $0.append(boardChange(5), at: Self.noon) }
            bounds.append(try await store.read { try $0.feedBounds() })
            #expect(
                bounds == [
                    FeedBounds(first: 1, last: 4), FeedBounds(first: 3, last: 4),
                    FeedBounds(first: 4, last: 4),
                    FeedBounds(first: 4, last: 5),
                ])
            #expect(published.numbers == [1, 2, 3, 4, 5])
        }
    }

    @Test
    func `an entry that carries an early time does not leave a gap behind`() async throws {
        try await withTemporaryStore { store, _ in
            let bounds = try await store.write { transaction in
                for seconds in [5, 0, 5] {
                    try transaction.append(
                        boardChange(seconds), at: Self.noon.advanced(by: .seconds(seconds)))
                }
                try transaction.removeFeedEntries(before: Self.noon.advanced(by: .seconds(1)))
                let topics = [FeedTopic.board(Fixture.mainCafe.id)]
                #expect(
                    try transaction.feedEntries(after: 0, topics: topics, limit: 9).map(\.number) == [
                        1, 2, 3,
                    ])
                return try transaction.feedBounds()
            }
            #expect(bounds == FeedBounds(first: 1, last: 3))
        }
    }

    /// Seconds from the last change that is kept to the next.
    @Test(
        arguments: [(-315_576_000, false), (-301, false), (-300, true), (0, true), (1, true)])
    func `a change well before the last one is refused unless the clock is accepted`(
        _ step: (seconds: Int, isTaken: Bool)
    ) async throws {
        try await withTemporaryStore { store, published in
            try await store.write { try $0.append(boardChange(1), at: Self.noon) }
            let time = Self.noon.advanced(by: .seconds(step.seconds))
            let append: @Sendable (WriteTransaction) throws -> Void = {
                try $0.append(boardChange(2), at: time)
            }
            if step.isTaken { return try await store.write(append) }
            await #expect(throws: StoreOutage.clockBehind) { try await store.write(append) }
            #expect(published.numbers == [1])
            try await store.write { transaction in
                transaction.acceptClock()
                try append(transaction)
            }
            try await store.write(append)
            #expect(published.numbers == [1, 2, 3])
            #expect(try await store.read { try $0.lastChangeTime() } == time)
        }
    }

    @Test(arguments: SupersedingChange.allCases)
    func `T98: only the last superseding change of a person stays, and no other entry is removed`(
        _ change: SupersedingChange
    ) async throws {
        try await withTemporaryStore { store, published in
            func append(_ kind: String, to person: PersonID) async throws {
                try await store.write { transaction in
                    try transaction.append(
                        FeedChange(topic: .person(person), kind: kind, body: "{}"), at: Self.noon)
                    try transaction.removeEarlier(change, of: person)
                }
            }
            let kind = change.rawValue
            let others = SupersedingChange.allCases.map(\.rawValue).filter { $0 != kind }
            for (kind, person) in [
                ("order", Fixture.ada), (kind, Fixture.ada), (kind, Fixture.grace), (kind, Fixture.ada),
                (others[0], Fixture.ada), (others[0], Fixture.ada), (kind, Fixture.ada),
                ("order", Fixture.ada),
            ] { try await append(kind, to: person) }
            let (kept, bounds) = try await store.read { reading in
                let topics = [FeedTopic.person(Fixture.ada), .person(Fixture.grace)]
                return (
                    try reading.feedEntries(after: 0, topics: topics, limit: 10), try reading.feedBounds()
                )
            }
            #expect(kept.map { $0.number } == [1, 3, 5, 6, 7, 8])
            #expect(bounds == FeedBounds(first: 1, last: 8))
            #expect(published.numbers == Array(1...8))
        }
    }

    @Test(arguments: SupersedingChange.allCases)
    func `T98: a superseding change that begins the feed stays, so that readers of its beginning can go on`(
        _ change: SupersedingChange
    ) async throws {
        try await withTemporaryStore { store, _ in
            let bounds = try await store.write { transaction in
                for _ in 0..<5 {
                    try transaction.append(
                        FeedChange(topic: .person(Fixture.ada), kind: change.rawValue, body: "{}"),
                        at: Self.noon)
                    try transaction.removeEarlier(change, of: Fixture.ada)
                }
                let topics = [FeedTopic.person(Fixture.ada)]
                let numbers = try transaction.feedEntries(after: 0, topics: topics, limit: 9).map(\.number)
                #expect(numbers == [1, 5])
                return try transaction.feedBounds()
            }
            #expect(bounds == FeedBounds(first: 1, last: 5))
        }
    }
}
