import Beacons
import Foundation
import Geodesy
import Monitoring
import Observations

/// A simulated lunch: in at the door, past the dining room to the coffee bar beside it, and out again.
enum SimulatedLunch {
    /// 2026-03-02, 16:00 UTC.
    private static let first = ObservationTime(microseconds: 1_772_467_200_000_000)

    /// When the lunch of a day begins.
    static func start(day: Int) -> ObservationTime { first.advanced(by: .seconds(86_400 * day)) }

    /// What the person's device senses on a day.
    static func walk(day: Int) -> SimulatedSurroundings {
        let start = start(day: day)
        let stops: [(minute: Int, place: Coordinate?)] = [
            (0, street), (1, street), (4, dining), (6, dining), (7, coffee), (9, coffee), (12, street),
            (14, street),
        ]
        let path = stops.compactMap { stop in
            stop.place.map {
                SimulatedSurroundings.Waypoint(start.advanced(by: .seconds(60 * stop.minute)), at: $0)
            }
        }
        var walk = SimulatedSurroundings(seed: 1, from: start, until: path.last?.time ?? start)
        walk.path = path
        walk.beacons = zip(Cafe.all, [dining, coffee]).compactMap { beacon(of: $0, at: $1) }
        walk.fixInterval = nil
        walk.signalError = 0
        walk.sensitivity = -90
        return walk
    }

    private static func beacon(of cafe: Cafe, at place: Coordinate?) -> SimulatedSurroundings.Beacon? {
        guard let place, let uuid = ProximityUUID(Cafe.uuid.uuidString) else { return nil }
        return SimulatedSurroundings.Beacon(
            BeaconIdentity(uuid: uuid, major: Cafe.site, minor: cafe.spot), at: place)
    }

    private static let street = Coordinate(latitude: 43.6500, longitude: -79.3800)
    private static let dining = Coordinate(latitude: 43.6520, longitude: -79.3800)
    private static let coffee = Coordinate(latitude: 43.6520, longitude: -79.3798)
}
