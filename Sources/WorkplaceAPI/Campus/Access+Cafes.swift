import HTTPCore
import Workplace

extension Access<Person> {
    /// Managers and administrators; if the path names a café, only those whose role holds there.
    static var cafeManager: Self {
        Access(rule: .cafeManager) { request, services in
            let person = try await SignedInPerson(request, services, .cafeManager).person
            guard let cafe = try request.cafeOfPath(on: services.campuses) else { return person }
            guard person.mayManage(cafe) else { throw WorkplaceRefusal.forbidden }
            return person
        }
    }

    /// Facilities and administrators; if the path names a site, only those whose role holds there.
    static var siteManager: Self {
        Access(rule: .gatewayManager) { request, services in
            let person = try await SignedInPerson(request, services, .gatewayManager).person
            guard request.parameters.value(of: "site") != nil else { return person }
            let site = try request.site()
            guard try services.campuses.inForce().sites.contains(where: { $0.id == site }) else {
                throw WorkplaceRefusal.unknownSite(site)
            }
            guard person.mayRun(site) else { throw WorkplaceRefusal.forbidden }
            return person
        }
    }
}
