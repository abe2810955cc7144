import Workplace

/// A store that hands everything to another, and does something of its own before or after each write.
protocol PassingStore: WorkplaceStore {
    var store: any WorkplaceStore { get }
    /// Comes before a write, and may refuse it.
    func prepare() throws
    /// Comes after a write, before whoever asked for it learns that it is done.
    func finish() async
}

extension PassingStore {
    func prepare() {}
    func finish() {}

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result {
        try prepare()
        let result = try await store.write(body)
        await finish()
        return result
    }
}
