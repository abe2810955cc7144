import Beacons
import Conditions
import Geodesy
import Observations
import TestSupport
import Testing

struct `A tree of conditions` {
    /// What each of two parts says, and what follows.
    struct Logic: CustomTestStringConvertible {
        var first: ConditionState
        var second: ConditionState
        var all: ConditionState
        var any: ConditionState

        var testDescription: String { "\(first.name), \(second.name)" }

        static let rows: [Logic] = [
            .init(first: .satisfied, second: .satisfied, all: .satisfied, any: .satisfied),
            .init(first: .satisfied, second: .unsatisfied, all: .unsatisfied, any: .satisfied),
            .init(first: .unsatisfied, second: .satisfied, all: .unsatisfied, any: .satisfied),
            .init(first: .unsatisfied, second: .unsatisfied, all: .unsatisfied, any: .unsatisfied),
            .init(first: .satisfied, second: .unknown, all: .unknown, any: .satisfied),
            .init(first: .unknown, second: .satisfied, all: .unknown, any: .satisfied),
            .init(first: .unsatisfied, second: .unknown, all: .unsatisfied, any: .unknown),
            .init(first: .unknown, second: .unsatisfied, all: .unsatisfied, any: .unknown),
            .init(first: .unknown, second: .unknown, all: .unknown, any: .unknown),
        ]
    }

    @Test(arguments: Logic.rows)
    func `LA3: all, any and not follow the logic of Kleene`(_ row: Logic) throws {
        let parts = [Surroundings.anyBeacon, try Surroundings.circle(radius: 100)]
        for (tree, expected) in [
            (try Condition.all(of: parts), row.all), (try Condition.any(of: parts), row.any),
            (try Condition.all(of: parts).negated(), row.all.opposite),
            (try Condition.any(of: parts).negated(), row.any.opposite),
            (try Condition.any(of: try parts.map { try $0.negated() }), row.all.opposite),
            (try Condition.all(of: try parts.map { try $0.negated() }), row.any.opposite),
        ] {
            var machine = ConditionStateMachine(tree)
            _ = machine.observe(all: Surroundings.beaconBecomes(row.first))
            _ = machine.observe(all: try Surroundings.circleBecomes(row.second))
            #expect(machine.state == expected)
            #expect(machine.diagnostics.isEmpty == (expected != .unknown))
        }
    }

    @Test func `L44: parts that overlap are decided each on its own`() throws {
        var machine = ConditionStateMachine(
            try .all(of: [Surroundings.anyBeacon, try Surroundings.beacon(1).negated()]))
        let transitions = machine.observe(all: [
            Surroundings.heard(2, 1, 0), Surroundings.elapsed(30), Surroundings.heard(2, 1, 31),
            Surroundings.heard(1, 1, 40), Surroundings.heard(2, 1, 41), Surroundings.elapsed(70),
        ])
        #expect(
            transitions.map(\.state) == [.unsatisfied, .satisfied, .unsatisfied, .satisfied])
        #expect(transitions.map(\.time) == [30, 31, 40, 70].map { Surroundings.time($0) })
    }

    @Test func `L32: a tree met its state when the part that decides did`() throws {
        let window = try Surroundings.window(100, 1_000)
        var machine = ConditionStateMachine(try .all(of: [Surroundings.anyBeacon, window]))
        let transitions = machine.observe(all: [
            Surroundings.heard(90), Surroundings.heard(110), Surroundings.elapsed(500),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied, .unsatisfied])
        #expect(transitions.map(\.time) == [90, 100, 140].map { Surroundings.time($0) })
    }

    @Test func `LD12 L37: the refinement is the nearest beacon of the satisfied parts`() throws {
        let tree = try Condition.any(of: [
            Surroundings.beacon(1),
            try .all(of: [Surroundings.beacon(2), try Surroundings.beacon(3).negated()]),
            try Surroundings.beacon(4).held(for: .seconds(10)),
        ])
        var machine = ConditionStateMachine(tree)
        let first = machine.observe(Surroundings.heard(1, 7, rssi: -80, 0))
        #expect(first?.refinement == BeaconIdentityCondition(uuid: Surroundings.uuid, major: 1, minor: 7))
        // Heard longer than the exit time since nothing of major 3, so its opposite holds.
        _ = machine.observe(all: [
            Surroundings.elapsed(29), Surroundings.heard(1, 7, rssi: -80, 29), Surroundings.elapsed(30),
            Surroundings.heard(2, 5, rssi: -70, 31),
        ])
        #expect(
            machine.currentRefinement == BeaconIdentityCondition(uuid: Surroundings.uuid, major: 2, minor: 5))
        // Major 4 is nearer, but has not stayed yet.
        _ = machine.observe(Surroundings.heard(4, 1, rssi: -40, 32))
        #expect(machine.currentRefinement?.constraint.major == 2)
        _ = machine.observe(Surroundings.heard(4, 1, rssi: -40, 42))
        #expect(machine.currentRefinement?.constraint.major == 4)
        // A beacon of major 3 shows that major 2 alone is not what was asked for.
        _ = machine.observe(all: [Surroundings.heard(3, 1, rssi: -30, 43), Surroundings.elapsed(73)])
        #expect(machine.state == .unsatisfied)
        #expect(machine.currentRefinement == nil)
    }

    @Test func `L13 L14: what is assumed of a tree holds until it is decided`() throws {
        let tree = try Condition.all(of: [Surroundings.anyBeacon, try Surroundings.circle(radius: 100)])
        var machine = ConditionStateMachine(tree, assuming: .satisfied)
        #expect(machine.observe(Surroundings.heard(0)) == nil)
        #expect(machine.state == .satisfied)
        let transition = machine.observe(Surroundings.elapsed(30))
        #expect(transition?.state == .unsatisfied)
        #expect(transition?.lastKnown == .satisfied)
    }

    @Test func `LD17: a radio switched off and on again is a return for a tree too`() throws {
        var machine = ConditionStateMachine(
            try .any(of: [Surroundings.beacon(1), Surroundings.beacon(2)]))
        let transitions = machine.observe(all: [
            Surroundings.heard(1, 1, 0), Surroundings.radio(.off, 1), Surroundings.radio(.on, 100),
            Surroundings.heard(2, 1, 101),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown, .satisfied])
        #expect(transitions.map(\.isReturn) == [false, false, true])
        #expect(transitions[1].diagnostics == .sourceUnavailable)
    }

    @Test func `LA3: a polygon with a hole is left by way of the hole`() throws {
        let polygon = try Surroundings.ring(outer: 300, hole: 100)
        var machine = ConditionStateMachine(polygon)
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 200, 0), try Surroundings.fix(north: 90, 60),
            try Surroundings.fix(north: 90, 120), try Surroundings.fix(north: 20, 180),
            try Surroundings.fix(north: 20, 240), try Surroundings.fix(north: 200, 300),
            try Surroundings.fix(north: 500, 360), try Surroundings.fix(north: 500, 420),
        ])
        // Ten metres into the hole are within the cushion.
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied, .satisfied, .unsatisfied])
        #expect(transitions.map(\.time) == [0, 240, 300, 420].map { Surroundings.time($0) })
        #expect(transitions.allSatisfy { $0.refinement == nil })
    }

    @Test func `LD13: a polygon takes fixes by their margin, as a circle does`() throws {
        let square = try Surroundings.ring(outer: 100, hole: nil)
        var machine = ConditionStateMachine(square)
        _ = machine.observe(try Surroundings.fix(north: 90, accuracy: 11, 0))
        #expect(machine.state == .unknown)
        _ = machine.observe(try Surroundings.fix(north: 90, accuracy: 9, 60))
        #expect(machine.state == .satisfied)
        var raw = ConditionPolicy()
        raw.fixes = 1
        var rawMachine = ConditionStateMachine(square, policy: raw)
        let transitions = rawMachine.observe(all: [
            try Surroundings.fix(north: 99, accuracy: 500, 0), try Surroundings.fix(north: 101, 1),
            try Surroundings.fix(north: 9_000, 2), try Surroundings.fix(north: 0, 3),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied, .satisfied])
    }

    @Test func `LA4: an advertisement weaker than the threshold does not count`() throws {
        var policy = ConditionPolicy()
        policy.weakestSignal = -75
        var machine = ConditionStateMachine(Surroundings.anyBeacon, policy: policy)
        let transitions = machine.observe(all: [
            Surroundings.heard(1, 1, rssi: -76, 0), Surroundings.heard(1, 1, rssi: -75, 1),
            Surroundings.heard(1, 1, rssi: -90, 20), Surroundings.elapsed(31),
            Surroundings.heard(1, 1, rssi: nil, 40),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied, .satisfied])
        #expect(transitions.map(\.time) == [1, 31, 40].map { Surroundings.time($0) })
    }
}

extension ConditionState {
    /// The state of the opposite.
    var opposite: ConditionState {
        switch self {
        case .satisfied: .unsatisfied
        case .unsatisfied: .satisfied
        case .unknown, .unmonitored: self
        }
    }
}
