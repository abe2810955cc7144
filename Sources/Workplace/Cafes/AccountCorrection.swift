public import Essentials

/// Amounts that finance adds to meal accounts or takes from them: all of them, or none.
///
/// A posted correction is never changed; another one with the opposite amounts takes it back.
public struct AccountCorrection: Hashable, Sendable {
    /// The most entries of one correction.
    public static let entriesAtMost = 2_000
    /// How long a reason may be.
    public static let reasonLength = 1...200
    /// With this bound the sum of a million accounts stays within 64 bits.
    static let largestAmount: Int64 = 1_000_000_000_000

    /// How far a correction has come.
    public enum Stage: String, CaseIterable, Hashable, Sendable {
        /// A second person has to confirm it; nothing is posted.
        case pending
        /// It is posted.
        case posted
        /// The second person refused it, or who made it took it back; nothing was posted.
        case refused
    }

    /// One amount of a correction.
    public struct Entry: Hashable, Sendable {
        /// Whose account it is.
        public let person: PersonID
        /// The amount; negative when it is taken away.
        public let amount: Money
        /// Why, in words that the person reads in the statement.
        public let reason: String

        /// Makes an entry.
        public init(person: PersonID, amount: Money, reason: String) {
            self.person = person
            self.amount = amount
            self.reason = reason
        }
    }

    /// The identifier.
    public let id: AccountMovementID
    /// The entries, in the order of the list.
    public let entries: [Entry]
    /// Who made it.
    public let madeBy: PersonID
    /// When it was made.
    public let madeAt: Timestamp
    /// How far it has come.
    public internal(set) var stage: Stage
    /// Who confirmed or refused it; `nil` for a correction that needs nobody, and while it is pending.
    public internal(set) var decidedBy: PersonID?
    /// When it was confirmed or refused.
    public internal(set) var decidedAt: Timestamp?
    /// The SHA-256 digest of the request.
    let fingerprint: [UInt8]

    /// The movement of an entry, by which the ledger posts it once.
    func movement(_ index: Int) -> AccountMovementID {
        guard let movement = AccountMovementID("\(id)-\(index)") else {
            preconditionFailure("\(id) is too long")
        }
        return movement
    }

    /// The sum of what each account gets or loses, by person and currency.
    static func sums(of entries: [Entry]) throws(MoneyError) -> [(person: PersonID, amount: Money)] {
        var sums: [(person: PersonID, amount: Money)] = []
        var places: [PersonID: [Currency: Int]] = [:]
        for entry in entries {
            let currency = entry.amount.currency
            if let place = places[entry.person]?[currency] {
                sums[place].amount = try sums[place].amount.adding(entry.amount)
            } else {
                places[entry.person, default: [:]][currency] = sums.count
                sums.append((entry.person, entry.amount))
            }
        }
        return sums
    }
}

/// Why a correction is refused; nothing has changed.
public enum CorrectionRefusal: Error, Hashable, Sendable {
    /// What is wrong with an entry.
    public enum Mistake: String, Hashable, Sendable {
        /// The installation has no such person.
        case unknownPerson = "unknown-person"
        /// Nobody corrects their own account.
        case ownAccount = "own-account"
        /// Nothing would change.
        case zero
        /// The amount is larger than any account holds.
        case tooLarge = "too-large"
        /// No café and no meal account uses the currency.
        case unknownCurrency = "unknown-currency"
    }

    /// Entries are wrong, by their index.
    case entries([Int: Mistake])
    /// There is no such correction.
    case unknown
    /// It was confirmed or refused before.
    case decided
    /// Who made it cannot confirm it.
    case secondPersonNeeded
}
