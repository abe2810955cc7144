public import Essentials
import Synchronization

/// Keeps the badges with which people pay at kiosks, and finds the person of a badge and its PIN.
public final class KioskBadgeService: Sendable {
    private let accounts: AccountService
    private let lock = Mutex(PINLock())
    private var store: any WorkplaceStore { accounts.store }

    /// Makes a service that hashes PINs as passwords are hashed.
    public init(accounts: AccountService) { self.accounts = accounts }

    /// A person's badge.
    public func badge(of person: PersonID) async throws -> KioskBadge? {
        try await store.read { try $0.kioskBadge(of: person) }
    }

    /// Sets the number and the PIN of a person's badge; the caller has asked for a recent proof.
    ///
    /// A blocked badge stays blocked under its number.
    ///
    /// - Parameters:
    ///   - number: As ``KioskBadge/number(typed:)`` returns it.
    ///   - pin: A text that ``KioskBadge/isPIN(_:)`` accepts.
    ///   - person: Whose badge it is.
    ///   - address: Where the request comes from.
    /// - Returns: The badge.
    /// - Throws: ``AccountRefusal/badgeTaken``, ``AccountRefusal/busy``, or the store's own error.
    public func set(
        number: String, pin: String, of person: PersonID, from address: String
    ) async throws -> KioskBadge {
        let hash = try await accounts.hasher.hash(pin)
        let time = accounts.now()
        return try await store.write { transaction in
            if let other = try transaction.kioskBadge(numbered: number), other.badge.person != person {
                throw AccountRefusal.badgeTaken
            }
            let before = try transaction.kioskBadge(of: person)
            let badge = KioskBadge(
                person: person, number: number, setAt: time,
                blockedAt: before?.number == number ? before?.blockedAt : nil)
            try transaction.put(badge, hash: hash)
            try transaction.log(
                SecurityEvent(at: time, .badgeSet, by: .person(person), from: address))
            return badge
        }
    }

    /// Blocks a person's badge, or lets it pay again; repeating it changes nothing.
    ///
    /// - Throws: ``AccountRefusal/unknownBadge``, ``WorkplaceRefusal/unknownPerson(_:)``, or the store's own error.
    public func setBlocked(
        _ isBlocked: Bool, of person: PersonID, by actor: PersonID, from address: String
    ) async throws -> KioskBadge {
        guard try accounts.campuses.inForce().person(person) != nil else {
            throw WorkplaceRefusal.unknownPerson(person)
        }
        let time = accounts.now()
        return try await store.write { transaction in
            guard var badge = try transaction.kioskBadge(of: person) else {
                throw AccountRefusal.unknownBadge
            }
            guard (badge.blockedAt != nil) != isBlocked else { return badge }
            badge.blockedAt = isBlocked ? time : nil
            try transaction.updateBlock(of: badge)
            try transaction.log(
                SecurityEvent(
                    at: time, isBlocked ? .badgeBlocked : .badgeUnblocked, by: .person(actor),
                    to: actor == person ? nil : .person(person), from: address))
            return badge
        }
    }

    /// Removes a person's badge; repeating it changes nothing.
    public func remove(of person: PersonID, from address: String) async throws {
        let time = accounts.now()
        try await store.write { transaction in
            guard try transaction.kioskBadge(of: person) != nil else { return }
            try transaction.removeKioskBadge(of: person)
            try transaction.log(
                SecurityEvent(at: time, .badgeRemoved, by: .person(person), from: address))
        }
    }

    /// Finds the person who held a badge to a screen and typed its PIN.
    ///
    /// An unknown number takes as long as a wrong PIN, and gets the same answer. That a badge is blocked learns only who has
    /// its PIN (C109).
    ///
    /// - Parameters:
    ///   - number: As ``KioskBadge/number(typed:)`` returns it; `nil` for what cannot be a number.
    ///   - pin: What was typed.
    ///   - screen: Where.
    ///   - role: What the person must be allowed to do there; `nil` for anybody.
    ///   - address: Where the request comes from.
    /// - Returns: The person.
    /// - Throws: ``AccountRefusal/wrongBadgeOrPIN``, ``AccountRefusal/tooManyPINs(retryAfter:)`` for five minutes after five
    ///   errors of the badge or at the screen, ``AccountRefusal/badgeBlocked``, ``AccountRefusal/busy``, or the store's own
    ///   error.
    public func person(
        number: String?, pin: String, at screen: DeviceID, requiring role: Role?, from address: String
    ) async throws -> Person {
        let found = try await store.read { reading in
            try number.flatMap { try reading.kioskBadge(numbered: $0) }
        }
        let names = [
            found.map { "person \($0.badge.person)" } ?? "number \(number ?? "")", "screen \(screen)",
        ]
        let time = accounts.now()
        if let wait = lock.withLock({ $0.begin(names, at: time) }) {
            throw AccountRefusal.tooManyPINs(retryAfter: wait)
        }
        let isRight: Bool
        do {
            isRight = try await accounts.hasher.matches(pin, found?.hash, isStranger: false)
        } catch {
            // Nobody compared anything.
            lock.withLock { $0.clear(names) }
            throw error
        }
        let person = try found.flatMap { try accounts.campuses.inForce().person($0.badge.person) }
        guard isRight, let found, let person, !person.isSuspended,
            role.map(person.roles.contains) ?? true
        else {
            try await store.write { transaction in
                try transaction.log(
                    SecurityEvent(
                        at: time, .badgeRefused, by: .device(screen),
                        to: found.map { .person($0.badge.person) }, from: address))
            }
            throw AccountRefusal.wrongBadgeOrPIN
        }
        lock.withLock { $0.clear(names) }
        guard found.badge.blockedAt == nil else { throw AccountRefusal.badgeBlocked }
        return person
    }
}
