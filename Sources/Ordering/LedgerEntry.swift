public import Essentials

/// An amount that goes to an account, or leaves it when negative.
public struct Posting: Hashable, Sendable {
    /// The account.
    public let account: LedgerAccount
    /// The amount; negative when it leaves the account.
    public let amount: Money

    /// Makes a posting.
    public init(account: LedgerAccount, amount: Money) {
        self.account = account
        self.amount = amount
    }
}

/// Postings of one currency whose sum is zero.
///
/// An entry has at most one account of each kind, so at most one person and one café. The initializer refuses postings that do
/// not balance. An entry is never changed; another entry corrects a mistake.
public struct LedgerEntry: Hashable, Sendable {
    /// The kind of an entry.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// An opening balance.
        case opening
        /// Money that a person paid into the meal account.
        case topUp = "top-up"
        /// An amount that finance added to a meal account or took from it.
        case correction
        /// The payment of an order.
        case payment
        /// The return of an order's payment.
        case refund
    }

    /// The kind of the entry.
    public let kind: Kind
    /// The order that was paid for or refunded.
    public let order: OrderID?
    /// The top-up or correction that was posted; each is posted once.
    public let movement: AccountMovementID?
    /// The postings, at least two, all of one currency.
    public let postings: [Posting]
    /// When it was entered.
    public let at: Timestamp

    /// The currency of all the amounts.
    public var currency: Currency { postings[0].amount.currency }

    /// Makes an entry from postings whose sum is zero.
    ///
    /// - Parameters:
    ///   - kind: The kind of the entry.
    ///   - order: The order it belongs to.
    ///   - movement: The top-up or correction it belongs to.
    ///   - postings: The postings, at least two.
    ///   - at: When it was entered.
    /// - Throws: ``LedgerRefusal`` for too few postings, more than one currency, an account of another currency, two
    ///   accounts of a kind or of two cafés, or a sum other than zero.
    public init(
        kind: Kind, order: OrderID? = nil, movement: AccountMovementID? = nil, postings: [Posting],
        at: Timestamp
    ) throws(LedgerRefusal) {
        guard postings.count >= 2, let currency = postings.first?.amount.currency else {
            throw .tooFewPostings
        }
        try Self.checkCurrency(currency, of: postings)
        try Self.checkAccounts(of: postings)
        try Self.checkBalance(of: postings, in: currency)
        self.kind = kind
        self.order = order
        self.movement = movement
        self.postings = postings
        self.at = at
    }

    private static func checkCurrency(_ currency: Currency, of postings: [Posting]) throws(LedgerRefusal) {
        for posting in postings {
            guard posting.amount.currency == currency else {
                throw .mixedCurrencies(currency, posting.amount.currency)
            }
            if let bound = posting.account.currency, bound != currency {
                throw .wrongCurrency(posting.account, currency)
            }
        }
    }

    private static func checkAccounts(of postings: [Posting]) throws(LedgerRefusal) {
        for (index, posting) in postings.enumerated() {
            let isStrange = postings[..<index].contains { !$0.account.standsBeside(posting.account) }
            guard !isStrange else { throw .ambiguousAccount(posting.account) }
        }
    }

    private static func checkBalance(of postings: [Posting], in currency: Currency) throws(LedgerRefusal) {
        var sum = Money.zero(currency)
        for posting in postings {
            do { sum = try sum.adding(posting.amount) } catch { throw .overflow }
        }
        guard sum.minorUnits == 0 else { throw .unbalanced(by: sum) }
    }
}

/// Why postings cannot make an entry.
public enum LedgerRefusal: Error, Hashable, Sendable {
    /// An entry has at least two postings.
    case tooFewPostings
    /// The postings are of different currencies.
    case mixedCurrencies(Currency, Currency)
    /// The account is bound to another currency than the amount's.
    case wrongCurrency(LedgerAccount, Currency)
    /// Another posting is to an account of this kind, or of another café.
    case ambiguousAccount(LedgerAccount)
    /// The sum of the postings is not zero.
    case unbalanced(by: Money)
    /// The sum does not fit 64 bits.
    case overflow
}
