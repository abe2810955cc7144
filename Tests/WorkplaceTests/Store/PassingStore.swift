@testable import Workplace

/// A store that hands everything to another, and does something of its own before or after it.
protocol PassingStore: WorkplaceStore {
    var store: any WorkplaceStore { get }
    /// Comes before a write, and may refuse it.
    func prepare() async throws
    /// Runs after a write, before the write returns.
    func finish() async
    /// Runs after a read, before the read returns.
    func finishReading() async
}

extension PassingStore {
    func prepare() {}
    func finish() {}
    func finishReading() {}

    var duty: StoreDuty { store.duty }
    var dutyToken: Int64? { store.dutyToken }
    var reach: StoreReach { store.reach }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        let result = try await store.read(body)
        await finishReading()
        return result
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await prepare()
        let result = try await store.write(body)
        await finish()
        return result
    }
}
