import Workplace

extension Access<Authenticator.Identity> {
    /// Every session.
    static var signedIn: Self {
        Access(rule: .signedIn) { request, services in
            try await Authenticator(sessions: services.sessions).require(request.http)
        }
    }
}

extension Access<Person> {
    /// Every person.
    static var person: Self { Access(rule: .person, allows: { _ in true }) }

    /// People who order for themselves.
    static var employee: Self { Access(rule: .employee, allows: { $0.roles.contains(.employee) }) }

    /// People who run the installation.
    static var administrator: Self { Access(rule: .administrator, allows: { $0.isAdministrator }) }

    /// People who may read what others changed.
    static var auditor: Self {
        Access(rule: .auditor, allows: { $0.isAdministrator || $0.holdsEverywhere(.auditor) })
    }

    /// People who manage the screens of some café.
    static var screenManager: Self {
        Access(rule: .screenManager, allows: { !$0.roles.isDisjoint(with: [.manager, .facilities, .administrator]) })
    }

    private init(rule: AccessRule, allows: @escaping @Sendable (Person) -> Bool) {
        self.init(rule: rule) { request, services in
            try await SignedInPerson(request, services, allows).person
        }
    }
}

/// A person who is signed in, with the session that the request showed.
struct SignedInPerson: Sendable {
    let person: Person
    let session: Session

    /// Finds the person of a request.
    ///
    /// - Throws: A `Problem` without a session, and `WorkplaceRefusal.forbidden` for a device and a person who is not
    ///   allowed.
    init(
        _ request: APIRequest, _ services: WorkplaceServices, _ allows: @Sendable (Person) -> Bool
    ) async throws {
        let identity = try await Authenticator(sessions: services.sessions).require(request.http)
        guard case .person(let person) = identity.principal, allows(person) else {
            throw WorkplaceRefusal.forbidden
        }
        self.person = person
        session = identity.session
    }
}

extension Access<SignedInPerson> {
    /// Every person, with their session.
    static var personWithSession: Self {
        Access(rule: .person) { try await SignedInPerson($0, $1) { _ in true } }
    }

    /// Every person who showed within ten minutes who they are.
    static var provedPerson: Self { proved(.provedPerson) { _ in true } }

    /// People who run the installation and showed within ten minutes who they are.
    static var provedAdministrator: Self { proved(.provedAdministrator) { $0.isAdministrator } }

    private static func proved(
        _ rule: AccessRule, _ allows: @escaping @Sendable (Person) -> Bool
    ) -> Self {
        Access(rule: rule) { request, services in
            let caller = try await SignedInPerson(request, services, allows)
            guard caller.session.isProved(at: services.now()) else { throw AccountRefusal.proofNeeded }
            return caller
        }
    }
}
