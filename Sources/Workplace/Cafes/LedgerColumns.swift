import Essentials
import Ordering

/// The amounts of an entry, by kind of account.
struct LedgerColumns {
    private(set) var person: PersonID?
    private(set) var cafe: CafeID?
    private(set) var meal: Money?
    private(set) var sales: Money?
    private(set) var tax: Money?
    private(set) var funding: Money?
    /// The source of the funding; `nil` for opening balances.
    private(set) var source: String?

    /// Splits an entry into columns.
    ///
    /// The columns hold every posting, because an entry has at most one account of each kind.
    init(_ entry: LedgerEntry) {
        for posting in entry.postings {
            switch posting.account {
            case .meal(let person, _): (self.person, meal) = (person, posting.amount)
            case .sales(let cafe): (self.cafe, sales) = (cafe, posting.amount)
            case .tax(let cafe): (self.cafe, tax) = (cafe, posting.amount)
            case .funding: funding = posting.amount
            case .card: (source, funding) = ("card", posting.amount)
            case .cash(let cafe): (self.cafe, source, funding) = (cafe, "cash", posting.amount)
            case .terminal(let cafe): (self.cafe, source, funding) = (cafe, "terminal", posting.amount)
            }
        }
    }
}
