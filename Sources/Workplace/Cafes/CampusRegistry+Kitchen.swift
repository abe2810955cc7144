import Essentials
import Ordering

extension CampusRegistry {
    /// Returns a café of the campus in force, if a person or a display may work in its kitchen.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus``, ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    func cafe(_ id: CafeID, forKitchenWorkOf principal: Principal) throws(WorkplaceRefusal) -> Cafe {
        guard let cafe = try inForce().cafe(id) else { throw .unknownCafe(id) }
        guard principal.mayWorkKitchen(of: id) else { throw .forbidden }
        return cafe
    }
}
