import Foundation
import TestSupport
public import Workplace

/// Runs a body with a store on a new database, and closes and removes it afterwards.
///
/// - Parameter body: Takes the store and what it publishes.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or ``StatementLeftOpen``.
public func withTemporaryStore<Result>(
    _ body: (SQLiteWorkplaceStore, PublishedEntries) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { folder in
        try await withStore(at: folder + "/workplace.sqlite", body)
    }
}

/// Runs a body with a store on a file, and closes the store afterwards.
///
/// SQLite removes its log file with the last connection, and a connection lives as long as its statements. A log file that
/// remains shows that a statement was left open.
///
/// - Parameters:
///   - path: Where the file is.
///   - isShared: Whether another connection keeps the file and its log open.
///   - body: Takes the store and what it publishes.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or ``StatementLeftOpen``.
public func withStore<Result>(
    at path: String, isShared: Bool = false,
    _ body: (SQLiteWorkplaceStore, PublishedEntries) async throws -> Result
) async throws -> Result {
    let published = PublishedEntries()
    try await EmptyDatabase.copy(to: path)
    let store = try await SQLiteWorkplaceStore(path: path) { published.publish($0) }
    let result: Result
    do {
        result = try await body(store, published)
    } catch {
        await store.close()
        throw error
    }
    await store.close()
    if !isShared, FileManager.default.fileExists(atPath: path + "-wal") { throw StatementLeftOpen() }
    return result
}

/// A statement or a connection of a store was still open after the store had been closed.
public struct StatementLeftOpen: Error {}
