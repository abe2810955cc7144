import Synchronization
import Testing
import Workplace

/// A store among others that answers each question otherwise than a store that is alone, and records what it is asked to do.
private final class OneOfSeveral: SharedStore {
    private struct Unused: Error {}

    private let recorded = Mutex<[String]>([])

    /// What it was asked to do, in order.
    var calls: [String] { recorded.withLock { $0 } }

    private func record(_ call: String) { recorded.withLock { $0.append(call) } }

    var duty: StoreDuty { .sender }
    var dutyToken: Int64? { 7 }
    var reach: StoreReach { .late }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result { throw Unused() }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result { throw Unused() }

    func catchUp() async throws { record("catchUp") }
    func hasForeignChanges() async throws -> Bool { true }
    func senderURL() async throws -> String? { "http://10.0.0.5:8080" }

    func whenSessionsEnd(_ action: @escaping @Sendable () -> Void) {
        record("whenSessionsEnd")
        action()
    }

    func resign() { record("resign") }
    func handOver() { record("handOver") }

    func whenSuperseded(_ action: @escaping @Sendable () -> Void) {
        record("whenSuperseded")
        action()
    }

    func close() async { record("close") }
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

    @Test func `a traced store passes on all that concerns several processes`() async throws {
        let store = OneOfSeveral()
        let traced = TracedStore(store, system: "postgresql")
        let (actions, action) = AsyncStream.makeStream(of: String.self)
        traced.whenSessionsEnd { action.yield("sessions ended") }
        traced.whenSuperseded { action.yield("superseded") }
        try await traced.catchUp()
        traced.resign()
        traced.handOver()
        await traced.close()
        action.finish()
        #expect(
            store.calls == ["whenSessionsEnd", "whenSuperseded", "catchUp", "resign", "handOver", "close"])
        #expect(await actions.reduce(into: []) { $0.append($1) } == ["sessions ended", "superseded"])
    }
}
