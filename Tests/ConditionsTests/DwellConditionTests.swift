import Conditions
import Observations
import Testing

struct `A dwell condition` {
    private let fiveMinutes = Duration.seconds(300)

    @Test func `LA3 L32: holds from the moment at which the stay was long enough`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100).held(for: fiveMinutes))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 0, 0), try Surroundings.fix(north: 10, 299),
            Surroundings.elapsed(600), try Surroundings.fix(north: 500, 610),
            try Surroundings.fix(north: 500, 620),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied, .unsatisfied])
        #expect(transitions.map(\.time) == [0, 300, 620].map { Surroundings.time($0) })
    }

    @Test(arguments: [0.999_999, 1]) func `LA3: holds after the whole time, to the microsecond`(part: Double)
        throws
    {
        var machine = ConditionStateMachine(try Surroundings.anyBeacon.held(for: .seconds(20)))
        _ = machine.observe(Surroundings.heard(0))
        _ = machine.observe(Surroundings.elapsed(20 * part))
        #expect(machine.state == (part == 1 ? .satisfied : .unsatisfied))
    }

    @Test func `LA3: starts over when its part was left`() throws {
        var machine = ConditionStateMachine(try Surroundings.anyBeacon.held(for: .seconds(60)))
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.elapsed(30), Surroundings.heard(31), Surroundings.heard(60),
            Surroundings.heard(89), Surroundings.elapsed(90), Surroundings.elapsed(92),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied])
        #expect(transitions.map(\.time) == [0, 91].map { Surroundings.time($0) })
    }

    @Test func `LA3: what is not known interrupts the stay`() throws {
        var machine = ConditionStateMachine(try Surroundings.anyBeacon.held(for: .seconds(60)))
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.heard(29), Surroundings.radio(.off, 40),
            Surroundings.radio(.on, 41), Surroundings.heard(50), Surroundings.heard(79),
            Surroundings.heard(100), Surroundings.elapsed(111),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .unknown, .unsatisfied, .satisfied])
        #expect(transitions.map(\.time) == [0, 40, 50, 110].map { Surroundings.time($0) })
        #expect(transitions[1].diagnostics == .sourceUnavailable)
    }

    @Test func `LD15: the next word of a source that was missed tells of the time between`() throws {
        let other = ObservationSource("other")
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100).held(for: fiveMinutes))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 0, 0), Surroundings.elapsed(149, from: other),
            Surroundings.elapsed(150, from: other), try Surroundings.fix(north: 0, 200),
            Surroundings.elapsed(310),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .unknown, .unsatisfied, .satisfied])
        #expect(transitions.last?.time == Surroundings.time(300))
    }

    @Test func `LA3: goes on from one part of any to the next`() throws {
        let tree = try Condition.any(of: [Surroundings.beacon(1), Surroundings.beacon(2)])
        var machine = ConditionStateMachine(try tree.held(for: .seconds(60)))
        let transitions = machine.observe(all: [
            Surroundings.heard(1, 1, 0), Surroundings.heard(2, 1, 25), Surroundings.elapsed(50),
            Surroundings.heard(2, 1, 54), Surroundings.elapsed(70),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied])
        #expect(transitions.last?.time == Surroundings.time(60))
    }

    @Test func `LA3: counts what does not hold as well`() throws {
        let away = try Surroundings.circle(radius: 100).negated().held(for: fiveMinutes)
        var machine = ConditionStateMachine(away)
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 0, 0), try Surroundings.fix(north: 500, 60),
            try Surroundings.fix(north: 500, 120), Surroundings.elapsed(419), Surroundings.elapsed(421),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied])
        #expect(transitions.last?.time == Surroundings.time(420))
    }

    @Test func `LA3: a stay within a stay`() throws {
        let inner = try Surroundings.anyBeacon.held(for: .seconds(10))
        var machine = ConditionStateMachine(try inner.held(for: .seconds(10)))
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.elapsed(15), Surroundings.elapsed(25),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied])
        #expect(transitions.last?.time == Surroundings.time(20))
    }

    @Test func `L13: a stay that is assumed goes on, and ends when its part does`() throws {
        let tree = try Condition.all(of: [
            try Surroundings.anyBeacon.held(for: .seconds(3_600)), try Surroundings.window(-1_000, 1_000),
        ])
        var machine = ConditionStateMachine(tree, assuming: .satisfied)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.heard(10), Surroundings.elapsed(40),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied])
        #expect(transitions.map(\.time) == [Surroundings.time(40)])
    }

    @Test func `who wavers at the edge keeps the memory small`() throws {
        var policy = ConditionPolicy()
        policy.fixes = 1
        var machine = ConditionStateMachine(
            try Surroundings.circle(radius: 100).held(for: .seconds(86_400)), policy: policy)
        for second in 0..<5_000 {
            _ = machine.observe(try Surroundings.fix(north: second % 2 == 0 ? 90 : 110, Double(second)))
        }
        #expect(machine.state == .unsatisfied)
        _ = machine.observe(try Surroundings.fix(north: 90, 5_001))
        #expect(machine.observe(Surroundings.elapsed(91_401))?.time == Surroundings.time(91_401))
        var text = ""
        dump(machine, to: &text)
        #expect(text.utf8.count < 60_000)
    }

    @Test(arguments: [
        Duration.zero, .seconds(-1), .nanoseconds(999), .seconds(366 * 86_400) + .microseconds(1),
        Duration(secondsComponent: .max, attosecondsComponent: 0),
    ]) func `a time that is none is refused`(duration: Duration) {
        #expect(throws: ConditionError.dwellOutOfRange) { try Surroundings.anyBeacon.held(for: duration) }
    }
}
