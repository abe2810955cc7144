import Cryptography
public import Essentials
public import OpenIDConnect

/// Signs people in with the identity provider of the installation, and out again when the provider says so.
///
/// A person is found by the issuer and the subject of their identity and by nothing else. Somebody new becomes a person who
/// orders for themselves, because the provider decides who may use this program. No e-mail address leads to an existing
/// person: a provider may let anyone claim any address.
public struct ProviderSignInService: Sendable {
    let settings: SignInProvider?
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let people: PeopleService
    let sessions: SessionService
    let now: @Sendable () -> Timestamp
    private let pending = PendingSignIns()

    init(
        _ settings: SignInProvider?, store: any WorkplaceStore, campuses: CampusRegistry,
        people: PeopleService, sessions: SessionService, now: @escaping @Sendable () -> Timestamp
    ) {
        self.settings = settings
        self.store = store
        self.campuses = campuses
        self.people = people
        self.sessions = sessions
        self.now = now
    }

    /// The name of the provider; `nil` if there is none.
    public var providerName: String? { settings?.name }

    // MARK: - Signing in

    /// A sign-in that has begun.
    public struct Begun: Sendable {
        /// The random name that this browser alone gets, in a cookie.
        public let name: String
        /// Where to send the browser.
        public let url: String
    }

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - returnPath: Where the browser goes afterwards.
    ///   - showsAgain: Whether the person shows once more who they are, although the provider knows them.
    /// - Returns: Where to send the browser, and what to give it.
    /// - Throws: ``ProviderSignInFailure``, or `CryptographyError`.
    public func begin(returnPath: ReturnPath, showsAgain: Bool) async throws -> Begun {
        let settings = try configured()
        let time = NumericDate(now())
        let options =
            showsAgain ? SignInOptions(prompt: .login, maximumAge: Self.proofSeconds) : SignInOptions()
        let secrets = try SignInSecrets()
        let request: AuthorizationRequest
        do {
            request = try await settings.provider.beginSignIn(
                options: options, returnPath: returnPath, secrets: secrets, now: time)
        } catch {
            settings.report(error)
            throw ProviderSignInFailure(.provider(error), returnPath: returnPath)
        }
        return Begun(name: try pending.keep(request.pending, now: time), url: request.url)
    }

    /// A sign-in that has succeeded.
    public struct Finished: Sendable {
        /// Who signed in.
        public let person: PersonID
        /// The session at the provider.
        public let session: ProviderSession
        /// When the person showed who they are.
        public let provedAt: Timestamp
        /// Where the browser goes.
        public let returnPath: ReturnPath
    }

    /// Ends a sign-in, whatever comes of it: the pending one is used up.
    ///
    /// - Parameters:
    ///   - query: What the browser brings back.
    ///   - name: What the browser has in its cookie.
    ///   - origin: Where the request comes from.
    ///   - language: The language of the pages of somebody new.
    ///   - locale: How somebody new reads dates, numbers and money.
    /// - Returns: Who signed in.
    /// - Throws: ``ProviderSignInFailure``, `WorkplaceRefusal.noCampus`, or the store's own error.
    public func finish(
        _ query: [(name: String, value: String)], named name: String?, from origin: ClientOrigin,
        language: LanguageTag, locale: LanguageTag
    ) async throws -> Finished {
        let settings = try configured()
        guard let waiting = name.flatMap(pending.take) else { throw ProviderSignInFailure(.notBegun) }
        let time = now()
        do {
            let signIn = try await Self.finish(query, waiting, at: settings, now: NumericDate(time))
            let newcomer = Newcomer(language: language, locale: locale)
            let person = try await admit(signIn.idToken, newcomer, settings, from: origin.address)
            return Finished(
                person: person,
                session: ProviderSession(
                    identity: signIn.idToken.identity, sessionID: signIn.idToken.sessionID),
                // Without a time it may have been long ago; a proof asks the provider for the time.
                provedAt: signIn.idToken.authenticatedAt.map { min(Timestamp($0), time) }
                    ?? Timestamp(millisecondsSinceEpoch: 0),
                returnPath: signIn.returnPath)
        } catch let failure as ProviderSignInFailure {
            if case .provider(let error) = failure.reason { settings.report(error) }
            try await store.write { transaction in
                try transaction.log(
                    SecurityEvent(
                        at: time, .signInRefused, by: nil, from: origin.address, detail: failure.code))
            }
            throw ProviderSignInFailure(failure.reason, returnPath: waiting.returnPath)
        }
    }

    // MARK: - Signing out

    /// Ends the sessions that a message of the provider names; a message that has come before changes nothing.
    ///
    /// - Parameters:
    ///   - message: The logout token.
    ///   - address: Where the request comes from.
    /// - Returns: The digests of the tokens whose sessions ended.
    /// - Throws: ``ProviderSignInFailure``, or the store's own error.
    public func end(_ message: String, from address: String) async throws -> [[UInt8]] {
        let settings = try configured()
        let time = now()
        let logout: LogoutToken
        do { logout = try await settings.provider.logout(message, now: NumericDate(time)) } catch {
            settings.report(error)
            throw ProviderSignInFailure(.provider(error))
        }
        let ended = try await store.write { transaction -> [[UInt8]] in
            guard try transaction.spend(logout) else { return [] }
            let ended = try transaction.sessions(endedBy: logout)
            for (digest, owner) in ended {
                try transaction.deleteSession(tokenDigest: digest)
                try transaction.log(
                    SecurityEvent(
                        at: time, .sessionEnded, by: nil, to: owner, from: address, detail: "provider"))
            }
            return ended.map(\.digest)
        }
        sessions.forget(ended)
        return ended
    }

    /// Where a browser goes that has signed out here, to sign out at the provider too.
    ///
    /// - Returns: `nil` for a session that did not begin at the provider, and if the provider offers no such thing or
    ///   cannot be reached.
    public func logoutURL(after session: Session) async -> String? {
        guard let settings, session.provider?.identity.issuer == settings.provider.client.issuer else {
            return nil
        }
        do {
            return try await settings.provider.logoutURL(
                returnURL: settings.signedOutURL, now: NumericDate(now()))
        } catch {
            settings.report(error)
            return nil
        }
    }

    // MARK: - Steps

    /// How many seconds ago somebody may have signed in at the provider who shows once more who they are.
    private static let proofSeconds: Int64 = 300

    private func configured() throws(ProviderSignInFailure) -> SignInProvider {
        guard let settings else { throw ProviderSignInFailure(.noProvider) }
        return settings
    }

    private static func finish(
        _ query: [(name: String, value: String)], _ waiting: PendingSignIn, at settings: SignInProvider,
        now: NumericDate
    ) async throws(ProviderSignInFailure) -> IdentityProvider.SignIn {
        let callback: AuthorizationCallback
        do { callback = try AuthorizationCallback(query: query) } catch {
            throw ProviderSignInFailure(.provider(.callback(error)))
        }
        do { return try await settings.provider.finishSignIn(callback, pending: waiting, now: now) } catch {
            throw ProviderSignInFailure(.provider(error))
        }
    }

    /// What the provider does not say about somebody new.
    private struct Newcomer {
        let language: LanguageTag
        let locale: LanguageTag
    }

    /// Finds the person of an identity, or adds one, and gives them the roles of their groups.
    private func admit(
        _ token: IDToken, _ newcomer: Newcomer, _ settings: SignInProvider, from address: String
    ) async throws -> PersonID {
        let time = now()
        return try await people.change { transaction in
            let campus = try campuses.campus(in: transaction)
            let given = settings.grants(of: token.groups).map { $0.filter(campus.knows) }
            guard let known = try transaction.person(of: token.identity) else {
                return try add(token, newcomer, given, to: transaction, from: address, at: time)
            }
            guard let person = campus.person(known.person), !person.isSuspended else {
                throw ProviderSignInFailure(.suspended)
            }
            let before = GroupGrants(all: person.grants, fromGroups: known.fromGroups)
            let after = before.replacing(by: given)
            if after.all != before.all {
                var entry = Directory.Entry(person)
                entry.grants = after.all
                try transaction.put(entry, at: time)
                try transaction.log(
                    SecurityEvent(
                        at: time, .rolesChanged, by: nil, to: .person(person.id), from: address,
                        detail: after.all.text))
            }
            if after.fromGroups != before.fromGroups {
                try transaction.put(
                    token.identity, of: person.id, fromGroups: after.fromGroups, at: time)
            }
            return person.id
        }
    }

    private func add(
        _ token: IDToken, _ newcomer: Newcomer, _ given: Set<RoleGrant>?, to transaction: WriteTransaction,
        from address: String, at time: Timestamp
    ) throws -> PersonID {
        guard let name = token.name ?? token.email else { throw ProviderSignInFailure(.noName) }
        var generator = SystemRandomNumberGenerator()
        let person = PersonID(at: time, using: &generator)
        let grants = GroupGrants(all: [RoleGrant(.employee)], fromGroups: []).replacing(by: given)
        try transaction.put(
            Directory.Entry(
                person: person, name: name, grants: grants.all, language: newcomer.language,
                locale: newcomer.locale), at: time)
        try transaction.put(token.identity, of: person, fromGroups: grants.fromGroups, at: time)
        try transaction.log(
            SecurityEvent(
                at: time, .personAdded, by: nil, to: .person(person), from: address, detail: grants.all.text))
        return person
    }
}

extension NumericDate {
    fileprivate init(_ time: Timestamp) {
        self.init(secondsSinceEpoch: time.millisecondsSinceEpoch / 1_000)
    }
}

extension Timestamp {
    fileprivate init(_ date: NumericDate) {
        // A provider may write any number; one that no clock shows counts as long ago.
        let (milliseconds, isBeyond) = date.secondsSinceEpoch.multipliedReportingOverflow(by: 1_000)
        self.init(millisecondsSinceEpoch: isBeyond ? 0 : milliseconds)
    }
}
