import Conditions
import Geodesy
import Observations
import TestSupport
import Testing

struct `A circular condition` {
    /// A row: metres from the centre and accuracy of one fix after another, a minute apart; the state after each.
    struct Walk: CustomTestStringConvertible {
        var name: String
        var fixes: [(metres: Double, accuracy: Double)]
        var states: [ConditionState]

        var testDescription: String { name }

        static let all = [
            Walk(name: "one sure fix inside", fixes: [(10, 5)], states: [.satisfied]),
            Walk(name: "sure to the last metre", fixes: [(95, 5)], states: [.satisfied]),
            Walk(
                name: "two unsure fixes inside", fixes: [(10, 200), (10, 200)],
                states: [.unknown, .satisfied]),
            Walk(
                name: "unsure fixes that do not follow one another", fixes: [(10, 200), (300, 5), (10, 200)],
                states: [.unknown, .unknown, .unknown]),
            Walk(name: "two fixes outside", fixes: [(300, 5), (300, 5)], states: [.unknown, .unsatisfied]),
            Walk(
                name: "outside, however sure", fixes: [(10, 5), (300, 0), (300, 0)],
                states: [.satisfied, .satisfied, .unsatisfied]),
            Walk(
                name: "outside, however unsure", fixes: [(10, 5), (300, 900), (300, 900)],
                states: [.satisfied, .satisfied, .unsatisfied]),
            Walk(
                name: "one fix outside at a time", fixes: [(10, 5), (300, 5), (10, 5), (300, 5), (10, 5)],
                states: [.satisfied, .satisfied, .satisfied, .satisfied, .satisfied]),
            Walk(
                name: "within the cushion", fixes: [(10, 5), (115, 5), (115, 5), (119, 5)],
                states: [.satisfied, .satisfied, .satisfied, .satisfied]),
            Walk(
                name: "no cushion on the way in",
                fixes: [(300, 5), (300, 5), (99, 50), (115, 5), (115, 5), (99, 50), (99, 50)],
                states: [
                    .unknown, .unsatisfied, .unsatisfied, .unsatisfied, .unsatisfied, .unsatisfied,
                    .satisfied,
                ]),
        ]
    }

    @Test(arguments: Walk.all)
    func `L40 L56 LD13: changes as sure as its fixes are`(_ walk: Walk) throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        for (index, (fix, state)) in zip(walk.fixes, walk.states).enumerated() {
            let time = Double(index) * 60
            _ = machine.observe(try Surroundings.fix(north: fix.metres, accuracy: fix.accuracy, time))
            #expect(machine.state == state, "after fix \(index)")
        }
    }

    @Test func `LD13: the cushion of a small circle is no wider than the circle`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 5))
        for (minute, metres) in [0.0, 9, 9].enumerated() {
            _ = machine.observe(try Surroundings.fix(north: metres, accuracy: 1, Double(minute) * 60))
            #expect(machine.state == .satisfied)
        }
        _ = machine.observe(try Surroundings.fix(north: 11, accuracy: 1, 180))
        _ = machine.observe(try Surroundings.fix(north: 11, accuracy: 1, 240))
        #expect(machine.state == .unsatisfied)
    }

    @Test func `LD13: minus zero on the boundary is outside, however sure the fix`() {
        var track = MarginTrack(believedInside: false)
        let rules = EvaluationRules(ConditionPolicy())
        for second in 1...2 as ClosedRange<Int64> {
            let fix = MeasuredFix(
                margin: -0.0, accuracy: 0, time: ObservationTime(microseconds: second * 1_000_000))
            track.observe(fix, isJump: false, cushion: rules.cushion, rules: rules)
        }
        #expect(track.verdict == false)
    }

    @Test func `L32 L38: tells when it changed, and has no refinement`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 10, 0), try Surroundings.fix(north: 500, 60),
            try Surroundings.fix(north: 500, 61),
        ])
        #expect(
            transitions == [
                ConditionTransition(state: .satisfied, time: Surroundings.time(0)),
                ConditionTransition(state: .unsatisfied, time: Surroundings.time(61), lastKnown: .satisfied),
            ])
        #expect(machine.currentRefinement == nil)
    }

    @Test func `LD13: does not believe a jump faster than the configured speed`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        _ = machine.observe(try Surroundings.fix(north: 0, 0))
        for second in 1...29 {
            _ = machine.observe(try Surroundings.fix(north: 3_000, Double(second)))
            #expect(machine.state == .satisfied)
        }
        // From here on the way could have been travelled.
        _ = machine.observe(try Surroundings.fix(north: 3_000, 30))
        #expect(machine.state == .satisfied)
        #expect(machine.observe(try Surroundings.fix(north: 3_000, 31))?.state == .unsatisfied)
    }

    @Test func `LD13: sets a jump from one side to the other aside, as far from the boundary as before`()
        throws
    {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        _ = machine.observe(try Surroundings.fix(north: -300, 0))
        _ = machine.observe(try Surroundings.fix(north: 300, 1))
        #expect(machine.state == .unknown)
        _ = machine.observe(try Surroundings.fix(north: -290, 2))
        #expect(machine.state == .unsatisfied)
    }

    @Test func `LD13: an interruption forgets the fix that jumps are measured from`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 0, 0), Surroundings.radio(.off, 1), Surroundings.radio(.on, 2),
            try Surroundings.fix(north: 9_000, 3), try Surroundings.fix(north: 9_000, 4),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown, .unsatisfied])
    }

    @Test func `LD13: a jump that ends inside counts like any fix`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 9_000, 0), try Surroundings.fix(north: 9_000, 60),
            try Surroundings.fix(north: 0, 61),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied])
    }

    @Test func `LD13: believes a faster device when told so`() throws {
        var policy = ConditionPolicy()
        policy.maximumSpeed = 3_001
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100), policy: policy)
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 0, 0), try Surroundings.fix(north: 3_000, 1),
            try Surroundings.fix(north: 3_000, 2),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied])
    }

    @Test func `LD13: takes every fix at its word when one decides`() throws {
        var policy = ConditionPolicy()
        policy.fixes = 1
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100), policy: policy)
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 99, accuracy: 500, 0), try Surroundings.fix(north: 101, 1),
            try Surroundings.fix(north: 99, 2), try Surroundings.fix(north: 9_000, 3),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied, .satisfied, .unsatisfied])
    }

    @Test func `W6 LD13: a stationary phone whose fixes lie now and then gives no exit`() throws {
        // As seen in the field: 200 m off with a claimed 1.9 m, and back inside 12 s later, again and again.
        var generator = SplitMix64(seed: 294)
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 50))
        var transitions: [ConditionTransition] = []
        for step in 0..<2_400 {
            let lies = step > 0 && step % 5 == 0
            let metres = lies ? 200 : generator.normal(sigma: 6)
            let fix = try Surroundings.fix(north: metres, accuracy: lies ? 1.9 : 6, Double(step) * 12)
            if let transition = machine.observe(fix) { transitions.append(transition) }
        }
        #expect(transitions.map(\.state) == [.satisfied])
        // Two after each other are an exit.
        let outside = try [2_400, 2_401].map {
            try Surroundings.fix(north: 200, accuracy: 6, Double($0) * 12)
        }
        #expect(machine.observe(all: outside).map(\.state) == [.unsatisfied])
    }

    @Test(arguments: [90.0, 100, 110]) func `L59: standing at the boundary makes no burst`(metres: Double)
        throws
    {
        var generator = SplitMix64(seed: 59)
        var raw = ConditionPolicy()
        raw.fixes = 1
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        var rawMachine = ConditionStateMachine(try Surroundings.circle(radius: 100), policy: raw)
        var (changes, rawChanges) = (0, 0)
        for second in 0..<3_600 {
            let fix = try Surroundings.fix(
                north: metres + generator.normal(sigma: 5), accuracy: 5, Double(second))
            if machine.observe(fix) != nil { changes += 1 }
            if rawMachine.observe(fix) != nil { rawChanges += 1 }
        }
        #expect(changes <= 6)
        #expect(rawChanges > 100)
    }

    @Test(arguments: [0, -1, .nan, .infinity, CircularGeographicCondition.largestRadius.nextUp])
    func `LD7: a radius that is none is refused`(radius: Double) {
        #expect(throws: ConditionError.radiusOutOfRange) { try Surroundings.circle(radius: radius) }
    }

    @Test func `LD7: the largest circle holds every place`() throws {
        var machine = ConditionStateMachine(
            try Surroundings.circle(radius: CircularGeographicCondition.largestRadius))
        let antipode = try #require(Coordinate(latitude: 0, longitude: 180))
        let fix = try #require(PositionFix(coordinate: antipode, horizontalAccuracy: 5))
        _ = machine.observe(
            Observation(source: Surroundings.phone, time: Surroundings.time(0), content: .position(fix)))
        #expect(machine.state == .satisfied)
    }
}
