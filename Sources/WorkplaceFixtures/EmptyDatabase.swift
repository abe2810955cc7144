import Foundation
import TestSupport
import Workplace

/// An empty database in the current schema, which each process makes once.
///
/// Each test gets a copy, because running all migrations takes longer than most tests.
public enum EmptyDatabase {
    // The first test that needs the database starts its creation, and all tests wait for it.
    private static let bytes = Task { try await make() }

    private static func make() async throws -> Data {
        try await withTemporaryFolder { folder in
            let path = folder + "/empty.sqlite"
            let store = try await SQLiteWorkplaceStore(path: path) { _ in }
            await store.close()
            return try Data(contentsOf: URL(filePath: path))
        }
    }

    /// Writes a copy to a path, unless a file is there.
    ///
    /// - Throws: An error of the store or of the file system.
    public static func copy(to path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try await bytes.value.write(to: URL(filePath: path))
    }
}
