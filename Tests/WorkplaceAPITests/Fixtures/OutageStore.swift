import Synchronization

@testable import Workplace

/// A store that refuses writes once a test switches it off.
final class OutageStore: WorkplaceStore {
    private let store: any WorkplaceStore
    private let outage = Mutex<StoreOutage?>(nil)

    init(_ store: any WorkplaceStore) { self.store = store }

    func begin(_ outage: StoreOutage) { self.outage.withLock { $0 = outage } }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        if let outage = outage.withLock({ $0 }) { throw outage }
        return try await store.write(body)
    }
}
