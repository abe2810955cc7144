public import Beacons
public import Essentials

/// The spots and people of beacons, and the spots of receivers.
///
/// All lookups are by the exact triple of UUID, major and minor; a partial match finds nothing.
struct CampusBeacons: Sendable {
    private(set) var spots: [BeaconIdentity: Spot] = [:]
    private(set) var identities: [SpotID: BeaconIdentity] = [:]
    private(set) var wearers: [BeaconIdentity: PersonID] = [:]
    private(set) var gateways: [GatewayID: Gateway] = [:]

    init(of organisation: Organisation, sites: [Site], people: [Person]) {
        for site in sites {
            for spot in site.spots {
                let identity = BeaconIdentity(
                    uuid: organisation.beaconUUID, major: site.major, minor: spot.minor)
                spots[identity] = spot
                identities[spot.id] = identity
            }
            for gateway in site.gateways { gateways[gateway.id] = gateway }
        }
        guard let uuid = organisation.badgeUUID else { return }
        for person in people {
            guard let badge = person.badge else { continue }
            wearers[BeaconIdentity(uuid: uuid, major: badge.major, minor: badge.minor)] = person.id
        }
    }
}

extension Campus {
    /// Finds the spot that a beacon marks.
    public func spot(markedBy identity: BeaconIdentity) -> Spot? { beacons.spots[identity] }
    /// Finds a spot.
    public func spot(_ id: SpotID) -> Spot? {
        beacons.identities[id].flatMap { beacons.spots[$0] }
    }
    /// Finds the beacon that marks a spot.
    public func beacon(of spot: SpotID) -> BeaconIdentity? { beacons.identities[spot] }
    /// The badge that the campus file gives a person.
    func badge(of person: Person) -> BeaconIdentity? {
        guard let uuid = organisation.badgeUUID, let badge = person.badge else { return nil }
        return BeaconIdentity(uuid: uuid, major: badge.major, minor: badge.minor)
    }

    /// The wearer of a badge.
    public func wearer(of badge: BeaconIdentity) -> PersonID? { beacons.wearers[badge] }
    /// Finds a gateway.
    public func gateway(_ id: GatewayID) -> Gateway? { beacons.gateways[id] }
    /// Finds the site of a gateway.
    public func site(of gateway: GatewayID) -> Site? {
        sites.first { $0.gateways.contains { $0.id == gateway } }
    }
}
