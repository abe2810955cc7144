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
    static var administrator: Self {
        Access(rule: .administrator, allows: { $0.roles.contains(.administrator) })
    }

    private init(rule: AccessRule, allows: @escaping @Sendable (Person) -> Bool) {
        self.init(
            rule: rule,
            caller: { request, services in
                let identity = try await Authenticator(sessions: services.sessions).require(request.http)
                guard case .person(let person) = identity.principal, allows(person) else {
                    throw WorkplaceRefusal.forbidden
                }
                return person
            })
    }
}
