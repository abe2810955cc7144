public import Essentials

/// What waits to be sent of one kind.
public struct OutboxState: Hashable, Sendable {
    /// What is sent.
    public enum Kind: String, CaseIterable, Sendable {
        /// Notices to browsers and mailboxes.
        case notices
        /// Events to the organisation's own systems.
        case webhooks
    }

    /// What is sent.
    public let kind: Kind
    /// How many items wait, those among them that are tried again later.
    public let waiting: Int
    /// Since when the oldest of them waits; `nil` when none does.
    public let oldest: Timestamp?
    /// When the next attempt of the item that is due first is due; `nil` when none waits.
    public let due: Timestamp?
}
