import Observations
import TestSupport
import Testing

@testable import Workplace

private typealias Machine = PlaceChoiceStateMachine<String>

/// Seconds after the start.
private func at(_ seconds: Double) -> ObservationTime {
    ObservationTime(microseconds: 1_800_000_000_000_000 + Int64(seconds * 1_000_000))
}

/// What is heard at a time, and what is to be done then.
private struct Step: CustomStringConvertible {
    let second: Double
    let candidates: [String: Nearness]
    let action: Machine.Action

    init(_ second: Double, _ candidates: [String: Nearness], _ action: Machine.Action) {
        self.second = second
        self.candidates = candidates
        self.action = action
    }

    var description: String { "\(second) s: \(candidates)" }
}

private struct Course: CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]

    init(_ name: String, _ steps: [Step]) {
        testDescription = name
        self.steps = steps
    }
}

@Suite struct PlaceChoiceStateMachineTests {
    private static let courses = [
        Course(
            "the only candidate is chosen at once, and once",
            [
                Step(0, [:], .nothing), Step(1, ["a": .unmeasured], .announce(.place("a"))),
                Step(2, ["a": .unmeasured], .nothing),
            ]),
        Course(
            "C4: two that are as near are asked about",
            [
                Step(0, ["a": .measured(-60), "b": .measured(-62)], .announce(.between(["a", "b"]))),
                Step(1, ["a": .measured(-62), "b": .measured(-60)], .nothing),
            ]),
        Course(
            "two without a strength are asked about",
            [Step(0, ["a": .unmeasured, "b": .unmeasured], .announce(.between(["a", "b"])))]),
        Course(
            "the nearer by the margin is chosen",
            [Step(0, ["a": .measured(-66), "b": .measured(-60)], .announce(.place("b")))]),
        Course(
            "one that is heard is nearer than one that is not",
            [Step(0, ["a": .unheard, "b": .measured(-90)], .announce(.place("b")))]),
        Course(
            "one as near that shows up just after the first is asked about",
            [
                Step(0, ["a": .measured(-60)], .announce(.place("a"))),
                Step(2.9, ["a": .measured(-60), "b": .measured(-60)], .announce(.between(["a", "b"]))),
            ]),
        Course(
            "one as near that shows up later changes nothing",
            [
                Step(0, ["a": .measured(-60)], .announce(.place("a"))),
                Step(3, ["a": .measured(-60), "b": .measured(-55)], .nothing),
            ]),
        Course(
            "another that is nearer must stay so",
            [
                Step(0, ["a": .measured(-60)], .announce(.place("a"))),
                Step(20, ["a": .measured(-80), "b": .measured(-60)], .checkAgain(at: at(23))),
                Step(22, ["a": .measured(-60), "b": .measured(-62)], .nothing),
                Step(23, ["a": .measured(-80), "b": .measured(-60)], .checkAgain(at: at(26))),
                Step(26, ["a": .measured(-80), "b": .measured(-60)], .announce(.place("b"))),
            ]),
        Course(
            "C11: places are not exchanged before they have rested",
            [
                Step(0, ["a": .unmeasured], .announce(.place("a"))),
                Step(4, ["b": .unmeasured], .checkAgain(at: at(10))),
                Step(10, ["b": .unmeasured], .announce(.place("b"))),
                Step(12, ["a": .unmeasured], .checkAgain(at: at(20))),
                Step(20, ["a": .unmeasured], .announce(.place("a"))),
            ]),
        Course(
            "C12: a loss shorter than the patience changes nothing",
            [
                Step(0, ["a": .unmeasured], .announce(.place("a"))),
                Step(20, [:], .checkAgain(at: at(23))), Step(22.9, ["a": .unmeasured], .nothing),
                Step(40, [:], .checkAgain(at: at(43))), Step(43, [:], .announce(.none)),
            ]),
        Course(
            "C12: neither does one while another place is near",
            [
                Step(0, ["a": .unmeasured], .announce(.place("a"))),
                Step(20, ["b": .unmeasured], .checkAgain(at: at(23))),
                Step(22, ["a": .unmeasured, "b": .unmeasured], .nothing),
            ]),
        Course(
            "going away and coming elsewhere rests too",
            [
                Step(0, ["a": .unmeasured], .announce(.place("a"))),
                Step(1, [:], .checkAgain(at: at(4))), Step(4, [:], .announce(.none)),
                Step(5, ["b": .unmeasured], .checkAgain(at: at(10))),
                Step(10, ["b": .unmeasured], .announce(.place("b"))),
            ]),
        Course(
            "going away and coming back is told at once",
            [
                Step(0, ["a": .unmeasured], .announce(.place("a"))),
                Step(1, [:], .checkAgain(at: at(4))), Step(4, [:], .announce(.none)),
                Step(5, ["a": .unmeasured], .announce(.place("a"))),
            ]),
        Course(
            "a question ends when one place is left",
            [
                Step(0, ["a": .unmeasured, "b": .unmeasured], .announce(.between(["a", "b"]))),
                Step(1, ["b": .unmeasured], .checkAgain(at: at(4))),
                Step(4, ["b": .unmeasured], .announce(.place("b"))),
            ]),
    ]

    @Test(arguments: courses)
    private func `choices`(_ course: Course) {
        var machine = Machine()
        for step in course.steps {
            #expect(machine.consider(step.candidates, at: at(step.second)) == step.action, "\(step)")
        }
    }

    @Test func `C11: alternating nearest places yield one choice`() {
        var machine = Machine()
        var choices: [PlaceChoice<String>] = []
        for second in 0..<600 {
            let isEven = second.isMultiple(of: 2)
            let strengths = isEven ? (-55.0, -65.0) : (-65.0, -55.0)
            let action = machine.consider(
                ["a": .measured(strengths.0), "b": .measured(strengths.1)], at: at(Double(second)))
            if case .announce(let choice) = action { choices.append(choice) }
        }
        #expect(choices == [.place("a")])
    }

    /// Whatever is heard: another place is announced only after a rest, no announcement repeats the one before, and a
    /// time to check again lies ahead.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `random walks`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var machine = Machine()
        var time = at(0)
        var last: (place: String, time: ObservationTime)?
        var choice = PlaceChoice<String>.none
        for _ in 0..<500 {
            time = time.advanced(by: .milliseconds(Int64.random(in: 1...2_500, using: &random)))
            switch machine.consider(Self.candidates(&random), at: time) {
            case .nothing: break
            case .checkAgain(let due): #expect(due > time)
            case .announce(let new):
                #expect(new != choice)
                choice = new
                guard case .place(let place) = new else { continue }
                if let last, last.place != place { #expect(last.time.duration(to: time) >= .seconds(10)) }
                last = (place, time)
            }
            #expect(machine.choice == choice)
        }
    }

    /// Once the candidates stay as they are, checking when asked to leads to what they say.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `checking again ends, and ends right`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var machine = Machine()
        var time = at(0)
        for _ in 0..<20 {
            time = time.advanced(by: .milliseconds(Int64.random(in: 1...5_000, using: &random)))
            _ = machine.consider(Self.candidates(&random), at: time)
        }
        let candidates = Self.candidates(&random)
        let nearest = PlaceChoicePolicy().nearest(of: candidates)
        for _ in 0..<4 {
            if case .checkAgain(let due) = machine.consider(candidates, at: time) { time = due }
        }
        switch machine.choice {
        case .none: #expect(nearest.isEmpty)
        case .place(let place): #expect(nearest.contains(place))
        case .between(let places): #expect(places == nearest)
        }
    }

    private static func candidates(_ random: inout SplitMix64) -> [String: Nearness] {
        var candidates: [String: Nearness] = [:]
        for place in ["a", "b", "c"] {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: candidates[place] = .unmeasured
            case 1: candidates[place] = .unheard
            case 2: candidates[place] = .measured(Double(Int.random(in: -100 ... -40, using: &random)))
            default: break
            }
        }
        return candidates
    }
}
