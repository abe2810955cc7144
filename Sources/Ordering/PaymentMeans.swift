/// What an order is paid with.
public enum PaymentMeans: String, CaseIterable, Hashable, Sendable {
    /// The person's meal account, at once.
    case account
    /// A card or a wallet, at the payment provider.
    case card
    /// Cash, at the counter.
    case cash
    /// A card, at the counter's own card terminal.
    case terminal

    /// What people pay their own orders with.
    public static let ofPeople: [PaymentMeans] = [.account, .card]
    /// What a cashier takes at the counter.
    public static let atCounter: [PaymentMeans] = [.cash, .terminal]
}
