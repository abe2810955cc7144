public import Essentials
import Synchronization
public import WebAuthn

/// Makes the first administrator of an installation, by a link that only its operator sees.
public struct SetUpService: Sendable {
    /// How long the link works after the start of the program.
    public static let lifetime: Duration = .seconds(1_800)

    let accounts: AccountService
    let people: PeopleService
    let imports: CampusImport
    let passkeys: PasskeyService
    private let link = SetUpLink()

    init(
        accounts: AccountService, people: PeopleService, imports: CampusImport, passkeys: PasskeyService
    ) {
        self.accounts = accounts
        self.people = people
        self.imports = imports
        self.passkeys = passkeys
    }

    /// Whether nobody who administers the installation has a way to sign in.
    ///
    /// - Throws: The store's own error.
    public func isNeeded() async throws -> Bool {
        let able = try await people.store.read { try $0.peopleWithWayIn() }
        guard !able.isEmpty, people.campuses.revision > 0 else { return true }
        let campus = try people.campuses.inForce()
        return !able.contains { campus.person($0)?.isAdministrator == true }
    }

    /// Lets a link in for the next half hour, in place of an earlier one.
    public func begin(tokenDigest: [UInt8]) {
        let time = people.now()
        var generator = SystemRandomNumberGenerator()
        link.set(
            tokenDigest, for: PersonID(at: time, using: &generator), until: time.advanced(by: Self.lifetime))
    }

    /// Begins the administrator's passkey, when it takes the place of a password.
    ///
    /// An authenticator keeps one passkey for a person of a site; so a second one, after a set-up that was refused, takes
    /// the place of the first.
    ///
    /// - Returns: The name of the request, which the answer repeats, and the options for the browser.
    /// - Throws: What ``need(tokenDigest:)`` throws, and `CryptographyError`.
    public func beginPasskey(
        tokenDigest: [UInt8], name: String, signInName: SignInName, at site: RelyingParty
    ) async throws -> (request: String, options: PasskeyCreationOptions) {
        _ = try await need(tokenDigest: tokenDigest)
        guard let person = link.person(of: tokenDigest, at: people.now()) else {
            throw AccountRefusal.linkInvalid
        }
        return try passkeys.beginFirst(of: person, name: name, signInName: signInName, at: site)
    }

    /// What is missing besides the administrator.
    public struct Need: Sendable {
        /// Whether there is no campus yet, so that the set-up names one or brings a file.
        public let campus: Bool
    }

    /// Checks a link without using it up.
    ///
    /// - Throws: ``AccountRefusal/linkInvalid``, ``AccountRefusal/alreadySetUp``, or the store's own error.
    public func need(tokenDigest: [UInt8]) async throws -> Need {
        guard link.person(of: tokenDigest, at: people.now()) != nil else { throw AccountRefusal.linkInvalid }
        guard try await isNeeded() else { throw AccountRefusal.alreadySetUp }
        return Need(campus: people.campuses.revision == 0)
    }

    /// How the first administrator will sign in.
    public enum WayIn: Sendable {
        /// By a password.
        case password(String)
        /// By a passkey of a site.
        case passkey(NewPasskey, RelyingParty)
    }

    /// The first administrator.
    public struct Administrator: Sendable {
        /// The displayed name.
        public let name: String
        /// The name with which they sign in.
        public let signInName: SignInName
        /// How they sign in.
        public let wayIn: WayIn
        /// The language of their pages.
        public let language: LanguageTag

        /// Makes an administrator.
        public init(name: String, signInName: SignInName, wayIn: WayIn, language: LanguageTag) {
            self.name = name
            self.signInName = signInName
            self.wayIn = wayIn
            self.language = language
        }
    }

    /// Finishes the set-up: puts a campus in force where there is none, and adds the administrator.
    ///
    /// The link is used up.
    ///
    /// - Parameters:
    ///   - tokenDigest: The digest of the link's token.
    ///   - administrator: The administrator.
    ///   - document: The campus file, where there is no campus yet.
    ///   - origin: Where the request comes from.
    /// - Returns: The administrator's identifier.
    /// - Throws: What ``need(tokenDigest:)`` throws; ``AccountRefusal/weakPassword(_:)``,
    ///   ``AccountRefusal/passkeyRequestOver``, `PasskeyRefusal`, ``AccountRefusal/nameTaken``, `CampusFileError`, ``WorkplaceRefusal/noCampus`` without a needed document, or the
    ///   store's own error.
    public func finish(
        tokenDigest: [UInt8], _ administrator: Administrator, campus document: [UInt8]?,
        from origin: ClientOrigin
    ) async throws -> PersonID {
        let need = try await need(tokenDigest: tokenDigest)
        guard let person = link.person(of: tokenDigest, at: people.now()) else {
            throw AccountRefusal.linkInvalid
        }
        let credential = try await credential(of: administrator, person)
        if need.campus {
            guard let document else { throw WorkplaceRefusal.noCampus }
            _ = try await imports.importCampus(document, name: "campus.json")
        }
        let time = people.now()
        let entry = Directory.Entry(
            person: person, name: administrator.name,
            grants: [RoleGrant(.employee), RoleGrant(.administrator), RoleGrant(.manager)],
            language: administrator.language, locale: administrator.language)
        // Only one of two that finish at the same time goes on.
        guard link.use(tokenDigest, at: time) else { throw AccountRefusal.linkInvalid }
        do {
            try await people.change { transaction in
                try transaction.put(entry, at: time)
                try transaction.take(administrator.signInName, for: person)
                switch credential {
                case .hash(let hash): try transaction.setPassword(of: person, hash: hash, at: time)
                case .passkey(let passkey): try transaction.add(passkey, from: origin)
                }
                try transaction.log(
                    SecurityEvent(at: time, .setUp, by: .person(person), from: origin.address))
            }
        } catch {
            link.set(tokenDigest, for: person, until: time.advanced(by: Self.lifetime))
            throw error
        }
        return person
    }

    /// What the store keeps of a way in.
    private enum Credential {
        case hash(String)
        case passkey(StoredPasskey)
    }

    private func credential(of administrator: Administrator, _ person: PersonID) async throws -> Credential {
        switch administrator.wayIn {
        case .password(let password):
            try accounts.check(password, of: administrator.signInName)
            return .hash(try await accounts.hasher.hash(password))
        case .passkey(let new, let site):
            return .passkey(try passkeys.verified(new, for: person, at: site))
        }
    }
}

/// The link of a set-up that works at the moment, if any does.
private final class SetUpLink: Sendable {
    private let state = Mutex<(digest: [UInt8], person: PersonID, end: Timestamp)?>(nil)

    func set(_ digest: [UInt8], for person: PersonID, until end: Timestamp) {
        state.withLock { $0 = (digest, person, end) }
    }

    /// Whom the link makes; `nil` when it does not work.
    func person(of digest: [UInt8], at time: Timestamp) -> PersonID? {
        state.withLock { state in
            guard let link = state, link.digest == digest, time < link.end else { return nil }
            return link.person
        }
    }

    /// Uses the link up; `false` when it does not work any more.
    func use(_ digest: [UInt8], at time: Timestamp) -> Bool {
        state.withLock { present in
            guard let link = present, link.digest == digest, time < link.end else { return false }
            present = nil
            return true
        }
    }
}
