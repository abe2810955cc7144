import Foundation
public import Workplace

/// A folder of its own that is removed afterwards.
///
/// - Parameter body: Takes the path of the folder.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or the file system's error.
public func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("vicinity-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        do { try FileManager.default.removeItem(at: folder) } catch {
            preconditionFailure("\(folder.path) cannot be removed: \(error)")
        }
    }
    return try await body(folder.path)
}

/// A store on a new database in a folder of its own, closed and removed afterwards.
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

/// A store on a file that stays, closed afterwards.
///
/// SQLite removes its log file with the last connection, and a connection lives as long as its statements; so a log
/// file that is still there tells of a statement that was left open.
///
/// - Parameters:
///   - path: Where the file is.
///   - isShared: Whether somebody else has the file open afterwards, and with it the log file.
///   - body: Takes the store and what it publishes.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or ``StatementLeftOpen``.
public func withStore<Result>(
    at path: String, isShared: Bool = false,
    _ body: (SQLiteWorkplaceStore, PublishedEntries) async throws -> Result
) async throws -> Result {
    let published = PublishedEntries()
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
