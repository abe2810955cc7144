import Beacons
import Testing

@Suite struct BeaconIdentityConstraintTests {
    private static let uuid = ProximityUUID(high: 1, low: 2)
    private static let identities = [
        BeaconIdentity(uuid: uuid, major: 1, minor: 1),
        BeaconIdentity(uuid: uuid, major: 1, minor: 2),
        BeaconIdentity(uuid: uuid, major: 2, minor: 1),
        BeaconIdentity(uuid: ProximityUUID(high: 2, low: 1), major: 1, minor: 1),
    ]

    @Test(arguments: [
        (BeaconIdentityConstraint(uuid: uuid), [0, 1, 2]),
        (BeaconIdentityConstraint(uuid: uuid, major: 1), [0, 1]),
        (BeaconIdentityConstraint(uuid: uuid, major: 2), [2]),
        (BeaconIdentityConstraint(uuid: uuid, major: 1, minor: 1), [0]),
        (BeaconIdentityConstraint(uuid: uuid, major: 0, minor: 1), []),
        (BeaconIdentityConstraint(identities[3]), [3]),
    ])
    func `L41, C13: a part that is given must be equal, one that is not matches all`(
        constraint: BeaconIdentityConstraint, matching: [Int]
    ) {
        let found = Self.identities.indices.filter { constraint.matches(Self.identities[$0]) }
        #expect(found == matching)
    }

    @Test func `identities are ordered by UUID, major, minor`() {
        #expect(Self.identities.shuffled().sorted() == Self.identities)
    }
}
