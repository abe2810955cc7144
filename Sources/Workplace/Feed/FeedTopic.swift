public import Essentials

/// A part of the change feed with its own readers.
public enum FeedTopic: Hashable, Sendable {
    /// Tickets of a café.
    case kitchen(CafeID)
    /// Numbers and states for a café's status board.
    case board(CafeID)
    /// Availability of a café's items.
    case menu(CafeID)
    /// Orders, reminders and presence of one person, and changes of their favourites or tips.
    case person(PersonID)

    /// The stable text of the topic, such as `cafe/main-cafe/kitchen`.
    public var text: String {
        switch self {
        case .kitchen(let cafe): "cafe/\(cafe.rawValue)/kitchen"
        case .board(let cafe): "cafe/\(cafe.rawValue)/board"
        case .menu(let cafe): "cafe/\(cafe.rawValue)/menu"
        case .person(let person): "person/\(person.rawValue)"
        }
    }

    /// Reads the text of a topic; `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("person", 2):
            guard let person = PersonID(parts[1]) else { return nil }
            self = .person(person)
        case ("cafe", 3):
            guard let cafe = CafeID(parts[1]) else { return nil }
            switch parts[2] {
            case "kitchen": self = .kitchen(cafe)
            case "board": self = .board(cafe)
            case "menu": self = .menu(cafe)
            default: return nil
            }
        default: return nil
        }
    }
}
