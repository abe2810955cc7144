/// Reads and changes the store.
///
/// All changes become durable together, or none of them does. The store lends it to a body of ``WorkplaceStore/write(_:)``, and it is not valid after that body.
public final class WriteTransaction: ReadTransaction {
    /// The entries that the transaction has appended to the feed, in order.
    var appended: [FeedEntry] = []
    /// Whether these entries may be earlier than the last one in the feed.
    private(set) var acceptsClock = false

    /// Writes without a change, which shows whether a transaction can become durable.
    package func touch() throws { try connection.touch() }

    /// Runs an action once the transaction is durable, before its entries are published; it must not wait.
    func afterCommit(_ action: @escaping @Sendable () -> Void) { connection.afterCommit(action) }

    /// Allows entries of any time, because an administrator says that the clock is right.
    func acceptClock() { acceptsClock = true }
}
