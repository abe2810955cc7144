import Foundation

/// Runs a body with a new folder, and removes the folder afterwards.
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
