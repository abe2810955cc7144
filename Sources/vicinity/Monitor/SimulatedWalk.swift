import Beacons
import Geodesy
import Monitoring
import Observations
import Workplace

/// A simulated walk on a campus: to the first site, past its spots in the order of the file, and away again.
enum SimulatedWalk {
    /// How far apart the spots are put, in degrees of latitude: about 60 metres.
    ///
    /// A campus file has the position of a site, but not the positions of its spots.
    private static let step = 0.000_54
    /// Where the walk begins and ends: about 600 metres away.
    private static let away = -0.005_4
    private static let stay = Duration.seconds(300)
    private static let way = Duration.seconds(60)

    /// The walk of a seed, from 08:00 of a day in 2026.
    static func past(_ campus: Campus, seed: UInt64) throws -> SimulatedSurroundings {
        guard let site = campus.sites.first else { throw CommandFailure("The campus has no site.") }
        let uuid = campus.organisation.beaconUUID
        let places = site.spots.indices.map { place(of: site, offset: step * Double($0)) }
        guard let outside = place(of: site, offset: away) else {
            throw CommandFailure("The site lies too near a pole to be simulated.")
        }
        var time = ObservationTime(microseconds: 1_795_161_600_000_000)
        var walk = SimulatedSurroundings(seed: seed, from: time, until: time)
        walk.path = [.init(time, at: outside)]
        for (spot, place) in zip(site.spots, places) {
            guard let place else { continue }
            let identity = BeaconIdentity(uuid: uuid, major: site.major, minor: spot.minor)
            walk.beacons.append(SimulatedSurroundings.Beacon(identity, at: place))
            time = time.advanced(by: way)
            walk.path.append(.init(time, at: place))
            time = time.advanced(by: stay)
            walk.path.append(.init(time, at: place))
        }
        time = time.advanced(by: way * 2)
        walk.path.append(.init(time, at: outside))
        walk.end = time.advanced(by: stay)
        return walk
    }

    private static func place(of site: Site, offset: Double) -> Coordinate? {
        Coordinate(latitude: site.point.latitude + offset, longitude: site.point.longitude)
    }
}
