public import Essentials

/// A person's meal account in one currency, for a payment.
///
/// The balance is that of the ledger account at one moment. Authorise and post a payment in one transaction, so that nothing is
/// posted in between.
public struct MealAccount: Hashable, Sendable {
    /// The person who pays.
    public let person: PersonID
    /// The sum of the account's postings, less the reserved amount of waiting orders.
    public let balance: Money
    /// How far the balance may go below zero, in minor units of the account's currency; never negative.
    public let creditMinorUnits: Int64

    /// Makes an account with its present balance.
    ///
    /// - Parameters:
    ///   - person: The person who pays.
    ///   - balance: The sum of the account's postings.
    ///   - creditMinorUnits: How far the balance may go below zero; zero by default, and a negative number
    ///     counts as zero.
    public init(person: PersonID, balance: Money, creditMinorUnits: Int64 = 0) {
        self.person = person
        self.balance = balance
        self.creditMinorUnits = max(0, creditMinorUnits)
    }

    /// Makes an account with a reserved amount for waiting orders.
    ///
    /// - Parameters:
    ///   - person: The person who pays.
    ///   - balance: The sum of the account's postings.
    ///   - reserved: The reserved amount.
    /// - Throws: `MoneyError` when the reserved amount is of another currency, or the rest does not fit 64 bits.
    public init(person: PersonID, balance: Money, reserved: Money) throws(MoneyError) {
        self.init(person: person, balance: try balance.subtracting(reserved))
    }

    /// Checks that the account can pay an amount.
    ///
    /// - Throws: ``OrderRefusal/noAccountInCurrency(_:)`` for an amount of another currency,
    ///   ``OrderRefusal/insufficientFunds(balance:needed:)`` when balance and credit do not cover it.
    public func authorise(_ amount: Money) throws(OrderRefusal) {
        guard amount.currency == balance.currency else { throw .noAccountInCurrency(amount.currency) }
        let (rest, overflow) = balance.minorUnits.subtractingReportingOverflow(amount.minorUnits)
        let (covered, tooFar) = rest.addingReportingOverflow(creditMinorUnits)
        guard !overflow, tooFar || covered >= 0 else {
            throw .insufficientFunds(balance: balance, needed: amount)
        }
    }
}
