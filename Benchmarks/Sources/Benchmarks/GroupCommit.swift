import CBareSQLite
import Foundation
import SQLite

/// Durable rows a second of many writers that each wait for their own row.
struct GroupCommit {
    struct Refused: Error {}

    private static let writers = 64
    private static let rowsOfWriter = 200
    private static let text = String(repeating: "0123456789abcdef", count: 4)

    /// What the library does in a folder that is made for it and removed.
    static func ours(in folder: URL) async throws -> Double {
        let database = try Database(path: folder.appending(path: "ours.db").path)
        try await database.write { connection in
            try connection.execute(
                "CREATE TABLE events (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT")
        }
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup { group in
            for _ in 0..<writers { group.addTask { try await Self.writeRows(to: database) } }
            try await group.waitForAll()
        }
        let seconds = start.duration(to: clock.now) / .seconds(1)
        await database.close()
        return Double(writers * rowsOfWriter) / seconds
    }

    private static func writeRows(to database: Database) async throws {
        for _ in 0..<rowsOfWriter {
            try await database.write { try $0.execute("INSERT INTO events (body) VALUES (?)", text) }
        }
    }

    /// What SQLite does with as many rows in each transaction as there are writers.
    static func peer(in folder: URL) throws -> Double {
        let path = folder.appending(path: "peer.db").path
        let rate = bare_sqlite_rows_per_second(path, writers * rowsOfWriter, writers)
        guard rate > 0 else { throw Refused() }
        return rate
    }
}
