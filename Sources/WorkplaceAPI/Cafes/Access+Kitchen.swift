import Essentials
import HTTPCore
import Workplace

extension Access<Principal> {
    /// Cooks, expo, managers and kitchen displays; if the path names a café, a display only for its own café.
    static var kitchen: Self {
        Access(
            rule: .kitchen,
            allows: { principal, cafe in
                cafe.map(principal.mayWorkKitchen) ?? principal.worksInKitchen
            })
    }

    /// The kitchen and the status boards of the café in the path.
    static var board: Self {
        Access(
            rule: .board,
            allows: { principal, cafe in cafe.map(principal.maySeeBoard) ?? false })
    }

    private init(rule: AccessRule, allows: @escaping @Sendable (Principal, CafeID?) -> Bool) {
        self.init(
            rule: rule,
            caller: { request, services in
                let authenticator = Authenticator(sessions: services.sessions)
                let principal = try await authenticator.require(request.http).principal
                let cafe = try request.cafeOfPath(on: services.campuses)
                guard allows(principal, cafe) else { throw WorkplaceRefusal.forbidden }
                return principal
            })
    }
}

extension APIRequest {
    /// The café in the path; `nil` when the route has no café.
    ///
    /// - Throws: A `Problem` or `WorkplaceRefusal.unknownCafe` for a café that the campus does not have.
    func cafeOfPath(on campuses: CampusRegistry) throws -> CafeID? {
        guard parameters.value(of: "cafe") != nil else { return nil }
        let id = try cafe()
        guard try campuses.inForce().cafe(id) != nil else { throw WorkplaceRefusal.unknownCafe(id) }
        return id
    }
}
