public import Essentials
import Ordering

/// Shows meal accounts to finance and corrects them.
public struct CorrectionService: Sendable {
    /// The maximum number of decided corrections in a list.
    static let decidedAtMost = 50

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// A person with the balances of their meal accounts.
    public struct Account: Sendable {
        /// The person.
        public let person: Person
        /// One balance for each currency.
        public let balances: [Money]
    }

    /// A request to correct accounts.
    public struct Request: Sendable {
        /// The entries.
        public let entries: [AccountCorrection.Entry]
        /// The idempotency key.
        ///
        /// All people of finance share their keys, so that one file is entered once.
        public let key: String
        /// The SHA-256 digest of the request's body.
        public let fingerprint: [UInt8]

        /// Makes a request from its parts.
        public init(entries: [AccountCorrection.Entry], key: String, fingerprint: [UInt8]) {
            self.entries = entries
            self.key = key
            self.fingerprint = fingerprint
        }
    }

    /// The effect of a correction before it is made.
    public struct Preview: Sendable {
        /// The entries with the names of the people and their balances after each of them.
        public let lines: [(name: String, entry: AccountCorrection.Entry, balance: Money)]
        /// Whether a second person has to confirm it.
        public let needsSecondPerson: Bool
    }

    /// The accounts of the people whose name or identifier has a text in it, in the order of their names.
    ///
    /// - Parameter search: The text; empty for everybody.
    /// - Returns: The accounts.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func accounts(matching search: String) async throws -> [Account] {
        let wanted = search.lowercased()
        let people = try campuses.inForce().people
            .filter { person in
                wanted.isEmpty || person.name.lowercased().contains(wanted)
                    || person.id.rawValue.contains(wanted)
            }
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
        let balances = try await store.read { try $0.allMealBalances() }
        return people.map { Account(person: $0, balances: balances[$0.id] ?? []) }
    }

    /// Finds a person.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownPerson(_:)``.
    public func person(_ id: PersonID) throws -> Person {
        guard let person = try campuses.inForce().person(id) else { throw WorkplaceRefusal.unknownPerson(id) }
        return person
    }

    /// Previews a correction without saving anything.
    ///
    /// - Throws: ``CorrectionRefusal/entries(_:)``, or the store's own error.
    public func preview(_ entries: [AccountCorrection.Entry], by actor: PersonID) async throws -> Preview {
        try check(entries, by: actor)
        let campus = try campuses.inForce()
        return try await store.read { reading in
            var balances: [PersonID: [Currency: Money]] = [:]
            let lines = try entries.map { entry in
                let currency = entry.amount.currency
                let before =
                    try balances[entry.person]?[currency]
                    ?? reading.mealBalance(of: entry.person, in: currency) ?? Money.zero(currency)
                let after = try before.adding(entry.amount)
                balances[entry.person, default: [:]][currency] = after
                return (campus.person(entry.person)?.name ?? entry.person.rawValue, entry, after)
            }
            return Preview(lines: lines, needsSecondPerson: try needsSecondPerson(entries))
        }
    }

    /// Makes a correction: posts it, or leaves it pending for a second person.
    ///
    /// - Returns: The correction, and whether its key had been used before.
    /// - Throws: ``CorrectionRefusal/entries(_:)``, ``WorkplaceRefusal/keyReused``, or the store's own error.
    public func make(
        _ request: Request, by actor: PersonID
    ) async throws -> (correction: AccountCorrection, isReplay: Bool) {
        let time = now()
        return try await store.write { transaction in
            if let earlier = try transaction.correction(key: request.key) {
                guard earlier.fingerprint == request.fingerprint else { throw WorkplaceRefusal.keyReused }
                return (earlier, true)
            }
            try check(request.entries, by: actor)
            var generator = SystemRandomNumberGenerator()
            let correction = AccountCorrection(
                id: AccountMovementID(at: time, using: &generator), entries: request.entries, madeBy: actor,
                madeAt: time, stage: try needsSecondPerson(request.entries) ? .pending : .posted,
                decidedBy: nil, decidedAt: nil, fingerprint: request.fingerprint)
            try transaction.insert(correction, key: request.key)
            if correction.stage == .posted { try transaction.post(correction, at: time) }
            return (correction, false)
        }
    }

    /// Confirms or refuses a pending correction.
    ///
    /// The author can withdraw it but cannot confirm it. Repeating the same decision of the same person changes nothing.
    ///
    /// - Throws: ``CorrectionRefusal/unknown``, ``CorrectionRefusal/decided``,
    ///   ``CorrectionRefusal/secondPersonNeeded``, ``CorrectionRefusal/entries(_:)`` when somebody has left since, or the
    ///   store's own error.
    public func decide(
        _ id: AccountMovementID, isConfirmed: Bool, by actor: PersonID
    ) async throws -> AccountCorrection {
        let time = now()
        return try await store.write { transaction in
            guard var correction = try transaction.correction(id) else { throw CorrectionRefusal.unknown }
            let stage: AccountCorrection.Stage = isConfirmed ? .posted : .refused
            guard correction.stage == .pending else {
                guard correction.stage == stage, correction.decidedBy == actor else {
                    throw CorrectionRefusal.decided
                }
                return correction
            }
            guard !isConfirmed || correction.madeBy != actor else {
                throw CorrectionRefusal.secondPersonNeeded
            }
            if isConfirmed { try check(correction.entries, by: actor) }
            correction.stage = stage
            correction.decidedBy = actor
            correction.decidedAt = time
            try transaction.update(correction)
            if isConfirmed { try transaction.post(correction, at: time) }
            return correction
        }
    }

    /// The pending corrections, oldest first, and the latest decided ones.
    public func corrections() async throws -> (pending: [AccountCorrection], decided: [AccountCorrection]) {
        try await store.read { reading in
            (
                try reading.pendingCorrections(),
                try reading.decidedCorrections(atMost: Self.decidedAtMost)
            )
        }
    }

    private func check(_ entries: [AccountCorrection.Entry], by actor: PersonID) throws {
        let campus = try campuses.inForce()
        let currencies = Set(campus.cafes.map(\.currency) + campus.organisation.mealAccounts.map(\.currency))
        var mistakes: [Int: CorrectionRefusal.Mistake] = [:]
        for (index, entry) in entries.enumerated() {
            mistakes[index] =
                if campus.person(entry.person) == nil {
                    .unknownPerson
                } else if entry.person == actor {
                    .ownAccount
                } else if entry.amount.minorUnits == 0 {
                    .zero
                } else if entry.amount.minorUnits.magnitude > UInt64(AccountCorrection.largestAmount) {
                    .tooLarge
                } else if !currencies.contains(entry.amount.currency) {
                    .unknownCurrency
                } else {
                    nil
                }
        }
        guard mistakes.isEmpty else { throw CorrectionRefusal.entries(mistakes) }
    }

    /// Whether a correction changes an account by more than the limit of its currency.
    private func needsSecondPerson(_ entries: [AccountCorrection.Entry]) throws -> Bool {
        let limits = try campuses.inForce().organisation.mealAccounts
        return try AccountCorrection.sums(of: entries).contains { _, amount in
            guard let limit = limits.first(where: { $0.currency == amount.currency })?.confirmAbove else {
                return false
            }
            return amount.minorUnits.magnitude > UInt64(limit)
        }
    }
}
