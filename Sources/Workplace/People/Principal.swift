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
        case .person(let person): person.roles.contains(.cook) || person.roles.contains(.manager)
        case .device(let device): device.role == .kitchen
        }
    }

    /// Whether the principal may work the tickets of a café.
    public func mayWorkKitchen(of cafe: CafeID) -> Bool {
        if case .device(let device) = self, device.cafe != cafe { return false }
        return worksInKitchen
    }

    /// Whether the principal may see the status board of a café.
    public func maySeeBoard(of cafe: CafeID) -> Bool {
        if case .device(let device) = self, device.role == .board, device.cafe == cafe { return true }
        return mayWorkKitchen(of: cafe)
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
}
