import Cryptography
public import Essentials
import Synchronization
public import WebAuthn

/// Adds, uses and removes people's passkeys.
public struct PasskeyService: Sendable {
    /// How many passkeys a person may have.
    public static let perPerson = 20

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp
    private let requests = PasskeyRequests()

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where passkeys are stored.
    ///   - campuses: The campus with the people.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// Begins to add a passkey.
    ///
    /// - Returns: The name of the request, which the answer repeats, and the options for the browser.
    /// - Throws: `CryptographyError`, or the store's own error.
    public func beginAdding(
        for person: Person, at site: RelyingParty
    ) async throws -> (request: String, options: PasskeyCreationOptions) {
        let (existing, name) = try await store.read { reading in
            (try reading.passkeys(of: person.id).map(\.passkey), try reading.signInName(of: person.id))
        }
        let (request, challenge) = try requests.begin(for: person.id, at: now())
        let user = PasskeyUser(
            handle: UserHandle(of: person.id), name: name?.text ?? person.name, displayName: person.name)
        return (
            request,
            PasskeyPolicy(relyingParty: site).creationOptions(
                for: user, challenge: challenge, excluding: existing)
        )
    }

    /// Begins the first passkey of a person whom a set-up makes, and whom nobody has stored yet.
    ///
    /// - Returns: The name of the request, which the answer repeats, and the options for the browser.
    /// - Throws: `CryptographyError`.
    func beginFirst(
        of person: PersonID, name: String, signInName: SignInName, at site: RelyingParty
    ) throws -> (request: String, options: PasskeyCreationOptions) {
        let (request, challenge) = try requests.begin(for: person, at: now())
        let user = PasskeyUser(handle: UserHandle(of: person), name: signInName.text, displayName: name)
        return (
            request,
            PasskeyPolicy(relyingParty: site).creationOptions(for: user, challenge: challenge, excluding: [])
        )
    }

    /// Adds a passkey that a browser made.
    ///
    /// - Throws: `PasskeyRefusal`, ``AccountRefusal/passkeyRequestOver``, ``AccountRefusal/passkeyTaken``,
    ///   ``AccountRefusal/tooManyPasskeys``, or the store's own error.
    public func add(
        _ new: NewPasskey, for person: PersonID, at site: RelyingParty, from origin: ClientOrigin
    ) async throws {
        let stored = try verified(new, for: person, at: site)
        try await store.write { try $0.add(stored, from: origin) }
    }

    /// Verifies what a browser made; the request is over then.
    ///
    /// - Returns: The passkey to store.
    /// - Throws: `PasskeyRefusal`, or ``AccountRefusal/passkeyRequestOver``.
    func verified(_ new: NewPasskey, for person: PersonID, at site: RelyingParty) throws -> StoredPasskey {
        let time = now()
        let challenge = try requests.take(new.request, for: person, at: time)
        let passkey = try PasskeyPolicy(relyingParty: site).passkey(
            from: new.response, for: UserHandle(of: person), challenge: challenge)
        return StoredPasskey(passkey: passkey, person: person, name: new.name, addedAt: time, usedAt: nil)
    }

    /// Begins a sign-in; the authenticator offers the passkeys that it has.
    ///
    /// - Returns: The name of the request, which the answer repeats, and the options for the browser.
    /// - Throws: `CryptographyError`.
    public func beginSignIn(at site: RelyingParty) throws -> (request: String, options: PasskeyRequestOptions)
    {
        let (request, challenge) = try requests.begin(for: nil, at: now())
        return (request, PasskeyPolicy(relyingParty: site).requestOptions(challenge: challenge))
    }

    /// Finds the person whose passkey a browser used.
    ///
    /// A counter that did not grow shows that the key may have been copied: it is logged, and the sign-in refused.
    ///
    /// - Throws: `PasskeyRefusal`, ``AccountRefusal/passkeyRequestOver``, ``AccountRefusal/wrongCredentials`` for an
    ///   unknown key or a person who is shut out, ``AccountRefusal/passkeyCopied``, or the store's own error.
    public func person(
        of response: AssertionResponse, request: String, at site: RelyingParty, from origin: ClientOrigin
    ) async throws -> PersonID {
        let time = now()
        let challenge = try requests.take(request, for: nil, at: time)
        guard let stored = try await store.read({ try $0.passkey(response.id) }),
            let person = try campuses.inForce().person(stored.person), !person.isSuspended
        else { throw AccountRefusal.wrongCredentials }
        let outcome = try PasskeyPolicy(relyingParty: site).outcome(
            of: response, by: stored.passkey, challenge: challenge, expecting: nil)
        let (used, isCopy) =
            switch outcome {
            case .verified(let assertion): (assertion.passkey, false)
            case .possibleCopy(let assertion, _): (assertion.passkey, true)
            }
        try await store.write { transaction in
            // A passkey that was removed meanwhile stays removed.
            guard try transaction.passkey(used.id) != nil else { throw AccountRefusal.wrongCredentials }
            try transaction.put(
                StoredPasskey(
                    passkey: used, person: stored.person, name: stored.name, addedAt: stored.addedAt,
                    usedAt: time))
            guard isCopy else { return }
            try transaction.log(
                SecurityEvent(
                    at: time, .signInRefused, by: nil, to: .person(stored.person), from: origin.address,
                    detail: "passkey counter did not grow"))
        }
        if isCopy { throw AccountRefusal.passkeyCopied }
        return stored.person
    }

    /// A person's passkeys, the oldest first, and whether the person has a password too.
    ///
    /// - Throws: The store's own error.
    public func passkeys(of person: PersonID) async throws -> (passkeys: [StoredPasskey], hasPassword: Bool) {
        try await store.read { reading in
            (try reading.passkeys(of: person), try reading.passwordHash(of: person) != nil)
        }
    }

    /// Gives a passkey another name.
    ///
    /// - Throws: ``AccountRefusal/unknownPasskey``, or the store's own error.
    public func rename(_ id: CredentialID, of person: PersonID, to name: String) async throws {
        try await store.write { transaction in
            guard try transaction.passkey(id)?.person == person else { throw AccountRefusal.unknownPasskey }
            try transaction.renamePasskey(id, to: name)
        }
    }

    /// Removes a passkey.
    ///
    /// - Throws: ``AccountRefusal/unknownPasskey``, ``AccountRefusal/lastWayIn`` for the last one of a person without a
    ///   password and without a provider, or the store's own error.
    public func remove(_ id: CredentialID, of person: PersonID, from origin: ClientOrigin) async throws {
        let time = now()
        try await store.write { transaction in
            let passkeys = try transaction.passkeys(of: person)
            guard passkeys.contains(where: { $0.passkey.id == id }) else {
                throw AccountRefusal.unknownPasskey
            }
            guard
                try passkeys.count > 1 || transaction.passwordHash(of: person) != nil
                    || transaction.peopleWithIdentity().contains(person)
            else { throw AccountRefusal.lastWayIn }
            try transaction.removePasskey(id)
            try transaction.log(
                SecurityEvent(at: time, .passkeyRemoved, by: .person(person), from: origin.address))
        }
    }
}

extension WriteTransaction {
    /// Stores a new passkey.
    ///
    /// - Throws: ``AccountRefusal/passkeyTaken``, ``AccountRefusal/tooManyPasskeys``, or the store's own error.
    func add(_ stored: StoredPasskey, from origin: ClientOrigin) throws {
        guard try passkey(stored.passkey.id) == nil else { throw AccountRefusal.passkeyTaken }
        guard try passkeys(of: stored.person).count < PasskeyService.perPerson else {
            throw AccountRefusal.tooManyPasskeys
        }
        try put(stored)
        try log(
            SecurityEvent(
                at: stored.addedAt, .passkeyAdded, by: .person(stored.person), from: origin.address))
    }
}

/// The challenges that browsers are asked to sign at the moment; each works once, for five minutes at most.
private final class PasskeyRequests: Sendable {
    private static let atMost = 10_000

    private struct Waiting {
        let challenge: Challenge
        let person: PersonID?
        let end: Timestamp
    }

    private let waiting = Mutex<[String: Waiting]>([:])

    /// Makes a challenge, and the name with which it is found again.
    func begin(for person: PersonID?, at time: Timestamp) throws -> (name: String, challenge: Challenge) {
        let name = Base64URL.encode(try SecureRandom.bytes(16))
        guard let challenge = Challenge(try SecureRandom.bytes(32)) else {
            preconditionFailure("32 bytes are no challenge")
        }
        try waiting.withLock { waiting in
            if waiting.count >= Self.atMost { waiting = waiting.filter { $0.value.end > time } }
            guard waiting.count < Self.atMost else { throw AccountRefusal.busy }
            waiting[name] = Waiting(
                challenge: challenge, person: person, end: time.advanced(by: Challenge.lifetime))
        }
        return (name, challenge)
    }

    /// Takes a challenge out, so that it works once.
    func take(_ name: String, for person: PersonID?, at time: Timestamp) throws(AccountRefusal) -> Challenge {
        let found = waiting.withLock { $0.removeValue(forKey: name) }
        guard let found, found.person == person, time < found.end else { throw .passkeyRequestOver }
        return found.challenge
    }
}
