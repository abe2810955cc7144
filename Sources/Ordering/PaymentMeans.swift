/// What an order is paid with.
public enum PaymentMeans: String, CaseIterable, Hashable, Sendable {
    /// The person's meal account, at once.
    case account
    /// A card or a wallet, at the payment provider.
    case card
}
