public import Essentials
public import Ordering

/// Stores the items that a person marked as favourites.
///
/// Favourites belong to the person, not to a device: a change is announced to all open pages of the person.
public struct FavouriteService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the favourites.
    ///   - campuses: The cafés and their menus.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// A person's favourites, including items that have left the menu.
    ///
    /// - Throws: The store's own error.
    public func favourites(of person: PersonID) async throws -> Favourites {
        try await store.read { try $0.favourites(of: person) }
    }

    /// Adds an item to the favourites; does nothing if it is already a favourite.
    ///
    /// - Returns: The person's favourites after the change.
    /// - Throws: `FavouriteRefusal`, ``WorkplaceRefusal/noCampus``, ``WorkplaceRefusal/unknownCafe(_:)``, or the store's
    ///   own error.
    public func mark(_ favourite: Favourite, of person: PersonID) async throws -> Favourites {
        guard let cafe = try campuses.inForce().cafe(favourite.cafe) else {
            throw WorkplaceRefusal.unknownCafe(favourite.cafe)
        }
        let isOffered = cafe.menu.item(favourite.item) != nil
        let time = now()
        return try await store.write { transaction in
            var favourites = try transaction.favourites(of: person)
            guard try favourites.mark(favourite, isOffered: isOffered) else { return favourites }
            try transaction.insert(favourite, of: person)
            try transaction.announceFavourites(to: person, at: time)
            return favourites
        }
    }

    /// Removes an item from the favourites; does nothing if it is not a favourite.
    ///
    /// - Returns: The person's favourites after the change.
    /// - Throws: The store's own error.
    public func unmark(_ favourite: Favourite, of person: PersonID) async throws -> Favourites {
        let time = now()
        return try await store.write { transaction in
            var favourites = try transaction.favourites(of: person)
            guard favourites.unmark(favourite) else { return favourites }
            try transaction.remove(favourite, of: person)
            try transaction.announceFavourites(to: person, at: try transaction.timeOfWithdrawal(at: time))
            return favourites
        }
    }

    /// Removes all favourites of a person.
    ///
    /// - Throws: The store's own error.
    public func erase(_ person: PersonID) async throws {
        let time = now()
        try await store.write { transaction in
            guard try !transaction.favourites(of: person).marked.isEmpty else { return }
            try transaction.removeFavourites(of: person)
            try transaction.announceFavourites(to: person, at: try transaction.timeOfWithdrawal(at: time))
        }
    }
}
