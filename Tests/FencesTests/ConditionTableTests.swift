import Beacons
import Conditions
import Observations
import TestSupport
import Testing

@testable import Fences

@Suite struct ConditionTableTests {
    private static let uuid = ProximityUUID(high: 1, low: 2)
    private static let room = ConditionName("room")
    private static let hall = ConditionName("hall")
    private let ada = DeviceName("ada")
    private let ben = DeviceName("ben")

    private static let conditions: [ConditionName: Condition] = [
        room: .beacon(BeaconIdentityCondition(uuid: uuid, major: 1, minor: 1)),
        hall: .beacon(BeaconIdentityCondition(uuid: uuid, major: 1)),
    ]

    private func table() -> ConditionTable {
        var table = ConditionTable()
        table.evaluate(Self.conditions)
        return table
    }

    private static func time(_ second: Int) -> ObservationTime {
        ObservationTime(microseconds: Int64(second) * 1_000_000)
    }

    private static func hears(_ minor: UInt16, at second: Int, by source: String = "phone") -> Observation {
        let identity = BeaconIdentity(uuid: uuid, major: 1, minor: minor)
        let sighting = BeaconSighting(identity: identity, measuredPower: -59, rssi: -70)
        return Observation(
            source: ObservationSource(source), time: time(second), content: .sighting(sighting))
    }

    private static func listened(until second: Int, by source: String = "phone") -> Observation {
        Observation(source: ObservationSource(source), time: time(second), content: .elapsed)
    }

    @Test func `a receiver that a device carries decides every condition`() {
        var table = table()
        let arrivals = table.observe(Self.hears(1, at: 0), of: ada)
        #expect(arrivals.map(\.condition) == [Self.hall, Self.room])
        #expect(arrivals.allSatisfy { $0.change.state == .satisfied && $0.change.time == Self.time(0) })
        #expect(table.observe(Self.hears(1, at: 1), of: ada).isEmpty)
        let departures = table.observe(Self.listened(until: 31), of: ada)
        #expect(departures.map(\.condition) == [Self.hall, Self.room])
        #expect(departures.allSatisfy { $0.change.state == .unsatisfied })
    }

    @Test func `devices have states of their own`() {
        var table = table()
        _ = table.observe(Self.hears(2, at: 0), of: ada)
        _ = table.observe(Self.hears(1, at: 0), of: ben)
        #expect(table.satisfied(of: ada) == [Self.hall])
        #expect(table.satisfied(of: ben) == [Self.hall, Self.room])
        #expect(table.devices(with: Self.room).count == 2)
        #expect(table.state(of: DeviceName("eve"), Self.room) == .unknown)
    }

    @Test func `LD18: what a gateway does not hear says nothing about other spots`() {
        var table = table()
        _ = table.observe(Self.hears(1, at: 0, by: "gateway/room"), of: ada, about: Self.room)
        for second in 1...300 {
            let silence = Self.listened(until: second, by: "gateway/hall")
            #expect(
                table.observe(silence, of: ada, about: Self.hall).allSatisfy { $0.condition == Self.hall })
        }
        #expect(table.state(of: ada, Self.room) == .satisfied)
    }

    @Test func `C10: an unknown beacon changes nothing`() {
        var table = table()
        let identity = BeaconIdentity(uuid: ProximityUUID(high: 1, low: 3), major: 1, minor: 1)
        let sighting = BeaconSighting(identity: identity, measuredPower: -59, rssi: -70)
        let observation = Observation(
            source: ObservationSource("phone"), time: Self.time(0), content: .sighting(sighting))
        #expect(table.observe(observation, of: ada).isEmpty)
        #expect(table.satisfied(of: ada).isEmpty)
    }

    @Test func `a condition that is no longer evaluated loses its states, one that stays keeps them`() {
        var table = table()
        _ = table.observe(Self.hears(1, at: 0), of: ada)
        table.evaluate(Self.conditions.filter { $0.key == Self.hall })
        #expect(table.satisfied(of: ada) == [Self.hall])
        #expect(table.state(of: ada, Self.room) == .unmonitored)
        table.evaluate(Self.conditions)
        #expect(table.state(of: ada, Self.room) == .unknown)
        #expect(table.state(of: ada, Self.hall) == .satisfied)
    }

    @Test func `a condition that now means another beacon starts over`() {
        var table = table()
        _ = table.observe(Self.hears(1, at: 0), of: ada)
        var changed = Self.conditions
        changed[Self.room] = .beacon(BeaconIdentityCondition(uuid: Self.uuid, major: 1, minor: 9))
        table.evaluate(changed)
        #expect(table.satisfied(of: ada) == [Self.hall])
        #expect(table.observe(Self.hears(9, at: 1), of: ada).map(\.condition) == [Self.room])
    }

    @Test func `a state that is assumed is not announced again`() {
        var table = table()
        table.assume([Self.room: .satisfied, ConditionName("gone"): .satisfied], of: ada)
        #expect(table.satisfied(of: ada) == [Self.room])
        #expect(table.observe(Self.hears(1, at: 0), of: ada, about: Self.room).isEmpty)
        let departure = table.observe(Self.listened(until: 30), of: ada, about: Self.room)
        #expect(departure.map(\.change.state) == [.unsatisfied])
        #expect(departure.first?.change.lastKnown == .satisfied)
    }

    @Test func `LD20: a device that is forgotten leaves nothing behind`() {
        var table = table()
        _ = table.observe(Self.hears(1, at: 0), of: ada)
        table.forget(ada)
        #expect(table.satisfied(of: ada).isEmpty)
        #expect(table.devices(with: Self.room).isEmpty)
    }

    /// Each cell ends as a machine of its own that was given the same observations.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `a table is as good as a machine for each cell`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var table = table()
        var machines: [DeviceName: [ConditionName: ConditionStateMachine]] = [:]
        for second in 0..<200 {
            let device = Bool.random(using: &random) ? ada : ben
            let minor = UInt16.random(in: 1...2, using: &random)
            let observation =
                Int.random(in: 0..<8, using: &random) == 0
                ? Self.hears(minor, at: second) : Self.listened(until: second)
            var expected: [TableTransition] = []
            for (name, condition) in Self.conditions.sorted(by: { $0.key < $1.key }) {
                let change = machines[device, default: [:]][name, default: ConditionStateMachine(condition)]
                    .observe(observation)
                if let change { expected.append(TableTransition(condition: name, change: change)) }
            }
            #expect(table.observe(observation, of: device) == expected)
        }
    }
}
