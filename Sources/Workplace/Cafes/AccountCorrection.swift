public import Essentials

/// Amounts that finance adds to meal accounts or takes from them: all of them, or none.
///
/// A posted correction is never changed. A correction with the opposite amounts reverses it.
public struct AccountCorrection: Hashable, Sendable {
    /// The maximum number of entries of one correction.
    public static let entriesAtMost = 2_000
    /// The allowed lengths of a reason, in characters.
    public static let reasonLength = 1...200
    /// The largest amount of an entry, in minor units; with it the sum of a million accounts fits 64 bits.
    static let largestAmount: Int64 = 1_000_000_000_000

    /// The stage of a correction.
    public enum Stage: String, CaseIterable, Hashable, Sendable {
        /// It waits for the confirmation of a second person; nothing is posted.
        case pending
        /// It is posted.
        case posted
        /// A second person refused it, or its author withdrew it; nothing was posted.
        case refused
    }

    /// One amount of a correction.
    public struct Entry: Hashable, Sendable {
        /// The owner of the account.
        public let person: PersonID
        /// The amount; negative when it is taken away.
        public let amount: Money
        /// The reason, as the person reads it in the statement.
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
    /// The author.
    public let madeBy: PersonID
    /// When it was made.
    public let madeAt: Timestamp
    /// The stage.
    public internal(set) var stage: Stage
    /// The person who confirmed or refused it; `nil` while it is pending, and for a correction that needs no second person.
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

    /// The sum of the amounts of each account, by person and currency.
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
    /// A mistake in an entry.
    public enum Mistake: String, Hashable, Sendable {
        /// The installation has no such person.
        case unknownPerson = "unknown-person"
        /// The account is the author's own.
        case ownAccount = "own-account"
        /// The amount is zero.
        case zero
        /// The amount is larger than an entry may have.
        case tooLarge = "too-large"
        /// No café and no meal account uses the currency.
        case unknownCurrency = "unknown-currency"
    }

    /// Entries have mistakes, by their index.
    case entries([Int: Mistake])
    /// There is no such correction.
    case unknown
    /// It was confirmed or refused before.
    case decided
    /// Its author cannot confirm it.
    case secondPersonNeeded
}
