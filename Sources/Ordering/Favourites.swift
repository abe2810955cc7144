/// What one person has marked, and what they may mark.
///
/// A mark stays when its item leaves the menu, so that it is there again when the item is.
public struct Favourites: Hashable, Sendable {
    /// The most that a person marks: with more, what stands first would be a menu again.
    public static let most = 100

    /// What is marked.
    public private(set) var marked: Set<Favourite>

    /// Makes them of what is marked.
    public init(_ marked: Set<Favourite> = []) { self.marked = marked }

    /// Marks an item.
    ///
    /// - Parameters:
    ///   - favourite: The item.
    ///   - isOffered: Whether the café's menu has it now.
    /// - Returns: Whether something has changed; not when it was marked already.
    /// - Throws: ``FavouriteRefusal``, and nothing has changed then.
    @discardableResult
    public mutating func mark(_ favourite: Favourite, isOffered: Bool) throws(FavouriteRefusal) -> Bool {
        guard !marked.contains(favourite) else { return false }
        guard isOffered else { throw .notOffered(favourite) }
        guard marked.count < Self.most else { throw .tooMany }
        marked.insert(favourite)
        return true
    }

    /// Takes a mark away, also of an item that is on no menu any more.
    ///
    /// - Returns: Whether something has changed; not when it was not marked.
    @discardableResult
    public mutating func unmark(_ favourite: Favourite) -> Bool { marked.remove(favourite) != nil }
}

/// Why an item was not marked; nothing has changed then.
public enum FavouriteRefusal: Error, Hashable, Sendable {
    /// The café's menu does not have the item.
    case notOffered(Favourite)
    /// The person has marked ``Favourites/most`` items.
    case tooMany
}
