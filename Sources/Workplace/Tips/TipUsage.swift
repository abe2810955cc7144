import TipRules

/// Counts of a person's actions at the workplace, for rules of tips; they come from data that is already
/// stored.
public struct TipUsage: Hashable, Sendable {
    /// The largest count.
    public static let most = 1_000
    /// How many of the last orders count for cafés and waiting.
    public static let lastOrders = 200
    /// How many of the last orders count for items.
    ///
    /// Baskets are long, and items that a person orders again and again are among the last orders.
    public static let lastBaskets = 20

    /// How many orders the person has placed.
    public let orders: Int
    /// How many of the last orders waited for the person.
    public let waitingOrders: Int
    /// The number of cafés in the last orders.
    public let cafes: Int
    /// How many of the last ``lastBaskets`` had the most frequent item of a café.
    public let sameItemOrders: Int
    /// How many items the person has marked as favourites.
    public let favourites: Int
    /// How often the person has clocked in or out.
    public let punches: Int

    /// Makes the counts.
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

/// A fact about a person that the server knows without a device: a parameter of the source `workplace`.
///
/// The raw value is its name in catalogues.
public enum TipFact: String, Hashable, Sendable, CaseIterable {
    /// How many orders the person has placed.
    case orders
    /// How many of the last orders waited for the person.
    case waitingOrders
    /// The number of cafés in the last orders.
    case cafes
    /// How many of the last ``TipUsage/lastBaskets`` had the most frequent item of a café.
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
