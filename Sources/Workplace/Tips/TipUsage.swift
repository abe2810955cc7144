import TipRules

/// What a person has done at the workplace as far as rules of tips ask for it, counted from what is kept anyway.
public struct TipUsage: Hashable, Sendable {
    /// The largest number that is counted to.
    public static let most = 1_000
    /// Of how many orders, the last ones, it is looked at which cafés, and whether they waited.
    public static let lastOrders = 200
    /// Of how many orders, the last ones, it is looked at which items: baskets are long, and what somebody orders again and
    /// again is among the last.
    public static let lastBaskets = 20

    /// How many orders the person has placed.
    public let orders: Int
    /// How many of the last ones waited for the person.
    public let waitingOrders: Int
    /// At how many cafés the last ones were.
    public let cafes: Int
    /// How many of the last ``lastBaskets`` had the same item of a café, of the one that most of them had.
    public let sameItemOrders: Int
    /// How many items the person has marked as favourites.
    public let favourites: Int
    /// How often the person has clocked in or out.
    public let punches: Int

    /// Makes it of its counts.
    public init(
        orders: Int, waitingOrders: Int, cafes: Int, sameItemOrders: Int, favourites: Int, punches: Int
    ) {
        self.orders = orders
        self.waitingOrders = waitingOrders
        self.cafes = cafes
        self.sameItemOrders = sameItemOrders
        self.favourites = favourites
        self.punches = punches
    }
}

/// Something that the workplace knows of a person without asking a device: parameters of the source `workplace`.
///
/// Raw values are their names in catalogues.
public enum TipFact: String, Hashable, Sendable, CaseIterable {
    /// How many orders the person has placed.
    case orders
    /// How many of the last ones waited for the person.
    case waitingOrders
    /// At how many cafés the last ones were.
    case cafes
    /// How many of the last ``TipUsage/lastBaskets`` had the same item of a café, of the one that most of them had.
    case sameItemOrders
    /// How many items the person has marked as favourites.
    case favourites
    /// How often the person has clocked in or out.
    case punches
    /// Whether the person's page follows them.
    case isFollowed
    /// Whether the person is reminded at the door.
    case isReminded
}

extension TipFact {
    /// The fact's value for a person.
    func value(_ usage: TipUsage, isFollowed: Bool, isReminded: Bool) -> RuleValue {
        switch self {
        case .orders: .integer(Int64(usage.orders))
        case .waitingOrders: .integer(Int64(usage.waitingOrders))
        case .cafes: .integer(Int64(usage.cafes))
        case .sameItemOrders: .integer(Int64(usage.sameItemOrders))
        case .favourites: .integer(Int64(usage.favourites))
        case .punches: .integer(Int64(usage.punches))
        case .isFollowed: .boolean(isFollowed)
        case .isReminded: .boolean(isReminded)
        }
    }
}
