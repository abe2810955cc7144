public import Essentials

/// An item of one café's menu that a person marked.
///
/// The café is part of it, because another café may use the same identifier for a different dish.
public struct Favourite: Hashable, Sendable {
    /// The café.
    public let cafe: CafeID
    /// The item of its menu.
    public let item: ItemID

    /// Names an item of a café's menu.
    public init(cafe: CafeID, item: ItemID) {
        self.cafe = cafe
        self.item = item
    }
}

extension Favourite: Comparable {
    /// Orders favourites by café and item.
    public static func < (left: Favourite, right: Favourite) -> Bool {
        (left.cafe, left.item) < (right.cafe, right.item)
    }
}
