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
    static var person: Self { Access(rule: .person) }

    /// People who order for themselves.
    static var employee: Self { Access(rule: .employee) }

    /// People who run the installation.
    static var administrator: Self { Access(rule: .administrator) }

    /// People who may read what others changed.
    static var auditor: Self { Access(rule: .auditor) }

    /// People who may see and correct everybody's meal accounts.
    static var finance: Self { Access(rule: .finance) }

    /// People who approve corrections of punches at some site.
    static var approver: Self { Access(rule: .approver) }

    /// People who see the attendance of others at some site.
    static var attendance: Self { Access(rule: .attendance) }

    /// People who may return money at some café.
    static var refunds: Self { Access(rule: .refunds) }

    /// People who manage the screens of some café.
    static var screenManager: Self { Access(rule: .screenManager) }

    /// People who run the gateways of some site.
    static var gatewayManager: Self { Access(rule: .gatewayManager) }

    /// People who hand out badges in the whole organisation.
    static var wearableManager: Self { Access(rule: .wearableManager) }

    private init(rule: AccessRule) {
        self.init(rule: rule) { request, services in
            try await SignedInPerson(request, services, rule).person
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
        _ request: APIRequest, _ services: WorkplaceServices, _ rule: AccessRule
    ) async throws {
        let identity = try await Authenticator(sessions: services.sessions).require(request.http)
        guard case .person(let person) = identity.principal, rule.allows(person) else {
            throw WorkplaceRefusal.forbidden
        }
        self.person = person
        session = identity.session
    }
}

extension Access<SignedInPerson> {
    /// Every person, with their session.
    static var personWithSession: Self { signedIn(.person) }

    /// Every person who showed within ten minutes who they are.
    static var provedPerson: Self { signedIn(.provedPerson) }

    /// People who run the installation and showed within ten minutes who they are.
    static var provedAdministrator: Self { signedIn(.provedAdministrator) }

    private static func signedIn(_ rule: AccessRule) -> Self {
        Access(rule: rule) { request, services in
            let caller = try await SignedInPerson(request, services, rule)
            guard !rule.needsProof || caller.session.isProved(at: services.now()) else {
                throw AccountRefusal.proofNeeded
            }
            return caller
        }
    }
}

extension AccessRule {
    /// The roles that a rule lets in; `docs/roles.md` lists them for each request.
    var roles: Set<Role> {
        switch self {
        case .anyone, .signedIn: Set(Role.allCases)
        case .person, .provedPerson: Set(Role.ofPeople)
        case .employee: [.employee]
        case .administrator, .provedAdministrator: [.administrator]
        case .auditor: [.auditor, .administrator]
        case .screenManager: [.manager, .facilities, .administrator]
        case .cafeManager: [.manager, .administrator]
        case .gatewayManager, .wearableManager: [.facilities, .administrator]
        case .refunds: [.manager, .finance]
        case .finance: [.finance]
        case .approver: [.approver]
        case .attendance: [.approver, .hr]
        case .kitchen: [.cook, .expo, .manager, .kitchen]
        case .board: [.cook, .expo, .manager, .kitchen, .board]
        case .kiosk: [.kiosk]
        case .entrance: [.entrance]
        case .gateway, .setUpLink: []
        }
    }

    /// Whether a role for one site or café is not enough.
    var needsRoleEverywhere: Bool {
        switch self {
        case .administrator, .provedAdministrator, .auditor, .wearableManager, .finance: true
        default: false
        }
    }

    /// Whether a person may use a route; where the role holds for one café only, the handler checks which.
    func allows(_ person: Person) -> Bool {
        switch self {
        // Somebody without a role sees their own data all the same.
        case .anyone, .signedIn, .person, .provedPerson: true
        case .administrator, .provedAdministrator: person.isAdministrator
        case .auditor: person.isAdministrator || person.holdsEverywhere(.auditor)
        case .finance: person.holdsEverywhere(.finance)
        case .wearableManager: person.isAdministrator || person.holdsEverywhere(.facilities)
        default: !person.roles.isDisjoint(with: roles)
        }
    }
}
