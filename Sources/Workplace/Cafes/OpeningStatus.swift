public import Essentials
public import Ordering

/// What a café's wall clock and opening hours say at an instant, and until when that holds.
public struct OpeningStatus: Hashable, Sendable {
    /// The café's service day.
    public let serviceDay: ServiceDay
    /// Whether the café takes orders.
    public let isOpen: Bool
    /// When it opens next, while it is closed and if it ever does.
    public let opensAt: Timestamp?
    /// When it closes, while it is open and if it ever does.
    public let closesAt: Timestamp?

    private let hours: OpeningHours
    private let zone: Zone
    private let dayBoundaryHour: Int
    private let start: Timestamp
    private let end: Timestamp

    /// Looks at a café's clock.
    ///
    /// - Complexity: a walk through about ten days of the calendar; keep the value while ``holds(for:at:)``.
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

    /// When an order that is placed now can be started at the latest: when the café closes, or its service day ends.
    var lastStart: Timestamp { min(closesAt ?? serviceDay.end, serviceDay.end) }

    /// Tells whether a new look at an instant would find the same.
    public func holds(for cafe: Cafe, at instant: Timestamp) -> Bool {
        start <= instant && instant < end && hours == cafe.openingHours && zone == cafe.zone
            && dayBoundaryHour == cafe.dayBoundaryHour
    }
}
