/// What a transaction that writes took.
public struct PostgresCommit: Sendable {
    /// How many writes shared it.
    public let writes: Int
    /// How long it waited for the lock of those who write.
    public let wait: Duration
    /// How long it had the lock, until it was durable; `nil` when it was not committed.
    public let duration: Duration?
}
