/// Keeps the state of a workplace: every write is one transaction that also appends to the feed.
///
/// The store knows how to keep and find, not what is allowed: rules are decided by the domain's machines inside
/// the transaction. Every implementer passes the store contract suite.
public protocol WorkplaceStore: Sendable {
    /// Runs a body against one consistent state.
    ///
    /// - Throws: What the body throws, or the store's own error.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result

    /// Runs a body as one transaction and returns when it is durable. A body that throws changes nothing.
    ///
    /// Bodies run one after another and must not wait for anything. A body may be run a second time, when a
    /// transaction that it shared was undone, so it changes nothing but the store. Feed entries that the body appended are
    /// published in the order of their numbers after the transaction is durable.
    ///
    /// - Throws: What the body throws; ``StoreOutage`` when nothing can be kept; or another error of the store's own.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result
}
