import Beacons
import Conditions
import Observations
import TestSupport
import Testing

struct `Order and repetition` {
    @Test func `LD15: late observations count as late and are used for nothing else`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.elapsed(0), Surroundings.elapsed(40), Surroundings.heard(39),
            Surroundings.radio(.off, 10),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied])
        #expect(machine.lateObservations == 2)
    }

    @Test(arguments: 0..<60)
    func `LD15: any interleaving of the sources ends in the same state`(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let streams = try (0..<4).map {
            try stream(from: ObservationSource("source \($0)"), using: &generator)
        }
        for condition in [Surroundings.anyBeacon, try Surroundings.circle(radius: 100)] {
            for assumed in [ConditionState.unknown, .satisfied] {
                var outcomes: Set<Outcome> = []
                for _ in 0..<8 {
                    var machine = ConditionStateMachine(condition, assuming: assumed)
                    _ = machine.observe(all: interleaving(of: streams, using: &generator))
                    outcomes.insert(Outcome(of: machine))
                }
                #expect(outcomes.count == 1)
            }
        }
    }

    @Test(arguments: 0..<200)
    func `LD15: any interleaving of the sources ends in the same state of a tree`(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(5_000 + seed))
        let streams = try (0..<3).map {
            try stream(from: ObservationSource("source \($0)"), using: &generator)
        }
        let tree = try RandomTree.condition(levels: 5, using: &generator)
        var policy = ConditionPolicy()
        policy.fixes = seed % 4 == 0 ? 1 : 2
        policy.maximumSpeed = 5
        policy.goneAfter = .seconds(60)
        let assumed = [ConditionState.unknown, .satisfied, .unsatisfied][seed % 3]
        var outcomes: Set<Outcome> = []
        for _ in 0..<8 {
            var machine = ConditionStateMachine(tree, policy: policy, assuming: assumed)
            _ = machine.observe(all: interleaving(of: streams, using: &generator))
            outcomes.insert(Outcome(of: machine))
        }
        #expect(outcomes.count == 1, "\(tree)")
    }

    @Test(arguments: 0..<200)
    func `LD15: repetitions change nothing in a tree`(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(9_000 + seed))
        let observations = try stream(from: Surroundings.phone, using: &generator)
        let tree = try RandomTree.condition(levels: 5, using: &generator)
        var once = ConditionStateMachine(tree)
        var often = ConditionStateMachine(tree)
        for (index, observation) in observations.enumerated() {
            let transition = once.observe(observation)
            #expect(often.observe(observation) == transition)
            for earlier in observations[max(0, index - 3)...index] where generator.next() % 2 == 0 {
                #expect(often.observe(earlier) == nil, "\(earlier)")
            }
            #expect(Outcome(of: once) == Outcome(of: often))
        }
    }

    @Test(arguments: 0..<60)
    func `LD15: repetitions change nothing`(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(1_000 + seed))
        let observations = try stream(from: Surroundings.phone, using: &generator)
        for condition in [Surroundings.anyBeacon, try Surroundings.circle(radius: 100)] {
            var once = ConditionStateMachine(condition)
            var often = ConditionStateMachine(condition)
            for (index, observation) in observations.enumerated() {
                let transition = once.observe(observation)
                #expect(often.observe(observation) == transition)
                for earlier in observations[max(0, index - 3)...index] where generator.next() % 2 == 0 {
                    #expect(often.observe(earlier) == nil, "\(earlier)")
                }
                #expect(Outcome(of: once) == Outcome(of: often))
            }
        }
    }

    /// What must not depend on the order.
    private struct Outcome: Hashable {
        var state: ConditionState
        var diagnostics: ConditionDiagnostics
        var refinement: BeaconIdentityCondition?

        init(of machine: ConditionStateMachine) {
            state = machine.state
            diagnostics = machine.diagnostics
            refinement = machine.currentRefinement
        }
    }

    /// One source's observations, forward in time, several for one moment among them.
    private func stream(
        from source: ObservationSource, using generator: inout SplitMix64
    ) throws -> [Observation] {
        var seconds = 0.0
        return try (0..<30).map { _ in
            seconds += Double([0, 1, 5, 20, 40][Int(generator.next() % 5)])
            return switch generator.next() % 12 {
            case 0...3:
                Surroundings.heard(
                    UInt16(1 + generator.next() % 2), UInt16(generator.next() % 4),
                    rssi: Int8(-60) - Int8(generator.next() % 20), seconds, from: source)
            case 4...6: Surroundings.elapsed(seconds, from: source)
            case 7...9:
                try Surroundings.fix(
                    north: generator.number(from: 0, to: 250), accuracy: 20, seconds, from: source)
            case 10: Surroundings.radio(generator.next() % 2 == 0 ? .off : .on, seconds, from: source)
            default:
                Surroundings.permission(generator.next() % 2 == 0 ? .denied : .granted, seconds, from: source)
            }
        }
    }

    /// The streams as one, each in its own order.
    private func interleaving(
        of streams: [[Observation]], using generator: inout SplitMix64
    ) -> [Observation] {
        var rest = streams.map { $0[...] }
        var merged: [Observation] = []
        while let index = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &generator) {
            merged.append(rest[index].removeFirst())
        }
        return merged
    }
}
