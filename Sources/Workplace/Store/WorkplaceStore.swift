/// Stores the state of a workplace; each write is one transaction that also appends to the feed.
///
/// The store saves and finds. The domain's state machines decide inside the transaction what is allowed.
public protocol WorkplaceStore: Sendable {
    /// Runs a body against one consistent state.
    ///
    /// - Throws: What the body throws, or the store's own error.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result

    /// Whether this process sends what leaves the installation.
    var duty: StoreDuty { get }

    /// Runs a body as one transaction and returns when it is durable. A body that throws changes nothing.
    ///
    /// Bodies run one after another and must not wait. A body may run a second time, when a shared transaction was rolled
    /// back, so it must change nothing but the store. The feed entries of the body are published in the order of their
    /// numbers after the transaction is durable.
    ///
    /// - Throws: What the body throws; ``StoreOutage`` when nothing can be stored; or another error of the store's own.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result
}

/// Whether other processes serve the same store, and which of them sends what leaves the installation.
public enum StoreDuty: Sendable {
    /// No other process serves it.
    case alone
    /// This process sends notices, webhooks and print jobs, and settles payments.
    case sender
    /// Another process does, or none has begun yet.
    case other
}

extension WorkplaceStore {
    /// Whether this process sends what leaves the installation.
    public var duty: StoreDuty { .alone }
}

/// A store that other processes write to as well, as a server uses it.
public protocol SharedStore: WorkplaceStore {
    /// Publishes the feed entries that other processes have committed.
    ///
    /// - Throws: The store's own error.
    func catchUp() async throws

    /// Whether another process has committed since the last ``catchUp()``.
    ///
    /// - Throws: The store's own error.
    func hasForeignChanges() async throws -> Bool

    /// Runs an action when other processes may have ended sessions; it must not wait.
    func whenSessionsEnd(_ action: @escaping @Sendable () -> Void)

    /// Begins nothing more of what one process does for all, because this one is about to end; it goes on reading and writing.
    ///
    /// No other process begins before ``handOver()``.
    func resign()

    /// Gives the duties of this process to others, at once.
    func handOver()

    /// Runs an action once, when a newer program has changed the schema in a way that this program does not bear, so that it
    /// has to end; it must not wait.
    func whenSuperseded(_ action: @escaping @Sendable () -> Void)

    /// Finishes the waiting transactions and closes the store; later calls throw.
    func close() async
}

extension SharedStore {
    /// Does nothing: no other process serves the store.
    public func whenSessionsEnd(_ action: @escaping @Sendable () -> Void) {}

    /// Does nothing: no other process serves the store.
    public func resign() {}

    /// Does nothing: no other process serves the store.
    public func handOver() {}

    /// Does nothing: no other program serves the store.
    public func whenSuperseded(_ action: @escaping @Sendable () -> Void) {}
}
