/// The write-ahead log could not be copied to the database file.
///
/// Committed changes stay durable in the log, which grows until a later attempt succeeds.
public struct LogUpkeepFailure: Error, Sendable {
    /// The failure; usually a ``SQLiteError``.
    public let cause: any Error
}

extension LogUpkeepFailure: CustomStringConvertible {
    /// The failure as a sentence, without data.
    public var description: String {
        "The log of the database cannot be carried over to its file, and grows until it can: \(cause)"
    }
}
