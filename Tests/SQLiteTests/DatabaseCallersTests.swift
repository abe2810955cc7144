import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1)))
struct DatabaseCallersTests {
    @Test func `closures are called for durable writes in the order of the calls`() async throws {
        try await withDatabase { database in
            let told = Mutex<[Int64]>([])
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                for number in 0..<50 {
                    database.write({ connection in
                        try connection.addNote("note \(number)")
                        return connection.lastInsertedRowID
                    }) { result in
                        if case .success(let id) = result { told.withLock { $0.append(id) } }
                        if number == 49 { continuation.resume(with: result.map { _ in }) }
                    }
                }
            }
            let ids = told.withLock { $0 }
            #expect(ids.count == 50)
            #expect(ids == ids.sorted())
        }
    }

    @Test func `a closure gets the error of a job that throws, and of a closed database`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            let first = await withCheckedContinuation { continuation in
                database.write({ _ in throw Refused() }) { continuation.resume(returning: $0) }
            }
            #expect(throws: Refused.self) { try first.get() }
            await database.close()
            let second = await withCheckedContinuation { continuation in
                database.write({ _ in }) { continuation.resume(returning: $0) }
            }
            #expect(throws: DatabaseRefusal.closed) { try second.get() }
        }
    }

    @Test func `callers that wait on their thread get results and errors`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            try database.migrateAndWait([
                Migration(
                    version: 1, name: "numbers", script: "CREATE TABLE numbers (number INTEGER) STRICT;")
            ])
            try database.migrateAndWait([
                Migration(
                    version: 1, name: "numbers", script: "CREATE TABLE numbers (number INTEGER) STRICT;")
            ])
            let changed = try database.writeAndWait { connection in
                try connection.execute("INSERT INTO numbers VALUES (7)")
                return connection.changedRows
            }
            #expect(changed == 1)
            let found = try database.readAndWait { connection in
                try connection.first("SELECT number FROM numbers") { try $0.int64(0) }
            }
            #expect(found == 7)
            #expect(throws: Refused.self) { try database.writeAndWait { _ in throw Refused() } }
            #expect(throws: DatabaseRefusal.schemaIsNewer(found: 1, known: 0)) {
                try database.migrateAndWait([])
            }
            await database.close()
            #expect(throws: DatabaseRefusal.closed) { try database.readAndWait { _ in } }
        }
    }

    @Test func `a job that writes and one that reads run at once, and their caller gets both results`()
        async throws
    {
        try await withDatabase { database in
            // Each waits for the other, so that neither ends alone.
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let (written, found) = try database.writeAndWait { connection in
                left.signal()
                let isBeside = right.wait(timeout: .now() + 30) == .success
                try connection.addNote("written")
                return isBeside
            } whileReading: { connection in
                let isBeside = left.wait(timeout: .now() + 30) == .success
                let count = try connection.first("SELECT count(*) FROM notes") { try $0.int64(0) }
                // The other one may be faster than the reading, so it waits for it.
                right.signal()
                return (isBeside, count)
            }
            #expect(written)
            #expect(found.0)
            #expect(found.1 == 0)
        }
    }

    @Test func `two jobs of one caller report their failures, the reading one first`()
        async throws
    {
        try await withDatabase { database in
            #expect(throws: Refused.self) {
                try database.writeAndWait { _ in
                    throw Refused()
                } whileReading: { _ in
                    1
                }
            }
            #expect(throws: DatabaseRefusal.closed) {
                try database.writeAndWait { _ in
                    throw Refused()
                } whileReading: { _ in
                    throw DatabaseRefusal.closed
                }
            }
        }
    }

    @Test func `closing on a thread releases the file with everything in it`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            let told = Mutex(0)
            for _ in 0..<50 {
                database.write({ try $0.execute("CREATE TABLE IF NOT EXISTS notes (text TEXT)") }) { _ in
                    told.withLock { $0 += 1 }
                }
            }
            database.closeAndWait()
            #expect(told.withLock { $0 } == 50)
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            #expect(throws: DatabaseRefusal.closed) { try database.readAndWait { _ in } }
            #expect(throws: DatabaseRefusal.closed) { try database.writeAndWait { _ in } }
            database.closeAndWait()
        }
    }
}
