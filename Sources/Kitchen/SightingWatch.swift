public import Essentials
import Ordering

/// Decides which stations have not seen a ticket that they should make.
///
/// A screen of a station acknowledges each ticket that it shows. Only stations whose screens were at work lately are watched: a
/// kitchen that works from paper has none.
public struct SightingWatch: Sendable {
    /// How long after a ticket has entered the line its stations must have seen it.
    public static let limit = Duration.seconds(15)
    /// How long a station is watched after a screen of it was last at work.
    public static let memory = Duration.seconds(7 * 86_400)

    private let watched: Set<StationID>

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - screens: When a screen of each station was last at work.
    ///   - now: The present time.
    public init(screens: [StationID: Timestamp], at now: Timestamp) {
        watched = Set(screens.filter { $0.value >= now.advanced(by: Self.memory * -1) }.keys)
    }

    /// Whether no station is watched.
    public var isEmpty: Bool { watched.isEmpty }

    /// The stations that have open lines of a ticket and have not seen it in time, in the order of its lines.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - seen: The stations that have acknowledged it.
    ///   - now: The present time.
    /// - Returns: The stations; none while there is time left.
    public func unseen(_ ticket: QueuedTicket, by seen: Set<StationID>, at now: Timestamp) -> [StationID] {
        guard ticket.releasedAt.advanced(by: Self.limit) <= now else { return [] }
        var stations: [StationID] = []
        for station in ticket.work.map(\.station)
        where watched.contains(station) && !seen.contains(station) && !stations.contains(station) {
            stations.append(station)
        }
        return stations
    }
}
