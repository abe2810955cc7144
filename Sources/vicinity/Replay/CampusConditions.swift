import Beacons
import Conditions
import Essentials
import Formats
import Geodesy
import Workplace

/// What a campus gives to monitor: for each site its ground and its beacons, and each of its spots.
enum CampusConditions {
    /// How far from a site's point its ground goes, in metres; a campus file has no outlines.
    static let groundRadius = 150.0

    static func entries(of campus: Campus) -> [ConditionList.Entry] {
        let uuid = campus.organisation.beaconUUID
        return campus.sites.flatMap { site in
            let beacons = BeaconIdentityCondition(uuid: uuid, major: site.major)
            let spots = site.spots.map { spot in
                ConditionList.Entry(
                    identifier: spot.id.rawValue,
                    condition: .beacon(
                        BeaconIdentityCondition(uuid: uuid, major: site.major, minor: spot.minor)))
            }
            return ground(of: site)
                + [
                    ConditionList.Entry(
                        identifier: "\(site.id.rawValue).beacons", condition: .beacon(beacons))
                ]
                + spots
        }
    }

    private static func ground(of site: Site) -> [ConditionList.Entry] {
        guard let center = Coordinate(latitude: site.point.latitude, longitude: site.point.longitude) else {
            return []
        }
        do throws(ConditionError) {
            let circle = try CircularGeographicCondition(center: center, radius: groundRadius)
            return [
                ConditionList.Entry(identifier: "\(site.id.rawValue).ground", condition: .circular(circle))
            ]
        } catch {
            preconditionFailure("the radius of a ground is refused: \(error)")
        }
    }

    /// The spots by the beacons that mark them.
    static func spots(of campus: Campus) -> [BeaconIdentity: String] {
        let uuid = campus.organisation.beaconUUID
        let spots = campus.sites.flatMap { site in
            site.spots.map { spot in
                (BeaconIdentity(uuid: uuid, major: site.major, minor: spot.minor), spot.id.rawValue)
            }
        }
        return Dictionary(spots) { first, _ in first }
    }
}
