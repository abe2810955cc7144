public import Essentials
public import Ordering

/// Whether a café is open at an instant, its service day, and until when both hold.
public struct OpeningStatus: Hashable, Sendable {
    /// The café's service day.
    public let serviceDay: ServiceDay
    /// Whether the café takes orders.
    public let isOpen: Bool
    /// When it opens next; `nil` while it is open, or if it never opens.
    public let opensAt: Timestamp?
    /// When it closes; `nil` while it is closed, or if it never closes.
    public let closesAt: Timestamp?

    private let hours: OpeningHours
    private let zone: Zone
    private let dayBoundaryHour: Int
    private let start: Timestamp
    private let end: Timestamp

    /// Computes the status of a café at an instant.
    ///
    /// - Complexity: Walks through about ten days of the calendar; reuse the value while ``holds(for:at:)`` is true.
    public init(of cafe: Cafe, at instant: Timestamp) {
        serviceDay = ServiceDay(at: instant, in: cafe.zone, startingAtHour: cafe.dayBoundaryHour)
        isOpen = cafe.openingHours.isOpen(at: instant, in: cafe.zone)
        switch cafe.openingHours.nextChange(after: instant, in: cafe.zone) {
        case .opens(let time): (opensAt, closesAt) = (time, nil)
        case .closes(let time): (opensAt, closesAt) = (nil, time)
        case nil: (opensAt, closesAt) = (nil, nil)
        }
        hours = cafe.openingHours
        zone = cafe.zone
        dayBoundaryHour = cafe.dayBoundaryHour
        start = instant
        end = min(serviceDay.end, opensAt ?? closesAt ?? serviceDay.end)
    }

    /// The latest start of an order that is placed now: when the café closes or its service day ends.
    var lastStart: Timestamp { min(closesAt ?? serviceDay.end, serviceDay.end) }

    /// Whether the status at an instant would be the same.
    public func holds(for cafe: Cafe, at instant: Timestamp) -> Bool {
        start <= instant && instant < end && hours == cafe.openingHours && zone == cafe.zone
            && dayBoundaryHour == cafe.dayBoundaryHour
    }
}
