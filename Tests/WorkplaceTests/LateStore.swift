import Workplace

/// A store in which whoever writes first learns late that it is done.
actor LateStore: WorkplaceStore {
    private let store: any WorkplaceStore
    private let (held, holding) = AsyncStream.makeStream(of: Void.self)
    private let (released, releasing) = AsyncStream.makeStream(of: Void.self)
    private var isFirst = true

    init(_ store: any WorkplaceStore) { self.store = store }

    /// Waits until the first write is done, and whoever asked for it has not learned of it.
    nonisolated func untilHeld() async {
        for await _ in held { return }
    }

    /// Lets whoever wrote first know.
    nonisolated func release() { releasing.finish() }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result {
        let isHeld = isFirst
        isFirst = false
        let result = try await store.write(body)
        if isHeld {
            holding.yield()
            for await _ in released {}
        }
        return result
    }
}
