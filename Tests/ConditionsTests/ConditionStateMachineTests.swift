import Beacons
import Conditions
import Geodesy
import Observations
import Testing

struct `A condition's state machine` {
    @Test func `L40 LD13: in by one sure fix, out by two`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 10, 0), try Surroundings.fix(north: 500, 60),
            try Surroundings.fix(north: 500, 61),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied])
        #expect(transitions.map(\.time) == [Surroundings.time(0), Surroundings.time(61)])
    }

    @Test func `L35 L36 LD14: a beacon is heard with its refinement, and lost after the silence`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(7, 9, 0), Surroundings.elapsed(29), Surroundings.elapsed(31),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied])
        #expect(transitions.map(\.time) == [Surroundings.time(0), Surroundings.time(30)])
        #expect(
            transitions.map(\.refinement) == [
                BeaconIdentityCondition(uuid: Surroundings.uuid, major: 7, minor: 9), nil,
            ])
    }
}
