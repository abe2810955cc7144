public import Essentials

extension Cafe {
    /// Tells whether an item can be picked up at an instant, by its own hours (C16).
    ///
    /// Does not consider the café's opening hours.
    public func serves(_ item: MenuItem, at pickup: Timestamp) -> Bool {
        item.servingHours?.isOpen(at: pickup, in: zone) ?? true
    }

    /// When an item that is not served at an instant is served next; `nil` when it never is.
    public func nextServing(of item: MenuItem, after instant: Timestamp) -> Timestamp? {
        guard case .opens(let start) = item.servingHours?.nextChange(after: instant, in: zone) else {
            return nil
        }
        return start
    }

    /// The first instant at which an item of a basket is no longer served; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - basket: The basket; items that are not on the menu are ignored.
    ///   - instant: An instant at which all are served.
    /// - Returns: The earliest end of their serving hours.
    public func servingEnd(of basket: Basket, after instant: Timestamp) -> Timestamp? {
        basket.lines.compactMap { line -> Timestamp? in
            guard let hours = menu.item(line.item)?.servingHours,
                case .closes(let end) = hours.nextChange(after: instant, in: zone)
            else { return nil }
            return end
        }.min()
    }
}

extension Cafe {
    /// Checks that items are served when their order is picked up, not when it is placed (C16).
    ///
    /// Items that are not on the menu are ignored.
    ///
    /// - Parameters:
    ///   - items: The items of the order.
    ///   - pickup: When the order is picked up.
    /// - Throws: ``OrderRefusal/notServed(_:)`` with the items, each once, in the order of the lines.
    public func checkServed(_ items: [ItemID], at pickup: Timestamp) throws(OrderRefusal) {
        var missing: [ItemID] = []
        for id in items {
            guard let item = menu.item(id), !missing.contains(id) else { continue }
            if !serves(item, at: pickup) { missing.append(id) }
        }
        guard missing.isEmpty else { throw .notServed(missing) }
    }
}
