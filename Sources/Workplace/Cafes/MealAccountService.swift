public import Essentials
import Ordering

/// Shows people their meal accounts and takes top-ups by card.
public struct MealAccountService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let payments: PaymentService
    let now: @Sendable () -> Timestamp

    /// The balances of a person's meal accounts and some of their movements.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - before: The last movement of the previous page; `nil` for the first page.
    ///   - limit: The most movements to return.
    /// - Returns: The statement.
    /// - Throws: The store's own error.
    public func statement(
        of person: PersonID, before: Int64? = nil, limit: Int
    ) async throws -> AccountStatement {
        try await store.read { reading in
            AccountStatement(
                balances: try reading.mealBalances(of: person),
                reserved: try reading.reservedAmounts(of: person),
                lines: limit == 0
                    ? [] : try reading.statement(of: person, before: before, limit: limit))
        }
    }

    /// The currencies in which people can top up by card, with the smallest and the largest amount.
    public func topUps() throws -> [(least: Money, most: Money)] {
        guard payments.means.contains(.card) else { return [] }
        return try campuses.inForce().organisation.mealAccounts.compactMap { rules in
            rules.topUp.map { range in
                (
                    least: Money(minorUnits: range.lowerBound, currency: rules.currency),
                    most: Money(minorUnits: range.upperBound, currency: rules.currency)
                )
            }
        }
    }

    /// Begins a top-up: makes a payment that the person's page then pays at the provider.
    ///
    /// A repeated request with the same key gets the same payment, in its present state.
    ///
    /// - Returns: The payment, and whether the key had been used before.
    /// - Throws: ``PaymentRefusal/notOffered``, ``TopUpRefusal``, ``WorkplaceRefusal/keyReused``, or the store's error.
    public func topUp(_ request: TopUpRequest) async throws -> (payment: Payment, isReplay: Bool) {
        let time = now()
        let refusal = try self.refusal(of: request.amount)
        let made = try await store.write { transaction -> (payment: Payment, isReplay: Bool) in
            if let earlier = try transaction.topUp(of: request.person, key: request.key) {
                guard earlier.fingerprint == request.fingerprint else { throw WorkplaceRefusal.keyReused }
                guard let payment = try transaction.payment(earlier.payment) else {
                    throw PaymentRefusal.unknown
                }
                return (payment, true)
            }
            // Changed limits do not affect a top-up that has begun.
            if let refusal { throw refusal }
            var generator = SystemRandomNumberGenerator()
            let end = time.advanced(by: Payment.timeToPay)
            let payment = Payment(
                id: PaymentID(at: time, using: &generator), for: .topUp(request.person),
                amount: request.amount, endsAt: end, dueAt: end)
            try transaction.insert(topUp: payment.id, of: request, at: time)
            try transaction.insert(payment)
            return (payment, false)
        }
        payments.due()
        return made
    }

    /// Why a top-up of an amount is refused; `nil` when it is accepted.
    private func refusal(of amount: Money) throws -> (any Error)? {
        let offers = try topUps()
        guard !offers.isEmpty else { return PaymentRefusal.notOffered }
        guard let offer = offers.first(where: { $0.least.currency == amount.currency }) else {
            return TopUpRefusal.otherCurrency(amount.currency)
        }
        guard (offer.least.minorUnits...offer.most.minorUnits).contains(amount.minorUnits) else {
            return TopUpRefusal.outOfRange(least: offer.least, most: offer.most)
        }
        return nil
    }
}

/// A person's request for a top-up.
public struct TopUpRequest: Sendable {
    /// The person.
    public let person: PersonID
    /// The amount.
    public let amount: Money
    /// The idempotency key; each person has separate keys.
    public let key: String
    /// The SHA-256 digest of the request's body.
    public let fingerprint: [UInt8]

    /// Makes a request from its parts.
    public init(person: PersonID, amount: Money, key: String, fingerprint: [UInt8]) {
        self.person = person
        self.amount = amount
        self.key = key
        self.fingerprint = fingerprint
    }
}

/// Why a top-up is refused; nothing has changed.
public enum TopUpRefusal: Error, Hashable, Sendable {
    /// The amount is below the smallest or above the largest top-up.
    case outOfRange(least: Money, most: Money)
    /// Accounts of this currency take no top-ups.
    case otherCurrency(Currency)
}

/// The balances of a person's meal accounts and some of their movements.
public struct AccountStatement: Hashable, Sendable {
    /// One balance for each currency that has an account.
    public let balances: [Money]
    /// The amount in each currency that waiting orders reserve.
    public let reserved: [Money]
    /// Movements, latest first.
    public let lines: [StatementLine]
}
