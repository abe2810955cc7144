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

    /// The number of this time in which the process sends, to compare with the stored one by `requireDuty(_:)`; `nil` while another
    /// process sends, or none does.
    var dutyToken: Int64? { get }

    /// Whether the store answers at the moment.
    var reach: StoreReach { get }

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

/// Whether a store answers at the moment.
public enum StoreReach: Sendable {
    /// It has answered within the last seconds.
    case present
    /// It is late: what is read from memory may be out of date.
    case late
    /// It does not answer.
    case away
}

/// Whether other processes serve the same store, and which of them sends what leaves the installation and evaluates presence.
public enum StoreDuty: Sendable {
    /// No other process serves it.
    case alone
    /// This process sends notices, webhooks and print jobs, settles payments and evaluates presence.
    case sender
    /// Another process does, or none has begun yet.
    case other
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

    /// The URL at which the process that sends is reached by the others; `nil` when it has said none, or none sends.
    ///
    /// - Throws: The store's own error.
    func senderURL() async throws -> String?

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

/// A store that only one process serves, such as a file; it has the members about several processes.
///
/// Only a store that keeps the data itself conforms to it. A store that wraps another one does not: it forwards every member, and
/// the compiler names each one that it forgets.
public protocol LoneStore: WorkplaceStore {}

extension LoneStore {
    /// No other process serves it.
    public var duty: StoreDuty { .alone }

    /// The only time in which the process sends.
    public var dutyToken: Int64? { 0 }

    /// A file always answers.
    public var reach: StoreReach { .present }
}

extension SharedStore where Self: LoneStore {
    /// `nil`: no other process serves the store.
    public func senderURL() async throws -> String? { nil }

    /// Does nothing: no other process serves the store.
    public func whenSessionsEnd(_ action: @escaping @Sendable () -> Void) {}

    /// Does nothing: no other process serves the store.
    public func resign() {}

    /// Does nothing: no other process serves the store.
    public func handOver() {}

    /// Does nothing: no other program serves the store.
    public func whenSuperseded(_ action: @escaping @Sendable () -> Void) {}
}
