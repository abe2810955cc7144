public import Essentials

/// The authenticated sender of a request.
public enum Principal: Hashable, Sendable {
    /// A person who signed in.
    case person(Person)
    /// A screen that signed in by itself.
    case device(Device)

    /// Whether the principal works the tickets of some café.
    public var worksInKitchen: Bool {
        switch self {
        case .person(let person): !person.roles.isDisjoint(with: Self.kitchenRoles)
        case .device(let device): device.role == .kitchen
        }
    }

    /// Whether the principal may work the tickets of a café.
    public func mayWorkKitchen(of cafe: CafeID) -> Bool {
        switch self {
        case .person(let person): Self.kitchenRoles.contains { person.holds($0, at: cafe) }
        case .device(let device): device.role == .kitchen && device.cafe == cafe
        }
    }

    /// Whether the principal may put a ticket of a café before the others: who works at the pass, where a shared display may stand.
    public func mayPrioritise(at cafe: CafeID) -> Bool {
        switch self {
        case .person(let person): person.holds(.expo, at: cafe) || person.holds(.manager, at: cafe)
        case .device: mayWorkKitchen(of: cafe)
        }
    }

    /// Whether the principal may see the status board of a café.
    public func maySeeBoard(of cafe: CafeID) -> Bool {
        switch self {
        case .person: mayWorkKitchen(of: cafe)
        case .device(let device): [.kitchen, .board].contains(device.role) && device.cafe == cafe
        }
    }

    /// Whether the principal may pair and unpair the screens of a café, or of an entrance.
    public func mayManageScreens(of place: ScreenPlace, on campus: Campus) -> Bool {
        guard case .person(let person) = self else { return false }
        switch place {
        case .cafe(let cafe):
            return person.holds(.manager, at: cafe) || person.holds(.facilities, at: cafe)
                || person.holds(.administrator, at: cafe)
        case .entrance(let spot):
            guard let site = campus.entrance(spot)?.site.id else { return person.isAdministrator }
            return person.holds(.facilities, atSite: site) || person.holds(.administrator, atSite: site)
        }
    }

    /// Whether the principal may pair and revoke a gateway: one of a café also with a role for that café alone.
    public func mayManage(_ gateway: Gateway, on campus: Campus) -> Bool {
        guard case .person(let person) = self, let site = campus.site(of: gateway.id) else { return false }
        let cafe = campus.spot(gateway.spot)?.cafe
        return [.facilities, .administrator].contains { role in
            cafe.map { person.holds(role, at: $0) } ?? person.holds(role, atSite: site.id)
        }
    }

    /// Whether the principal may follow a topic of the feed.
    public func mayFollow(_ topic: FeedTopic) -> Bool {
        switch topic {
        case .kitchen(let cafe): mayWorkKitchen(of: cafe)
        case .board(let cafe): maySeeBoard(of: cafe)
        case .menu: true
        case .person(let owner):
            if case .person(let person) = self { person.id == owner } else { false }
        }
    }

    private static let kitchenRoles: Set<Role> = [.cook, .expo, .manager]
}
