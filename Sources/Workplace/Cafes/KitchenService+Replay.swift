public import Essentials
import Kitchen

extension KitchenService {
    /// How far back a replay reaches.
    public static let replayReach = Duration.seconds(24 * 3_600)

    /// What the screens of a kitchen showed at an instant of the last 24 hours.
    ///
    /// - Parameters:
    ///   - cafe: The café.
    ///   - instant: The instant; `nil` for the present.
    ///   - principal: The person or display that asks.
    /// - Returns: What the screens showed; `nil` for an instant in the future or before the first one that can be replayed.
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func replay(
        of cafe: CafeID, at instant: Timestamp?, for principal: Principal
    ) async throws -> KitchenReplay? {
        let found = try check(principal.mayWorkKitchen(of: cafe), cafe)
        let time = now()
        let instant = instant ?? time
        let day = campuses.openingStatus(of: found, at: instant).serviceDay
        return try await store.read { reading in
            let reach = time.advanced(by: .zero - Self.replayReach)
            let first = max(reach, try reading.ticketRecordBegin() ?? reach)
            guard first <= instant, instant <= time else { return nil }
            let tickets = try reading.tickets(of: cafe, asOf: instant, day: day.date)
            let open = tickets.filter { $0.stage != .cancelled }
            return KitchenReplay(
                first: first, now: time, instant: instant,
                queue: KitchenQueue(
                    tickets: tickets.filter {
                        $0.stage != .ready || $0.isOfPresent(at: instant, today: day.date)
                    }.sorted { ($0.releasedAt, $0.order.rawValue) < ($1.releasedAt, $1.order.rawValue) },
                    coming: try reading.waitingOrderCount(of: cafe, asOf: instant), day: day),
                board: open.filter { $0.isOfPresent(at: instant, today: day.date) }
                    .sorted { ($0.entersLineAt, $0.order.rawValue) < ($1.entersLineAt, $1.order.rawValue) }
                    .compactMap { BoardEntry($0, at: instant) })
        }
    }
}

/// What the screens of a kitchen showed at an instant.
public struct KitchenReplay: Sendable {
    /// The first instant that can be replayed.
    public let first: Timestamp
    /// The present, which is the last instant that can be replayed.
    public let now: Timestamp
    /// The replayed instant.
    public let instant: Timestamp
    /// What the kitchen's screens showed.
    public let queue: KitchenQueue
    /// What the board showed.
    public let board: [BoardEntry]
}
