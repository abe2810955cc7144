import Conditions
import Observations
import Testing

struct `What takes a source away` {
    /// What happens, and the reason that it gives.
    static let interruptions: [(Observation.Content, ConditionDiagnostics)] = [
        (.radio(.off), .sourceUnavailable), (.radio(.gone), .sourceUnavailable),
        (.permission(.reducedAccuracy), .accuracyLimited),
        (.permission(.undetermined), .authorizationRequestInProgress),
        (.permission(.denied), .authorizationDenied),
        (.permission(.deniedGlobally), .authorizationDeniedGlobally),
        (.permission(.restricted), .authorizationRestricted),
    ]

    private func observation(_ content: Observation.Content, _ seconds: Double) -> Observation {
        Observation(source: Surroundings.phone, time: Surroundings.time(seconds), content: content)
    }

    @Test(arguments: interruptions)
    func `LD14: makes a beacon condition unknown, with its reason`(
        content: Observation.Content, reason: ConditionDiagnostics
    ) {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [Surroundings.heard(0), observation(content, 1)])
        #expect(
            transitions.last
                == ConditionTransition(
                    state: .unknown, time: Surroundings.time(1), diagnostics: reason, lastKnown: .satisfied))
        #expect(machine.diagnostics == reason)
        #expect(machine.currentRefinement == nil)
    }

    @Test(arguments: interruptions)
    func `LD14: makes a circle unknown, with its reason`(
        content: Observation.Content, reason: ConditionDiagnostics
    ) throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        let transitions = machine.observe(all: [try Surroundings.fix(north: 0, 0), observation(content, 1)])
        #expect(transitions.map(\.state) == [.satisfied, .unknown])
        #expect(machine.diagnostics == reason)
    }

    @Test func `LD14: never makes a condition unsatisfied, however long it lasts`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.radio(.off, 1), Surroundings.elapsed(100),
            Surroundings.elapsed(10_000),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown])
    }

    @Test func `LD17: coming back to the last known state says so`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.radio(.off, 1), Surroundings.radio(.on, 100),
            Surroundings.heard(101),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown, .satisfied])
        #expect(transitions.map(\.lastKnown) == [nil, .satisfied, .satisfied])
        #expect(transitions.map(\.isReturn) == [false, false, true])
    }

    @Test func `LD17: coming back to another state is news`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.radio(.off, 1), Surroundings.radio(.on, 100),
            Surroundings.elapsed(129), Surroundings.elapsed(131),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown, .unsatisfied])
        #expect(transitions.last?.time == Surroundings.time(130))
        #expect(transitions.last?.isReturn == false)
    }

    @Test func `LD14: what was observed without permission is not used afterwards`() throws {
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        let transitions = machine.observe(all: [
            Surroundings.permission(.denied, 0), try Surroundings.fix(north: 0, 1),
            Surroundings.permission(.granted, 2), Surroundings.elapsed(3),
        ])
        #expect(transitions.isEmpty)
        #expect(machine.observe(try Surroundings.fix(north: 0, 4))?.state == .satisfied)
    }

    @Test func `a source that reports again is back, without a word about its radio`() {
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.radio(.gone, 1), Surroundings.elapsed(50),
            Surroundings.elapsed(80),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown, .unsatisfied])
    }

    @Test func `LD15: a source that falls silent while others go on is gone`() {
        let other = ObservationSource("other")
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.elapsed(0, from: other),
            Surroundings.elapsed(119, from: other),
            Surroundings.elapsed(120, from: other),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown])
        #expect(transitions.last?.diagnostics == .sourceUnavailable)
        // Its next word covers the time in between.
        let transition = machine.observe(Surroundings.elapsed(121))
        #expect(transition?.state == .unsatisfied)
        #expect(transition?.lastKnown == .satisfied)
    }

    @Test func `LD15: one report with a wrong time ahead makes no other source gone`() {
        let other = ObservationSource("other")
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.elapsed(86_400, from: other), Surroundings.heard(1),
            Surroundings.elapsed(2), Surroundings.elapsed(31),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unsatisfied])
    }

    @Test func `LD15: seldom reports make another source gone with the one that follows`() {
        let other = ObservationSource("other")
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.heard(0), Surroundings.elapsed(0, from: other),
            Surroundings.elapsed(600, from: other),
        ])
        #expect(transitions.map(\.state) == [.satisfied])
        #expect(machine.observe(Surroundings.elapsed(1_200, from: other))?.state == .unknown)
    }

    @Test func `LD14: the silence of another receiver is no answer for the one that is lost`() {
        let other = ObservationSource("other")
        var machine = ConditionStateMachine(Surroundings.anyBeacon)
        let transitions = machine.observe(all: [
            Surroundings.elapsed(0, from: other), Surroundings.heard(1), Surroundings.radio(.gone, 2),
            Surroundings.elapsed(60, from: other),
        ])
        #expect(transitions.map(\.state) == [.satisfied, .unknown])
        // Heard elsewhere since, the device is no longer where the lost receiver heard it.
        let later = machine.observe(all: [
            Surroundings.heard(61, from: other), Surroundings.elapsed(100, from: other),
        ])
        #expect(later.map(\.state) == [.satisfied, .unsatisfied])
    }

    @Test func `LD14: what was lost stays lost through a second interruption`() throws {
        let other = ObservationSource("other")
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 100))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 300, 0, from: other),
            try Surroundings.fix(north: 300, 1, from: other),
            try Surroundings.fix(north: 0, 2), Surroundings.radio(.off, 3), Surroundings.radio(.on, 4),
            Surroundings.radio(.off, 5),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied, .unknown])
    }

    @Test(arguments: [
        (ConditionState.satisfied, [ConditionState.unsatisfied]), (.unsatisfied, []),
        (.unknown, [.unsatisfied]),
    ]) func `L12 L13 L14: an assumption holds until observations say otherwise`(
        assumed: ConditionState, states: [ConditionState]
    ) {
        var machine = ConditionStateMachine(Surroundings.anyBeacon, assuming: assumed)
        #expect(machine.state == assumed)
        let transitions = machine.observe(all: [Surroundings.elapsed(0), Surroundings.elapsed(30)])
        #expect(transitions.map(\.state) == states)
        #expect(transitions.allSatisfy { $0.lastKnown == (assumed.isKnown ? assumed : nil) })
    }
}
