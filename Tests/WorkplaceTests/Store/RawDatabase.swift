import SQLite

/// Runs a body on a file behind the store's back.
func withDatabase(
    at path: String, _ body: @escaping @Sendable (Connection) throws -> Void
) async throws {
    let database = try Database(path: path)
    do { try await database.write(body) } catch {
        await database.close()
        throw error
    }
    await database.close()
}
