import Synchronization

@testable import Workplace

/// A store that counts its reads, and how many of them ran at once.
final class CountingStore: WorkplaceStore {
    struct Counts {
        var reads = 0
        var running = 0
        var mostAtOnce = 0
    }

    private let store: any WorkplaceStore
    private let state = Mutex(Counts())

    init(_ store: any WorkplaceStore) { self.store = store }

    var duty: StoreDuty { store.duty }
    var dutyToken: Int64? { store.dutyToken }
    var reach: StoreReach { store.reach }

    var counts: Counts { state.withLock { $0 } }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        state.withLock { counts in
            counts.reads += 1
            counts.running += 1
            counts.mostAtOnce = max(counts.mostAtOnce, counts.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        return try await store.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await store.write(body)
    }
}
