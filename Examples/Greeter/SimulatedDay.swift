import Beacons
import Foundation
import Geodesy
import Monitoring
import Observations

/// A simulated day of the person: in the morning to the harbour and its cafeteria, in the evening home.
enum SimulatedDay {
    /// 2026-03-02, 08:00 UTC.
    static let morning = ObservationTime(microseconds: 1_772_438_400_000_000)
    static let evening = morning.advanced(by: .seconds(9 * 3_600))

    /// What the person's device senses until it is switched off at the coffee station, or on the way home.
    ///
    /// - Parameter isMorning: The first half of the day, or the second.
    /// - Returns: The observations of that half.
    static func half(isMorning: Bool) -> SimulatedSurroundings {
        isMorning
            ? walk(
                from: morning, by: [(0, home), (30, cafeteria), (35, cafeteria), (37, coffee), (40, coffee)])
            : walk(from: evening, by: [(0, coffee), (1, coffee), (4, gate), (40, home)])
    }

    private static func walk(
        from start: ObservationTime, by stops: [(minute: Int, place: Coordinate?)]
    ) -> SimulatedSurroundings {
        let path = stops.compactMap { stop in
            stop.place.map {
                SimulatedSurroundings.Waypoint(start.advanced(by: .seconds(60 * stop.minute)), at: $0)
            }
        }
        var day = SimulatedSurroundings(seed: 1, from: start, until: path.last?.time ?? start)
        day.path = path
        day.beacons = [(Harbour.mainRoom, cafeteria), (Harbour.coffeeStation, coffee)].compactMap {
            beacon(at: $0)
        }
        day.beat = .seconds(2)
        // Walls keep the signals within the building.
        day.sensitivity = -85
        day.signalError = 0
        return day
    }

    private static func beacon(at spot: (minor: UInt16, place: Coordinate?)) -> SimulatedSurroundings.Beacon?
    {
        guard let place = spot.place, let uuid = ProximityUUID(Harbour.uuid.uuidString) else { return nil }
        return SimulatedSurroundings.Beacon(
            BeaconIdentity(uuid: uuid, major: Harbour.site, minor: spot.minor), at: place)
    }

    private static let home = Coordinate(latitude: 53.5600, longitude: 9.9500)
    private static let gate = Coordinate(latitude: 53.5430, longitude: 9.9780)
    private static let cafeteria = Coordinate(latitude: 53.5428, longitude: 9.9790)
    private static let coffee = Coordinate(latitude: 53.5428, longitude: 9.9794)
}
