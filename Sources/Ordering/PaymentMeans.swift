/// What an order is paid with.
public enum PaymentMeans: String, CaseIterable, Hashable, Sendable {
    /// The person's meal account, at once.
    case account
    /// Cash, at the counter.
    case cash
    /// A card, at the counter's own card terminal.
    case terminal

    /// What a cashier takes at the counter.
    public static let atCounter: [PaymentMeans] = [.cash, .terminal]
}
