import Beacons
import Conditions
import Observations
import Testing

struct `A beacon condition` {
    @Test func `L35 L36 L42: is satisfied while any of its beacons is heard`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(7, 9, 0), Surroundings.elapsed(20), Surroundings.heard(7, 8, 25),
            Surroundings.elapsed(54), Surroundings.elapsed(56),
        ])
        let refinement = BeaconIdentityCondition(uuid: Surroundings.uuid, major: 7, minor: 9)
        #expect(
            transitions == [
                ConditionTransition(state: .satisfied, time: Surroundings.time(0), refinement: refinement),
                ConditionTransition(state: .unsatisfied, time: Surroundings.time(55), lastKnown: .satisfied),
            ])
    }

    @Test(arguments: [
        (BeaconIdentityCondition(uuid: Surroundings.uuid), [true, true, true]),
        (BeaconIdentityCondition(uuid: Surroundings.uuid, major: 1), [true, true, false]),
        (BeaconIdentityCondition(uuid: Surroundings.uuid, major: 1, minor: 2), [true, false, false]),
        (BeaconIdentityCondition(uuid: ProximityUUID(high: 1, low: 2)), [false, false, false]),
    ]) func `L41 L44: counts the beacons of its constraint, whatever others count`(
        condition: BeaconIdentityCondition, expected: [Bool]
    ) {
        for ((major, minor), satisfied) in zip([(1, 2), (1, 3), (2, 2)] as [(UInt16, UInt16)], expected) {
            var machine = ConditionStateMachine(.beacon(condition))
            _ = machine.observe(Surroundings.heard(major, minor, 0))
            #expect((machine.state == .satisfied) == satisfied, "\(major) \(minor)")
        }
    }

    @Test(arguments: [10, 20, 30, 600]) func `LD14: waits for the whole silence`(seconds: Int) {
        var policy = ConditionPolicy()
        policy.exitAfter = .seconds(seconds)
        var machine = ConditionStateMachine(Surroundings.anyBeacon, policy: policy)
        let end = 5 + Double(seconds)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.heard(5), Surroundings.elapsed(end - 0.000_001),
            Surroundings.elapsed(end),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied])
        #expect(transitions.last?.time == Surroundings.time(end))
    }

    @Test(arguments: [1.0, 7, 30, 90]) func `LD15: is left at the same moment whatever the beat`(beat: Double)
    {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        var transitions = machine.observe(all: [Surroundings.heard(3)])
        for step in 0..<Int(200 / beat) {
            transitions += machine.observe(all: [Surroundings.elapsed(4 + Double(step) * beat)])
        }
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied])
        #expect(transitions.last?.time == Surroundings.time(33))
    }

    @Test func `LD14: is unsatisfied when nothing is heard from the start`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.elapsed(0), Surroundings.elapsed(29), Surroundings.elapsed(31),
        ])
        #expect(transitions == [ConditionTransition(state: .unsatisfied, time: Surroundings.time(30))])
    }

    @Test func `LD15: hears nothing out of a source that only measures positions`() throws {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [try Surroundings.fix(north: 0, 0), Surroundings.elapsed(600)])
        #expect(transitions.isEmpty)
    }

    @Test func `LD15: invents no silence between two advertisements`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        #expect(machine.observe(all: [Surroundings.heard(0), Surroundings.heard(900)]).count == 1)
    }

    @Test func `L39 LD12: a nearer beacon is no event, but visible`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(1, 1, rssi: -70, 0), Surroundings.heard(1, 2, rssi: -60, 1),
            Surroundings.heard(1, 3, rssi: nil, 2),
        ])
        #expect(transitions.count == 1)
        #expect(
            machine.currentRefinement == BeaconIdentityCondition(uuid: Surroundings.uuid, major: 1, minor: 2))
        _ = machine.observe(all: [Surroundings.heard(1, 1, rssi: -70, 30), Surroundings.elapsed(40)])
        #expect(
            machine.currentRefinement == BeaconIdentityCondition(uuid: Surroundings.uuid, major: 1, minor: 1))
        _ = machine.observe(Surroundings.elapsed(60))
        #expect(machine.currentRefinement == nil)
    }

    @Test func `LD12: finds the nearest among a flood of made-up beacons`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        _ = machine.observe(Surroundings.heard(1, 1, rssi: -40, 0))
        for minor in 2...5_000 { _ = machine.observe(Surroundings.heard(1, UInt16(minor), rssi: -80, 1)) }
        #expect(
            machine.currentRefinement == BeaconIdentityCondition(uuid: Surroundings.uuid, major: 1, minor: 1))
        _ = machine.observe(Surroundings.heard(1, 6_000, rssi: -30, 2))
        #expect(
            machine.currentRefinement
                == BeaconIdentityCondition(uuid: Surroundings.uuid, major: 1, minor: 6_000))
    }
}
