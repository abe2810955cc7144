import Beacons
import Conditions
import Formats
import Workplace

/// The spots that beacons mark, by identity and by name.
struct SpotNames {
    private let names: [BeaconIdentity: String]

    /// Knows no spot.
    init() { names = [:] }

    /// Knows the spots of a campus.
    init(of campus: Campus) { names = CampusConditions.spots(of: campus) }

    /// Knows the spots that a server lists.
    init(of spots: [PresenceReporter.Spot]) {
        let pairs = spots.compactMap { spot -> (BeaconIdentity, String)? in
            guard case .beacon(let beacon) = spot.entry.condition, let major = beacon.constraint.major,
                let minor = beacon.constraint.minor
            else { return nil }
            return (
                BeaconIdentity(uuid: beacon.constraint.uuid, major: major, minor: minor),
                spot.entry.identifier
            )
        }
        names = Dictionary(pairs) { first, _ in first }
    }

    /// The spot that a beacon marks.
    subscript(identity: BeaconIdentity) -> String? { names[identity] }

    /// The beacon of a spot.
    func identity(of name: String) -> BeaconIdentity? { names.first { $0.value == name }?.key }

    /// The names of all spots, in order.
    var all: [String] { names.values.sorted() }
}
