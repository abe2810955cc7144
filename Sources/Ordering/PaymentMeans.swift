/// How an order is paid.
public enum PaymentMeans: String, CaseIterable, Hashable, Sendable {
    /// The person's meal account, at once.
    case account
    /// A card or a wallet, at the payment provider.
    case card
    /// Cash, at the counter.
    case cash
    /// A card, at the counter's own card terminal.
    case terminal

    /// The ways in which people pay their own orders.
    public static let ofPeople: [PaymentMeans] = [.account, .card]
    /// The ways to pay at the counter.
    public static let atCounter: [PaymentMeans] = [.cash, .terminal]
}
