import Essentials
import Kitchen
public import Ordering

// When orders can be ready.
extension OrderService {
    /// When an order that is placed now would be ready.
    ///
    /// - Parameters:
    ///   - lines: What would be made.
    ///   - cafe: The café.
    ///   - timetable: The café's pickup windows for the lines; `nil` for a café without windows.
    /// - Returns: `nil` where nothing can be made, while the café is closed, and for an order whose first window has not begun: it is
    ///   made for that window.
    /// - Throws: The store's own error.
    public func readyOutlook(
        for lines: [OrderLine], at cafe: Cafe, in timetable: PickupService.Timetable?
    ) async throws -> ReadyOutlook? {
        let time = now()
        guard !lines.isEmpty, campuses.openingStatus(of: cafe, at: time).isOpen else { return nil }
        if cafe.pickup != nil {
            guard let booking = timetable?.soonest,
                OrderPickup(booking, of: lines, at: time).entersLineAt <= time
            else { return nil }
        }
        let work = lines.map { StationWork($0) }
        return try await store.read { try quotes.quote(for: work, at: cafe.id, in: $0, time: time) }
    }

    /// When each of some orders is ready, as the kitchen stands; `nil` for an order that nobody has to make now.
    ///
    /// - Throws: The store's own error.
    public func readyOutlooks(
        of details: some Collection<OrderDetail> & Sendable
    ) async throws -> [ReadyOutlook?] {
        let time = now()
        guard details.contains(where: { $0.order.isMade }) else { return details.map { _ in nil } }
        return try await store.read { reading in
            try details.map { detail in
                guard detail.order.isMade else { return nil }
                return try quotes.outlook(of: detail.ticket, at: detail.order.cafe, in: reading, time: time)
            }
        }
    }
}

extension Order {
    fileprivate var isMade: Bool { stage == .accepted || stage == .preparing }
}
