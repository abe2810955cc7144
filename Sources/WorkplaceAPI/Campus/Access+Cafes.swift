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
}
