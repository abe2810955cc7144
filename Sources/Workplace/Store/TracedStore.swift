import Synchronization
import Tracing

/// Records a span for each transaction that a traced task asks for, and one within it for the time that it waits for its turn.
///
/// Only an installation that exports traces has such a store, so that the others pay nothing for it.
public struct TracedStore: SharedStore {
    private let store: any SharedStore
    private let system: String
    private let kind: Span.Kind

    /// Traces a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - system: OpenTelemetry's name of the engine, `sqlite` or `postgresql`.
    public init(_ store: any SharedStore, system: String) {
        self.store = store
        self.system = system
        // A file is read and written in this process.
        kind = system == "sqlite" ? .internal : .client
    }

    /// When the body of a transaction began to run; 0 before.
    private final class Beginning: Sendable {
        let time = Atomic<UInt64>(0)
    }

    /// Runs a body against one consistent state.
    ///
    /// - Throws: What the body throws, or the store's own error.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        guard let trace = Trace.current, trace.context.isSampled else { return try await store.read(body) }
        return try await traced("read", by: trace) { beginning in
            try await store.read { transaction in
                beginning.time.store(trace.tracer.now, ordering: .relaxed)
                return try body(transaction)
            }
        }
    }

    /// Runs a body as one transaction and returns when it is durable.
    ///
    /// - Throws: What the body throws, or the store's own error.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        guard let trace = Trace.current, trace.context.isSampled else { return try await store.write(body) }
        return try await traced("write", by: trace) { beginning in
            try await store.write { transaction in
                // A body that runs again has waited again.
                beginning.time.store(trace.tracer.now, ordering: .relaxed)
                return try body(transaction)
            }
        }
    }

    private func traced<Result>(
        _ name: String, by parent: Trace, _ run: (Beginning) async throws -> Result
    ) async throws -> Result {
        let (trace, beginning, start) = (parent.child(), Beginning(), parent.tracer.now)
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await run(beginning)) } catch { outcome = .failure(error) }
        let began = beginning.time.load(ordering: .relaxed)
        trace.child().finish(
            "wait to \(name)", .internal, start: start, end: began == 0 ? nil : began)
        var hasFailed = false
        // A refusal by a rule is an answer; what the store cannot do is a failure.
        if case .failure(let error) = outcome { hasFailed = error is StoreOutage || error is StoreError }
        trace.finish(
            name, kind, start: start,
            attributes: [
                Span.Attribute("db.system.name", system), Span.Attribute("db.operation.name", name),
            ],
            hasFailed: hasFailed)
        return try outcome.get()
    }

    /// Whether this process sends what leaves the installation.
    public var duty: StoreDuty { store.duty }

    /// The number of this time in which the process sends.
    public var dutyToken: Int64? { store.dutyToken }

    /// Whether the store answers at the moment.
    public var reach: StoreReach { store.reach }

    /// The URL at which the process that sends is reached by the others.
    ///
    /// - Throws: The store's own error.
    public func senderURL() async throws -> String? { try await store.senderURL() }

    /// Publishes the feed entries that other processes have committed.
    ///
    /// - Throws: The store's own error.
    public func catchUp() async throws { try await store.catchUp() }

    /// Whether another process has committed since the last ``catchUp()``.
    ///
    /// - Throws: The store's own error.
    public func hasForeignChanges() async throws -> Bool { try await store.hasForeignChanges() }

    /// Runs an action when other processes may have ended sessions.
    public func whenSessionsEnd(_ action: @escaping @Sendable () -> Void) { store.whenSessionsEnd(action) }

    /// Begins nothing more of what one process does for all.
    public func resign() { store.resign() }

    /// Gives the duties of this process to others.
    public func handOver() { store.handOver() }

    /// Runs an action once, when a newer program has changed the schema.
    public func whenSuperseded(_ action: @escaping @Sendable () -> Void) { store.whenSuperseded(action) }

    /// Finishes the waiting transactions and closes the store.
    public func close() async { await store.close() }
}
