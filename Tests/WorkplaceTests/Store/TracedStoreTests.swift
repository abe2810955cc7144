import Testing
import Workplace

/// A store among others that answers each question otherwise than a store that is alone.
private struct OneOfSeveral: SharedStore {
    private struct Unused: Error {}

    var duty: StoreDuty { .sender }
    var dutyToken: Int64? { 7 }
    var reach: StoreReach { .late }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result { throw Unused() }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result { throw Unused() }

    func catchUp() async throws {}
    func hasForeignChanges() async throws -> Bool { true }
    func senderURL() async throws -> String? { "http://10.0.0.5:8080" }
    func close() async {}
}

struct TracedStoreTests {
    @Test func `a traced store says of itself what the store says`() async throws {
        let store = TracedStore(OneOfSeveral(), system: "postgresql")
        #expect(store.duty == .sender)
        #expect(store.dutyToken == 7)
        #expect(store.reach == .late)
        #expect(try await store.hasForeignChanges())
        #expect(try await store.senderURL() == "http://10.0.0.5:8080")
    }
}
