import Authorization
import Beacons
import Foundation
import Geodesy
import LocationCompatibility
import Monitoring
import Observations
import WorkplaceClient

/// A walk of the last minutes, to an entrance or away from it.
actor SimulatedWalk {
    enum Direction: String {
        case arrive
        case leave
    }

    private static let entrance = Coordinate(latitude: 52.5, longitude: 13.4)
    private static let away = Coordinate(latitude: 52.51, longitude: 13.4)

    private let direction: Direction
    private let surroundings: Surroundings
    private var hasBegun = false

    /// Installs simulated surroundings, whose monitors are stored in a folder.
    init(_ direction: Direction, in folder: String) async {
        self.direction = direction
        surroundings = await Surroundings(
            in: folder, from: Self.time(-300),
            usage: UsageDescriptions(
                whenInUse: "To remind you at the door.",
                always: "To remind you at the door, also in your pocket."),
            recalling: AuthorizationMemory(decision: AuthorizationDecision(.always)))
        Surroundings.use(surroundings)
    }

    /// Takes the walk, the first time.
    func begin(past spots: [MonitoredSpot]) async {
        guard !hasBegun, let walk = walk(past: spots) else { return }
        hasBegun = true
        await surroundings.whenRead()
        await surroundings.play(walk)
    }

    private func walk(past spots: [MonitoredSpot]) -> SimulatedSurroundings? {
        guard let door = spots.first(where: { $0.cafe == nil }), let uuid = ProximityUUID(door.uuid),
            let entrance = Self.entrance
        else {
            print("The campus has no entrance.")
            return nil
        }
        // A departure follows an arrival, also when this is started twice within a minute.
        let stops: [(seconds: Int, place: Coordinate?)] =
            switch direction {
            case .arrive: [(-300, Self.away), (-240, entrance), (-180, entrance)]
            case .leave: [(-120, entrance), (-90, Self.away), (0, Self.away)]
            }
        var walk = SimulatedSurroundings(
            seed: 1, from: Self.time(stops[0].seconds), until: Self.time(stops[2].seconds))
        walk.path = stops.compactMap { stop in
            stop.place.map { .init(Self.time(stop.seconds), at: $0) }
        }
        walk.beacons = [
            .init(BeaconIdentity(uuid: uuid, major: door.major, minor: door.minor), at: entrance)
        ]
        walk.fixInterval = nil
        walk.signalError = 0
        return walk
    }

    private static func time(_ seconds: Int) -> ObservationTime {
        ObservationTime(
            microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000) + Int64(seconds) * 1_000_000)
    }
}
