import Beacons
import Conditions
import Essentials
import Observations
import TestSupport
import Testing

@testable import Workplace

/// The people who are followed, and the indices of them.
struct FollowedPeopleTests {
    private static let spots = ["a", "b", "c"].compactMap { SpotID($0) }
    private static let names = ["ada", "grace", "mia", "tom"].compactMap { PersonID($0) }

    private func condition(_ spot: Int) -> Condition {
        let uuid = ProximityUUID(high: 1, low: 2)
        let beacon = BeaconIdentity(uuid: uuid, major: 1, minor: UInt16(spot))
        return .beacon(BeaconIdentityCondition(BeaconIdentityConstraint(beacon)))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the indices equal a search of all people, whatever happens to them`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var people = FollowedPeople()
        for step in 0..<200 {
            let person = try #require(Self.names.randomElement(using: &generator))
            let spot = Int.random(in: 0..<3, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: people[person] = FollowedPerson()
            case 1: people[person] = nil
            case 2: people[person]?.assume(.satisfied, at: Self.spots[spot], deciding: condition(spot))
            case 3: people[person]?.keepBadgeStates(of: [Self.spots[spot]: condition(spot)])
            case 4: people[person]?.checkAt = ObservationTime(microseconds: 1)
            case 5: people[person]?.checkAt = nil
            default:
                let end = Observation(
                    source: ObservationSource("ear"), time: ObservationTime(microseconds: Int64(step)),
                    content: .elapsed)
                _ = people[person]?.observe(end, at: Self.spots[spot], deciding: condition(spot))
            }
            for spot in Self.spots {
                #expect(
                    people.known(at: spot)
                        == Set(people.keys.filter { people[$0]?.knowsBadge(at: spot) == true }))
            }
            #expect(people.waiting == Set(people.keys.filter { people[$0]?.checkAt != nil }))
            #expect(people.keys.allSatisfy { people[$0] != nil && people.contains($0) })
        }
    }
}
