public import Essentials
import Ordering

/// Marks items and choices of a café as sold out, for a time or until its service day ends.
public struct SoldOutService: Sendable {
    /// The longest time of a mark; an item that is gone for longer should leave the menu.
    public static let longest = Duration.seconds(7 * 86_400)

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let changed: @Sendable () -> Void
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the marks.
    ///   - campuses: The cafés and their clocks.
    ///   - changed: Called after a change, so that the timer that ends marks checks again.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, changed: @escaping @Sendable () -> Void,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.changed = changed
        self.now = now
    }

    /// The marks of a café.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func marks(of cafe: CafeID, for principal: Principal) async throws -> Snapshot<[SoldOutMark]> {
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let time = now()
        return try await store.read { reading in
            Snapshot(
                asOf: try reading.feedBounds().last, time: time,
                content: try reading.soldOutMarks(of: cafe, at: time))
        }
    }

    /// Marks things as sold out, and announces the menu.
    ///
    /// - Parameters:
    ///   - things: The items and choices.
    ///   - cafe: The café.
    ///   - until: When they can be ordered again; `nil` means at the end of the café's service day.
    ///   - principal: The person or display that acts.
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func mark(
        _ things: [SoldOutMark.Thing], of cafe: CafeID, until: Timestamp?, by principal: Principal
    ) async throws {
        let found = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let time = now()
        let end = until ?? found.serviceDay(at: time).end
        try await store.write { transaction in
            for thing in things {
                try transaction.insert(SoldOutMark(thing: thing, until: end), of: cafe, at: time)
            }
            try transaction.announceMenu(of: cafe, items: [], at: time)
        }
        changed()
    }

    /// Takes marks away, and announces the menu.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func unmark(
        _ things: [SoldOutMark.Thing], of cafe: CafeID, by principal: Principal
    ) async throws {
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let time = now()
        try await store.write { transaction in
            for thing in things { try transaction.removeSoldOutMark(of: thing, at: cafe, time: time) }
            try transaction.announceMenu(of: cafe, items: [], at: time)
        }
    }
}
