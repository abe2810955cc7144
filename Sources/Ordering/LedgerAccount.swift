public import Essentials

/// An account of the ledger.
///
/// Amounts are from the owner's view: money that a person can spend or a café has earned is positive. Money from outside is
/// negative: funding, cards, and payments at counters.
public enum LedgerAccount: Hashable, Sendable {
    /// A person's meal account in one currency.
    case meal(PersonID, Currency)
    /// A café's sales without tax.
    case sales(CafeID)
    /// The tax that a café has charged and owes.
    case tax(CafeID)
    /// The source of opening balances and corrections.
    case funding(Currency)
    /// Card payments at the payment provider, less refunds.
    case card(Currency)
    /// Cash payments at a café's counter, less refunds.
    case cash(CafeID)
    /// Card payments at the card terminal of a café's counter, less refunds.
    case terminal(CafeID)

    /// The account's only currency; `nil` when it has several.
    public var currency: Currency? {
        switch self {
        case .meal(_, let currency), .funding(let currency), .card(let currency): currency
        case .sales, .tax, .cash, .terminal: nil
        }
    }

    /// Whether one entry can contain both accounts.
    func standsBeside(_ other: LedgerAccount) -> Bool {
        if let cafe, let otherCafe = other.cafe, cafe != otherCafe { return false }
        return kind != other.kind
    }

    /// The café of the account, if a café owns it.
    private var cafe: CafeID? {
        switch self {
        case .sales(let cafe), .tax(let cafe), .cash(let cafe), .terminal(let cafe): cafe
        case .meal, .funding, .card: nil
        }
    }

    /// The kind of the account within an entry; all money from outside is of one kind.
    private var kind: Int {
        switch self {
        case .meal: 0
        case .sales: 1
        case .tax: 2
        case .funding, .card, .cash, .terminal: 3
        }
    }

    /// Reads the stable text form.
    ///
    /// - Parameter text: A text as ``description`` writes it.
    ///   The result is `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("meal", 3):
            guard let person = PersonID(parts[1]), let currency = Currency(parts[2]) else { return nil }
            self = .meal(person, currency)
        case ("sales", 2):
            guard let cafe = CafeID(parts[1]) else { return nil }
            self = .sales(cafe)
        case ("tax", 2):
            guard let cafe = CafeID(parts[1]) else { return nil }
            self = .tax(cafe)
        case ("funding", 2):
            guard let currency = Currency(parts[1]) else { return nil }
            self = .funding(currency)
        case ("card", 2):
            guard let currency = Currency(parts[1]) else { return nil }
            self = .card(currency)
        case ("cash", 2):
            guard let cafe = CafeID(parts[1]) else { return nil }
            self = .cash(cafe)
        case ("terminal", 2):
            guard let cafe = CafeID(parts[1]) else { return nil }
            self = .terminal(cafe)
        default: return nil
        }
    }
}

extension LedgerAccount: CustomStringConvertible {
    /// The stable text form: `meal:PERSON:EUR`, `sales:CAFE`, `tax:CAFE`, `funding:EUR`, `card:EUR`, `cash:CAFE` or
    /// `terminal:CAFE`.
    public var description: String {
        switch self {
        case .meal(let person, let currency): "meal:\(person):\(currency)"
        case .sales(let cafe): "sales:\(cafe)"
        case .tax(let cafe): "tax:\(cafe)"
        case .funding(let currency): "funding:\(currency)"
        case .card(let currency): "card:\(currency)"
        case .cash(let cafe): "cash:\(cafe)"
        case .terminal(let cafe): "terminal:\(cafe)"
        }
    }
}
