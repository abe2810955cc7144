import Foundation
import TestSupport
public import Workplace

/// Runs a body with a store on a new database, and closes and removes it afterwards.
///
/// - Parameter body: Takes the store and what it publishes.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or ``StatementLeftOpen``.
public func withTemporaryStore<Result>(
    _ body: (any SharedStore, PublishedEntries) async throws -> Result
) async throws -> Result {
    let published = PublishedEntries()
    return try await withTemporaryStore(publish: { published.publish($0) }) { try await body($0, published) }
}

/// Runs a body with a store on a new database, and closes and removes it afterwards.
///
/// - Parameters:
///   - publish: Receives what the store publishes.
///   - body: Takes the store.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or ``StatementLeftOpen``.
public func withTemporaryStore<Result>(
    publish: @escaping @Sendable ([FeedEntry]) -> Void, _ body: (any SharedStore) async throws -> Result
) async throws -> Result {
    guard !TestPostgres.isStandard else {
        return try await TestPostgres.withDatabase { address in
            let store = try await PostgresWorkplaceStore(address: address, publish: publish)
            return try await closing(store) { try await body(store) }
        }
    }
    return try await withTemporaryFolder { folder in
        let path = folder + "/workplace.sqlite"
        try await EmptyDatabase.copy(to: path)
        let store = try await SQLiteWorkplaceStore(path: path, publish: publish)
        let result = try await closing(store) { try await body(store) }
        if FileManager.default.fileExists(atPath: path + "-wal") { throw StatementLeftOpen() }
        return result
    }
}

private func closing<Result>(
    _ store: any SharedStore, _ body: () async throws -> Result
) async throws -> Result {
    let result: Result
    do { result = try await body() } catch {
        await store.close()
        throw error
    }
    await store.close()
    return result
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
    let result = try await closing(store) { try await body(store, published) }
    if !isShared, FileManager.default.fileExists(atPath: path + "-wal") { throw StatementLeftOpen() }
    return result
}

/// A statement or a connection of a store was still open after the store had been closed.
public struct StatementLeftOpen: Error {}
