public import Essentials

/// What holds for the meal accounts of one currency.
public struct MealAccountRules: Hashable, Sendable {
    /// The currency.
    public let currency: Currency
    /// The least and the most of one top-up by card, in minor units; `nil` where people cannot fill their account.
    public let topUp: ClosedRange<Int64>?
    /// Above how much a correction by finance needs a second person, in minor units; `nil` for never.
    public let confirmAbove: Int64?

    /// Makes rules from their parts.
    public init(currency: Currency, topUp: ClosedRange<Int64>?, confirmAbove: Int64?) {
        self.currency = currency
        self.topUp = topUp
        self.confirmAbove = confirmAbove
    }
}
