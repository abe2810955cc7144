import Synchronization

@testable import Workplace

/// A store whose commits wait for a standby that is gone, from a moment that a test chooses.
final class StandbyStore: WorkplaceStore {
    private struct State {
        var isGone = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var writes = 0
    }

    private let store: any WorkplaceStore
    private let state = Mutex(State())

    init(_ store: any WorkplaceStore) { self.store = store }

    var duty: StoreDuty { store.duty }
    var dutyToken: Int64? { store.dutyToken }
    var reach: StoreReach { store.reach }

    /// How many writes have begun.
    var writes: Int { state.withLock { $0.writes } }

    func loseStandby() { state.withLock { $0.isGone = true } }

    func regainStandby() {
        let waiting = state.withLock { state in
            defer { (state.isGone, state.waiting) = (false, []) }
            return state.waiting
        }
        for each in waiting { each.resume() }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        let result = try await store.read(body)
        // As the server of the database says it.
        if state.withLock({ !$0.waiting.isEmpty }) { throw StoreOutage.commitWaits }
        return result
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        let result = try await store.write(body)
        await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                state.writes += 1
                if state.isGone { state.waiting.append(continuation) }
                return state.isGone
            }
            if !isGone { continuation.resume() }
        }
        return result
    }
}
