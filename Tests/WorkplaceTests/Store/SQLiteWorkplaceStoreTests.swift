import Dispatch
import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What the store on SQLite promises beyond the contract about its file, other processes and load.
@Suite(.timeLimit(.minutes(1)))
struct SQLiteWorkplaceStoreTests {
    @Test
    func `opening again finds everything and goes on with the next numbers`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try await withStore(at: path) { store, _ in
                try await store.write { transaction in
                    try transaction.keep(accepted)
                    try transaction.post(accepted.payment)
                    try transaction.append(boardChange(1), at: Fixture.noon)
                }
            }
            try await withStore(at: path) { store, published in
                try await store.write { transaction in
                    #expect(try transaction.order(accepted.order.id) == accepted.order)
                    #expect(try transaction.ticket(accepted.ticket.id) == accepted.ticket)
                    #expect(
                        try transaction.nextOrderSequence(
                            of: Fixture.mainCafe.id, day: accepted.order.serviceDay) == 2)
                    try transaction.append(boardChange(2), at: Fixture.noon)
                }
                #expect(published.numbers == [2])
            }
        }
    }

    @Test
    func `a file of a newer program is refused and left alone`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withDatabase(at: path) { try $0.execute("PRAGMA user_version = 99") }
            let known = DatabaseSummary.newestSchemaVersion
            await #expect(throws: DatabaseRefusal.schemaIsNewer(found: 99, known: known)) {
                try await withStore(at: path) { _, _ in }
            }
        }
    }

    @Test
    func `entries of another process are published in order between its own`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { server, published in
                try await server.write { try $0.append(boardChange(1), at: Fixture.noon) }
                #expect(try await !server.hasForeignChanges())
                try await withStore(at: path, isShared: true) { other, foreign in
                    try await other.write { transaction in
                        try transaction.append(boardChange(2), at: Fixture.noon)
                        try transaction.append(boardChange(3), at: Fixture.noon)
                    }
                    #expect(foreign.numbers == [2, 3])
                    #expect(published.numbers == [1])
                    #expect(try await server.hasForeignChanges())
                    try await server.write { try $0.append(boardChange(4), at: Fixture.noon) }
                    #expect(published.numbers == [1, 2, 3, 4])
                    #expect(try await !server.hasForeignChanges())
                    try await other.write { try $0.append(boardChange(5), at: Fixture.noon) }
                    #expect(foreign.numbers == [2, 3, 4, 5])
                }
                try await server.catchUp()
                try await server.catchUp()
                #expect(published.numbers == [1, 2, 3, 4, 5])
                #expect(try await !server.hasForeignChanges())
                #expect(published.all.map(\.change) == (1...5).map { boardChange($0) })
            }
        }
    }

    @Test
    func `two stores that write at once publish the same feed`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { left, leftEntries in
                try await withStore(at: path, isShared: true) { right, rightEntries in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for index in 0..<200 {
                            let store = index.isMultiple(of: 2) ? left : right
                            group.addTask {
                                try await store.write { try $0.append(boardChange(index), at: Fixture.noon) }
                            }
                        }
                        try await group.waitForAll()
                    }
                    try await left.catchUp()
                    try await right.catchUp()
                    #expect(leftEntries.numbers == Array(1...200))
                    #expect(rightEntries.all == leftEntries.all)
                }
            }
        }
    }

    @Test
    func `a foreign change that appended nothing is noticed once`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { server, published in
                try await withStore(at: path, isShared: true) { other, _ in
                    _ = try await other.write { try $0.append(campusDocument: [1], at: Fixture.noon) }
                }
                #expect(try await server.hasForeignChanges())
                try await server.catchUp()
                #expect(try await !server.hasForeignChanges())
                #expect(published.all.isEmpty)
            }
        }
    }

    @Test
    func `a store with too much to do says so and does what it has taken`() async throws {
        try await withTemporaryStore { store, published in
            let gate = DispatchSemaphore(value: 0)
            let (isBlocked, blocked) = AsyncStream.makeStream(of: Void.self)
            async let blocker: Void = store.write { _ in
                blocked.finish()
                gate.wait()
            }
            for await _ in isBlocked {}
            let done = try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<10_100 {
                    group.addTask { try await Self.append(index, to: store, orOpen: gate) }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            try await blocker
            #expect((10_000..<10_100).contains(done))
            #expect(published.numbers == (1...Int64(done)).map(\.self))
        }
    }

    /// Ten thousand wait at most, so that one of more is refused and lets the others go on.
    private static func append(
        _ number: Int, to store: any WorkplaceStore, orOpen gate: DispatchSemaphore
    ) async throws -> Bool {
        do {
            try await store.write { try $0.append(boardChange(number), at: Fixture.noon) }
            return true
        } catch StoreError.busy {
            gate.signal()
            return false
        }
    }

    @Test
    func `a closed store refuses`() async throws {
        try await withTemporaryStore { store, _ in
            await store.close()
            await #expect(throws: DatabaseRefusal.closed) { try await store.catchUp() }
            await #expect(throws: DatabaseRefusal.closed) { try await store.hasForeignChanges() }
        }
    }
}
