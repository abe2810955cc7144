import Essentials
import Ordering

/// The pickup windows of a café for some hours, kept so that an order does not walk through the calendar.
struct UpcomingWindows: Sendable {
    /// How long the value is used.
    private static let validity: Duration = .seconds(3_600)

    private let all: [PickupWindow]
    private let hours: OpeningHours
    private let zone: Zone
    private let rules: PickupRules?
    private let start: Timestamp
    private let end: Timestamp

    /// Generates the windows from an instant on.
    init(of cafe: Cafe, at instant: Timestamp) {
        start = instant
        end = instant.advanced(by: Self.validity)
        all = cafe.pickupWindows(from: instant, before: end.advanced(by: PickupPlan.horizon))
        hours = cafe.openingHours
        zone = cafe.zone
        rules = cafe.pickup
    }

    /// Whether the windows at an instant are among these.
    func holds(for cafe: Cafe, at instant: Timestamp) -> Bool {
        start <= instant && instant < end && hours == cafe.openingHours && zone == cafe.zone
            && rules == cafe.pickup
    }

    /// The windows that have not ended at an instant and begin within the horizon, in order.
    func windows(at instant: Timestamp) -> [PickupWindow] {
        let horizon = instant.advanced(by: PickupPlan.horizon)
        return all.filter { $0.end > instant && $0.start < horizon }
    }
}
