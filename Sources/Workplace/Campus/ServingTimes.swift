public import Essentials
public import Ordering

/// Which items of a café are served at an instant, by their own hours, and until when that holds.
///
/// Items share a few serving hours ("breakfast", "lunch"), so each of those is computed once.
public struct ServingTimes: Hashable, Sendable {
    /// Whether an item is served, and when that changes.
    public struct Status: Hashable, Sendable {
        /// Whether it is served at the instant.
        public let isServed: Bool
        /// When it is served next, while it is not served; `nil` when that never comes.
        public let servedAt: Timestamp?
        /// Until when it is served, while it is; `nil` when that never ends.
        public let servedUntil: Timestamp?

        /// The status of an item without hours of its own.
        public static let always = Status(isServed: true, servedAt: nil, servedUntil: nil)
    }

    private let statuses: [OpeningHours: Status]
    private let zone: Zone
    private let start: Timestamp
    /// When the first status changes; `nil` when none ever does.
    private let end: Timestamp?

    /// Computes the statuses at an instant.
    ///
    /// - Complexity: Walks through about ten days of the calendar for each of the menu's serving hours; reuse the value
    ///   while ``holds(for:at:)`` is true.
    public init(of cafe: Cafe, at instant: Timestamp) {
        var statuses: [OpeningHours: Status] = [:]
        for hours in cafe.menu.servingHours {
            let change = hours.nextChange(after: instant, in: cafe.zone)
            statuses[hours] =
                switch change {
                case .opens(let time): Status(isServed: false, servedAt: time, servedUntil: nil)
                case .closes(let time): Status(isServed: true, servedAt: nil, servedUntil: time)
                case nil:
                    Status(
                        isServed: hours.isOpen(at: instant, in: cafe.zone), servedAt: nil, servedUntil: nil)
                }
        }
        self.statuses = statuses
        zone = cafe.zone
        start = instant
        end = statuses.values.compactMap { $0.servedAt ?? $0.servedUntil }.min()
    }

    /// The status of an item of the café's menu.
    public func status(of item: MenuItem) -> Status {
        item.servingHours.flatMap { statuses[$0] } ?? .always
    }

    /// Whether the statuses at an instant would be the same.
    public func holds(for cafe: Cafe, at instant: Timestamp) -> Bool {
        guard start <= instant, zone == cafe.zone, Set(statuses.keys) == cafe.menu.servingHours else {
            return false
        }
        return end.map { instant < $0 } ?? true
    }
}
