/// The favourites of one person.
///
/// A favourite stays when its item leaves the menu, so that it is there when the item returns.
public struct Favourites: Hashable, Sendable {
    /// The maximum number of favourites of a person.
    public static let most = 100

    /// The marked items.
    public private(set) var marked: Set<Favourite>

    /// Makes favourites from marked items.
    public init(_ marked: Set<Favourite> = []) { self.marked = marked }

    /// Marks an item.
    ///
    /// - Parameters:
    ///   - favourite: The item.
    ///   - isOffered: Whether the café's menu has it now.
    /// - Returns: `false` when it was marked already.
    /// - Throws: ``FavouriteRefusal``; nothing has changed.
    @discardableResult
    public mutating func mark(_ favourite: Favourite, isOffered: Bool) throws(FavouriteRefusal) -> Bool {
        guard !marked.contains(favourite) else { return false }
        guard isOffered else { throw .notOffered(favourite) }
        guard marked.count < Self.most else { throw .tooMany }
        marked.insert(favourite)
        return true
    }

    /// Unmarks an item, also one that has left the menu.
    ///
    /// - Returns: `false` when it was not marked.
    @discardableResult
    public mutating func unmark(_ favourite: Favourite) -> Bool { marked.remove(favourite) != nil }
}

/// Why an item was not marked; nothing has changed.
public enum FavouriteRefusal: Error, Hashable, Sendable {
    /// The café's menu does not have the item.
    case notOffered(Favourite)
    /// The person has marked ``Favourites/most`` items.
    case tooMany
}
