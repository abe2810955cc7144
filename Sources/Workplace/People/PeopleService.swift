public import Essentials

/// Adds people, changes their roles, and shuts them out; each change holds from the next request on.
public struct PeopleService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let sessions: SessionService
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where people are stored.
    ///   - campuses: Holds the people in force.
    ///   - sessions: Ends the sessions of people who are shut out.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, sessions: SessionService,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.sessions = sessions
        self.now = now
    }

    /// A person with what an administrator sees of their account.
    public struct Listed: Sendable {
        /// The person.
        public let person: Person
        /// The name with which they sign in; `nil` without an account.
        public let signInName: SignInName?
        /// Whether they have a way to sign in.
        public let canSignIn: Bool
        /// Whether they have a link with which they can set a password.
        public let isInvited: Bool
    }

    /// All people of the campus, in the order of their names.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func list() async throws -> [Listed] {
        let time = now()
        let (names, able, invited) = try await store.read { reading in
            (
                try reading.signInNames(),
                try reading.peopleWithWayIn().union(reading.peopleWithIdentity()),
                try reading.invitedPeople(at: time)
            )
        }
        return try campuses.inForce().people
            .sorted { ($0.name.lowercased(), $0.id.rawValue) < ($1.name.lowercased(), $1.id.rawValue) }
            .map { person in
                Listed(
                    person: person, signInName: names[person.id], canSignIn: able.contains(person.id),
                    isInvited: invited.contains(person.id))
            }
    }

    /// Adds a person.
    ///
    /// - Parameters:
    ///   - entry: The person.
    ///   - name: The name with which they will sign in; `nil` for nobody who signs in with a password.
    ///   - openingBalances: What the meal accounts hold at first, one amount for each currency.
    ///   - actor: The administrator.
    ///   - address: Where the request comes from.
    /// - Throws: ``AccountRefusal/personExists(_:)``, ``AccountRefusal/nameTaken``,
    ///   ``AccountRefusal/unknownPlace(_:)``, or the store's own error.
    public func add(
        _ entry: Directory.Entry, signInName name: SignInName?, openingBalances: [Money] = [],
        by actor: PersonID, from address: String
    ) async throws {
        let time = now()
        try await change { transaction in
            let campus = try campuses.campus(in: transaction)
            try Self.check(entry.grants, on: campus)
            guard campus.person(entry.person) == nil else { throw AccountRefusal.personExists(entry.person) }
            try transaction.put(entry, at: time)
            if let name { try transaction.take(name, for: entry.person) }
            try transaction.openMealAccounts(of: entry.person, with: openingBalances, at: time)
            try transaction.log(
                SecurityEvent(
                    at: time, .personAdded, by: .person(actor), to: .person(entry.person), from: address,
                    detail: entry.grants.text))
        }
    }

    /// What a page changes about a person; `nil` leaves a part as it is.
    public struct Change: Sendable {
        /// The displayed name.
        public var name: String?
        /// The name with which they sign in.
        public var signInName: SignInName?
        /// What they may do, and where.
        public var grants: Set<RoleGrant>?
        /// The language of their pages.
        public var language: LanguageTag?
        /// How they read dates, numbers and money.
        public var locale: LanguageTag?
        /// Whether they are shut out.
        public var isSuspended: Bool?

        /// Makes a change that changes nothing yet.
        public init() {}

        fileprivate func applied(to person: Person) -> Directory.Entry {
            var entry = Directory.Entry(person)
            entry.name = name ?? entry.name
            entry.grants = grants ?? entry.grants
            entry.language = language ?? entry.language
            entry.locale = locale ?? entry.locale
            entry.isSuspended = isSuspended ?? entry.isSuspended
            return entry
        }
    }

    /// Changes a person.
    ///
    /// Somebody who is shut out loses all sessions.
    ///
    /// - Returns: The digests of the tokens whose sessions ended.
    /// - Throws: ``WorkplaceRefusal/unknownPerson(_:)``, ``AccountRefusal/nameTaken``,
    ///   ``AccountRefusal/unknownPlace(_:)``, ``AccountRefusal/lastAdministrator``, or the store's own error.
    public func change(
        _ id: PersonID, _ change: Change, by actor: PersonID, from address: String
    ) async throws -> [[UInt8]] {
        let time = now()
        let ended = try await self.change { transaction in
            let campus = try campuses.campus(in: transaction)
            guard let person = campus.person(id) else { throw WorkplaceRefusal.unknownPerson(id) }
            if let grants = change.grants { try Self.check(grants, on: campus) }
            let entry = change.applied(to: person)
            if !entry.isAdministrator { try transaction.requireAdministrator(otherThan: id, on: campus) }
            try transaction.put(entry, at: time)
            if let name = change.signInName { try transaction.take(name, for: id) }
            for kind in Self.kinds(from: person, to: entry) {
                try transaction.log(
                    SecurityEvent(
                        at: time, kind, by: .person(actor), to: .person(id), from: address,
                        detail: kind == .rolesChanged ? entry.grants.text : ""))
            }
            return entry.isSuspended ? try transaction.deleteSessions(of: .person(id), except: nil) : []
        }
        sessions.forget(ended)
        return ended
    }

    /// Makes a link with which a person sets a password, in place of earlier links.
    ///
    /// - Parameters:
    ///   - id: The person.
    ///   - tokenDigest: The digest of the link's token.
    ///   - lifetime: How long the link works.
    ///   - actor: Who makes the link.
    ///   - address: The address of the request.
    /// - Returns: When it stops working.
    /// - Throws: ``WorkplaceRefusal/unknownPerson(_:)``, ``AccountRefusal/nameTaken``, or the store's own error.
    @discardableResult
    public func invite(
        _ id: PersonID, tokenDigest: [UInt8], for lifetime: Duration = Invitation.lifetime,
        by actor: PersonID, from address: String
    ) async throws -> Timestamp {
        guard let person = try campuses.inForce().person(id), !person.isSuspended else {
            throw WorkplaceRefusal.unknownPerson(id)
        }
        let time = now()
        let invitation = Invitation(person: id, expiresAt: time.advanced(by: lifetime))
        try await store.write { transaction in
            guard try transaction.signInName(of: id) != nil else { throw AccountRefusal.wrongCredentials }
            try transaction.insert(invitation, tokenDigest: tokenDigest)
            try transaction.log(
                SecurityEvent(at: time, .invited, by: .person(actor), to: .person(id), from: address))
        }
        return invitation.expiresAt
    }

    /// Entries of the security log, the latest first.
    ///
    /// - Parameters:
    ///   - number: The entries before this one; `nil` begins with the latest.
    ///   - limit: How many at most.
    /// - Returns: The entries with their numbers.
    /// - Throws: The store's own error.
    public func securityLog(
        before number: Int64?, limit: Int
    ) async throws -> [(number: Int64, event: SecurityEvent)] {
        try await store.read { try $0.securityLog(before: number, limit: limit) }
    }

    /// Puts in force what is stored of people and screens, when another process has changed it.
    public func refresh() async throws {
        let known = campuses.directoryNumber
        let directory = try await store.read { reading -> Directory? in
            try reading.directoryNumber() > known ? try reading.directory() : nil
        }
        if let directory { campuses.put(directory) }
    }

    /// Changes the directory and puts it in force.
    func change<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, directory) = try await store.write { transaction in
            (try body(transaction), try transaction.directory())
        }
        campuses.put(directory)
        return result
    }

    private static func kinds(from person: Person, to entry: Directory.Entry) -> [SecurityEvent.Kind] {
        var kinds: [SecurityEvent.Kind] = []
        if entry.grants != person.grants { kinds.append(.rolesChanged) }
        if entry.isSuspended != person.isSuspended { kinds.append(entry.isSuspended ? .suspended : .resumed) }
        if entry.name != person.name || entry.language != person.language || entry.locale != person.locale {
            kinds.append(.personChanged)
        }
        return kinds
    }

    private static func check(_ grants: Set<RoleGrant>, on campus: Campus) throws(AccountRefusal) {
        for grant in grants {
            guard campus.knows(grant) else { throw .unknownPlace(grant) }
        }
    }
}

extension Campus {
    /// Whether the campus has the place for which a role is given.
    public func knows(_ grant: RoleGrant) -> Bool {
        switch grant.scope {
        case .organisation: true
        case .site(let site): self.site(site) != nil
        case .cafe(let cafe): self.cafe(cafe) != nil
        }
    }
}

extension Directory.Entry {
    /// Whether the person may administer the installation.
    fileprivate var isAdministrator: Bool { !isSuspended && grants.contains(RoleGrant(.administrator)) }
}

extension Set<RoleGrant> {
    /// The grants as one text, in a fixed order.
    var text: String { sorted().map(\.description).joined(separator: " ") }
}

extension WriteTransaction {
    /// Gives a person a sign-in name that nobody else has.
    func take(_ name: SignInName, for person: PersonID) throws {
        if let owner = try account(named: name)?.person, owner != person { throw AccountRefusal.nameTaken }
        try setSignInName(of: person, to: name)
    }

}

extension ReadTransaction {
    /// Refuses to lose the last person who can administer the installation.
    func requireAdministrator(otherThan person: PersonID, on campus: Campus) throws {
        let able = try peopleWithWayIn()
        // Where nobody can administer it, such as in the demo, nothing is lost.
        guard able.contains(person), campus.person(person)?.isAdministrator == true else { return }
        guard able.contains(where: { $0 != person && campus.person($0)?.isAdministrator == true }) else {
            throw AccountRefusal.lastAdministrator
        }
    }
}

extension Person {
    /// Whether the person may administer the installation.
    public var isAdministrator: Bool { !isSuspended && holdsEverywhere(.administrator) }
}
