public import Essentials

/// Checks passwords, and lets people set them by a link.
public struct AccountService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let hasher: PasswordHasher
    let tries: SignInTries
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where accounts are stored.
    ///   - campuses: The campus with the people.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        hasher = PasswordHasher()
        tries = SignInTries()
        self.now = now
    }

    /// Finds the person whose name and password somebody typed.
    ///
    /// An unknown name takes as long as a wrong password, and gets the same answer.
    ///
    /// - Returns: The person, who may sign in.
    /// - Throws: ``AccountRefusal/wrongCredentials``, ``AccountRefusal/tooManyTries(retryAfter:)``,
    ///   ``AccountRefusal/busy``, or the store's own error.
    public func person(
        named name: SignInName, password: String, from origin: ClientOrigin
    ) async throws -> PersonID {
        let (account, isKnown) = try await countTry(named: name, from: origin)
        let isRight = try await hasher.matches(password, account?.hash, isStranger: !isKnown)
        let person = try account.flatMap { try campuses.inForce().person($0.person) }
        guard isRight, let person, !person.isSuspended else {
            let (time, subject) = (now(), account.map { Session.Owner.person($0.person) })
            try await store.write { transaction in
                try transaction.log(
                    SecurityEvent(at: time, .signInRefused, by: nil, to: subject, from: origin.address))
            }
            throw AccountRefusal.wrongCredentials
        }
        tries.takeBack(name, from: origin.address, isKnown: isKnown)
        return person.id
    }

    /// Counts an attempt to sign in by a name.
    ///
    /// A successful sign-in removes it again.
    ///
    /// - Returns: The account of the name, and whether the person has used the address before.
    /// - Throws: ``AccountRefusal/tooManyTries(retryAfter:)``, or the store's own error.
    func countTry(
        named name: SignInName, from origin: ClientOrigin
    ) async throws -> (account: (person: PersonID, hash: String?)?, isKnown: Bool) {
        let (account, isKnown) = try await store.read { reading in
            let account = try reading.account(named: name)
            let isKnown = try account.map { try reading.hasSession(of: $0.person, from: origin.address) }
            return (account, isKnown ?? false)
        }
        try tries.add(name, from: origin.address, isKnown: isKnown, at: now())
        return (account, isKnown)
    }

    /// Checks a person's password once more, and counts it as a recent proof.
    ///
    /// - Throws: ``AccountRefusal/wrongCredentials``, ``AccountRefusal/tooManyTries(retryAfter:)``,
    ///   ``AccountRefusal/busy``, or the store's own error.
    public func prove(_ person: PersonID, password: String, from origin: ClientOrigin) async throws {
        guard let name = try await store.read({ try $0.signInName(of: person) }),
            try await self.person(named: name, password: password, from: origin) == person
        else { throw AccountRefusal.wrongCredentials }
    }

    /// The person of an invitation's link, and the name with which they will sign in.
    ///
    /// - Throws: ``AccountRefusal/linkInvalid``, or the store's own error.
    public func invited(tokenDigest: [UInt8]) async throws -> (person: Person, name: SignInName) {
        let time = now()
        let found = try await store.read { reading -> (PersonID, SignInName)? in
            guard let invitation = try reading.invitation(tokenDigest: tokenDigest),
                invitation.expiresAt > time,
                let name = try reading.signInName(of: invitation.person)
            else { return nil }
            return (invitation.person, name)
        }
        guard let found, let person = try campuses.inForce().person(found.0), !person.isSuspended else {
            throw AccountRefusal.linkInvalid
        }
        return (person, found.1)
    }

    /// Sets a password by an invitation's link, which is used up then.
    ///
    /// All sessions of the person end.
    ///
    /// - Returns: The person, and the digests of the tokens whose sessions ended.
    /// - Throws: ``AccountRefusal/linkInvalid``, ``AccountRefusal/weakPassword(_:)``, ``AccountRefusal/busy``, or the
    ///   store's own error.
    public func accept(
        tokenDigest: [UInt8], password: String, from origin: ClientOrigin
    ) async throws -> (person: PersonID, ended: [[UInt8]]) {
        let (person, name) = try await invited(tokenDigest: tokenDigest)
        try check(password, of: name)
        let hash = try await hasher.hash(password)
        let time = now()
        let ended = try await store.write { transaction in
            // Two browsers may have opened the link; the first to finish uses it up.
            guard let invitation = try transaction.invitation(tokenDigest: tokenDigest),
                invitation.person == person.id, invitation.expiresAt > time
            else { throw AccountRefusal.linkInvalid }
            try transaction.removeInvitations(of: person.id)
            try transaction.setPassword(of: person.id, hash: hash, at: time)
            try transaction.log(
                SecurityEvent(at: time, .passwordChanged, by: .person(person.id), from: origin.address))
            return try transaction.deleteSessions(of: .person(person.id), except: nil)
        }
        return (person.id, ended)
    }

    /// Changes a person's own password; the caller has asked for a recent proof.
    ///
    /// - Parameters:
    ///   - person: Whose password it is.
    ///   - password: The new one.
    ///   - kept: The digest of the token whose session stays when the others end; `nil` ends none.
    ///   - origin: Where the request comes from.
    /// - Returns: The digests of the tokens whose sessions ended.
    /// - Throws: ``AccountRefusal/weakPassword(_:)``, ``AccountRefusal/busy``, or the store's own error.
    public func changePassword(
        of person: PersonID, to password: String, endingOthersThan kept: [UInt8]?, from origin: ClientOrigin
    ) async throws -> [[UInt8]] {
        guard let name = try await store.read({ try $0.signInName(of: person) }) else {
            throw AccountRefusal.wrongCredentials
        }
        try check(password, of: name)
        let hash = try await hasher.hash(password)
        let time = now()
        return try await store.write { transaction in
            try transaction.setPassword(of: person, hash: hash, at: time)
            try transaction.log(
                SecurityEvent(at: time, .passwordChanged, by: .person(person), from: origin.address))
            guard let kept else { return [] }
            return try transaction.deleteSessions(of: .person(person), except: kept)
        }
    }

    /// Refuses a password that is easy to guess.
    func check(_ password: String, of name: SignInName) throws(AccountRefusal) {
        do { try PasswordRule.check(password, of: name) } catch { throw .weakPassword(error) }
    }
}
