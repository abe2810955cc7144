import Beacons
import Conditions
import Essentials
import Formats
import Ordering
import Workplace

/// The conditions of a campus: for each site its ground, the areas of its cafés, its beacons, and each of its
/// spots.
enum CampusConditions {
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
            return ground(of: site) + areas(of: site, on: campus)
                + [
                    ConditionList.Entry(
                        identifier: "\(site.id.rawValue).beacons", condition: .beacon(beacons))
                ]
                + spots
        }
    }

    private static func ground(of site: Site) -> [ConditionList.Entry] {
        site.area.map {
            [ConditionList.Entry(identifier: "\(site.id.rawValue).ground", condition: $0.condition)]
        }
            ?? []
    }

    /// The cafés that have an area, by the identifier of its condition.
    static func cafes(of campus: Campus) -> [String: String] {
        let areas = campus.sites.flatMap(\.cafeAreas.keys)
        return Dictionary(areas.map { (identifier(ofArea: $0), $0.rawValue) }) { first, _ in first }
    }

    private static func identifier(ofArea cafe: CafeID) -> String { "\(cafe.rawValue).area" }

    /// The areas of a site's cafés, in the order of the file.
    private static func areas(of site: Site, on campus: Campus) -> [ConditionList.Entry] {
        campus.cafes.filter { $0.site == site.id }.compactMap { cafe in
            site.cafeAreas[cafe.id].map { area in
                ConditionList.Entry(identifier: identifier(ofArea: cafe.id), condition: area.condition)
            }
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
