public import Essentials
public import Ordering

/// A campus file as it was imported.
public struct CampusRevision: Hashable, Sendable {
    /// Counts up from 1 with each import.
    public let number: Int64
    /// The file's bytes.
    public let document: [UInt8]

    /// Makes a revision from its parts.
    public init(number: Int64, document: [UInt8]) {
        self.number = number
        self.document = document
    }
}

/// What a person's idempotency key was used for.
public struct IdempotencyKeyUse: Hashable, Sendable {
    /// Whose key it is: two people may use the same key.
    public let person: PersonID
    /// The key.
    public let key: String
    /// The SHA-256 digest of the request that the key came with.
    public let fingerprint: [UInt8]
    /// The order that the request made.
    public let order: OrderID
    /// When it was used.
    public let usedAt: Timestamp

    /// Makes a use from its parts.
    public init(person: PersonID, key: String, fingerprint: [UInt8], order: OrderID, usedAt: Timestamp) {
        self.person = person
        self.key = key
        self.fingerprint = fingerprint
        self.order = order
        self.usedAt = usedAt
    }
}

/// A line of a meal account's statement.
public struct StatementLine: Hashable, Sendable {
    /// What happened.
    public let kind: LedgerEntry.Kind
    /// When it was posted.
    public let time: Timestamp
    /// What the account gained, or lost where it is negative.
    public let amount: Money
    /// What the account held afterwards.
    public let balance: Money
    /// The order that it paid for or refunded.
    public let order: OrderID?
    /// That order's short number.
    public let orderNumber: String?

    /// Makes a line from its parts.
    public init(
        kind: LedgerEntry.Kind, time: Timestamp, amount: Money, balance: Money, order: OrderID?,
        orderNumber: String?
    ) {
        self.kind = kind
        self.time = time
        self.amount = amount
        self.balance = balance
        self.order = order
        self.orderNumber = orderNumber
    }
}

/// The numbers between which the feed is kept, both included.
public struct FeedBounds: Hashable, Sendable {
    /// The oldest number that is kept.
    public let first: Int64
    /// The latest number that was given.
    public let last: Int64

    /// Makes bounds from their ends.
    public init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }
}
