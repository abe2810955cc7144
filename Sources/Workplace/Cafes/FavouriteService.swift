public import Essentials
public import Ordering

/// Keeps which items of menus a person wants to find first.
///
/// They are the person's, not a device's: all of the person's open pages are told when they change.
public struct FavouriteService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where they are kept.
    ///   - campuses: The cafés and their menus.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// What a person has marked, also what is on no menu any more.
    ///
    /// - Throws: The store's own error.
    public func favourites(of person: PersonID) async throws -> Favourites {
        try await store.read { try $0.favourites(of: person) }
    }

    /// Marks an item; nothing changes when it is marked already.
    ///
    /// - Returns: What the person has marked then.
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

    /// Takes a mark away; nothing changes when there is none.
    ///
    /// - Returns: What the person has marked then.
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

    /// Takes all marks of a person away.
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
