import Synchronization

@testable import Workplace

/// A store that refuses writes, and reads where a test wants it, once a test switches it off.
final class OutageStore: WorkplaceStore {
    private let store: any WorkplaceStore
    private let outage = Mutex<(outage: StoreOutage, alsoReads: Bool)?>(nil)

    init(_ store: any WorkplaceStore) { self.store = store }

    var duty: StoreDuty { store.duty }
    var dutyToken: Int64? { store.dutyToken }
    var reach: StoreReach { store.reach }

    func begin(_ outage: StoreOutage, alsoReads: Bool = false) {
        self.outage.withLock { $0 = (outage, alsoReads) }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        if let present = outage.withLock({ $0 }), present.alsoReads { throw present.outage }
        return try await store.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        if let present = outage.withLock({ $0 }) { throw present.outage }
        return try await store.write(body)
    }
}
