public import Essentials
import Synchronization

/// Makes the first administrator of an installation, by a link that only its operator sees.
public struct SetUpService: Sendable {
    /// How long the link works after the start of the program.
    public static let lifetime: Duration = .seconds(1_800)

    let accounts: AccountService
    let people: PeopleService
    let imports: CampusImport
    private let link = SetUpLink()

    init(accounts: AccountService, people: PeopleService, imports: CampusImport) {
        self.accounts = accounts
        self.people = people
        self.imports = imports
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
        link.set(tokenDigest, until: people.now().advanced(by: Self.lifetime))
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
        guard link.isValid(tokenDigest, at: people.now()) else { throw AccountRefusal.linkInvalid }
        guard try await isNeeded() else { throw AccountRefusal.alreadySetUp }
        return Need(campus: people.campuses.revision == 0)
    }

    /// The first administrator.
    public struct Administrator: Sendable {
        /// The displayed name.
        public let name: String
        /// The name with which they sign in.
        public let signInName: SignInName
        /// The password.
        public let password: String
        /// The language of their pages.
        public let language: LanguageTag

        /// Makes an administrator.
        public init(name: String, signInName: SignInName, password: String, language: LanguageTag) {
            self.name = name
            self.signInName = signInName
            self.password = password
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
    ///   ``AccountRefusal/nameTaken``, `CampusFileError`, ``WorkplaceRefusal/noCampus`` without a needed document, or the
    ///   store's own error.
    public func finish(
        tokenDigest: [UInt8], _ administrator: Administrator, campus document: [UInt8]?,
        from origin: ClientOrigin
    ) async throws -> PersonID {
        let need = try await need(tokenDigest: tokenDigest)
        try accounts.check(administrator.password, of: administrator.signInName)
        let hash = try await accounts.hasher.hash(administrator.password)
        if need.campus {
            guard let document else { throw WorkplaceRefusal.noCampus }
            _ = try await imports.importCampus(document, name: "campus.json")
        }
        let time = people.now()
        var generator = SystemRandomNumberGenerator()
        let person = PersonID(at: time, using: &generator)
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
                try transaction.setPassword(of: person, hash: hash, at: time)
                try transaction.log(
                    SecurityEvent(at: time, .setUp, by: .person(person), from: origin.address))
            }
        } catch {
            link.set(tokenDigest, until: time.advanced(by: Self.lifetime))
            throw error
        }
        return person
    }
}

/// The link of a set-up that works at the moment, if any does.
private final class SetUpLink: Sendable {
    private let state = Mutex<(digest: [UInt8], end: Timestamp)?>(nil)

    func set(_ digest: [UInt8], until end: Timestamp) { state.withLock { $0 = (digest, end) } }

    func isValid(_ digest: [UInt8], at time: Timestamp) -> Bool {
        state.withLock { state in state.map { $0.digest == digest && time < $0.end } ?? false }
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
