public import Essentials
public import Ordering

/// A line of a meal account's statement.
public struct StatementLine: Hashable, Sendable {
    /// Its number in the ledger, which grows.
    public let entry: Int64
    /// The kind of movement.
    public let kind: LedgerEntry.Kind
    /// When it was posted.
    public let time: Timestamp
    /// The amount; negative if it left the account.
    public let amount: Money
    /// The balance after the movement.
    public let balance: Money
    /// The order that was paid for or refunded.
    public let order: OrderID?
    /// That order's short number.
    public let orderNumber: String?
    /// The café of the order.
    public let cafe: CafeID?
    /// The reason of a correction.
    public let reason: String?

    /// Makes a line from its parts.
    public init(
        entry: Int64, kind: LedgerEntry.Kind, time: Timestamp, amount: Money, balance: Money, order: OrderID?,
        orderNumber: String?, cafe: CafeID?, reason: String?
    ) {
        self.entry = entry
        self.kind = kind
        self.time = time
        self.amount = amount
        self.balance = balance
        self.order = order
        self.orderNumber = orderNumber
        self.cafe = cafe
        self.reason = reason
    }
}
