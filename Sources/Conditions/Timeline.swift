import Observations

/// How the truth of a condition changed over the time of the observations, as far as it is kept.
struct Timeline: Hashable, Sendable {
    /// A truth, with the time of its beginning.
    struct Step: Hashable, Sendable {
        var time: ObservationTime
        var truth: Truth
    }

    /// The steps in the order of time; the first begins at the beginning of time, and neighbours differ.
    private(set) var steps: [Step]

    static let beginning = ObservationTime(microseconds: .min)

    /// Makes a timeline with one truth for all time.
    init(_ truth: Truth) { steps = [Step(time: Self.beginning, truth: truth)] }

    /// The truth now.
    var last: Step { steps[steps.count - 1] }

    /// Adds a truth from a time on; the time is not before the last step.
    mutating func note(_ truth: Truth, from time: ObservationTime) {
        if last.time == time {
            steps[steps.count - 1].truth = truth
            if steps.count > 1, steps[steps.count - 2].truth == truth { steps.removeLast() }
        } else if last.truth != truth {
            steps.append(Step(time: time, truth: truth))
        }
    }

    /// The timeline of the opposite.
    var negated: Timeline {
        var negated = self
        for place in negated.steps.indices { negated.steps[place].truth = steps[place].truth.negated }
        return negated
    }

    /// The timeline in which undecided counts as true.
    var takenForGranted: Timeline {
        var granted = Timeline(steps[0].truth == .undecided ? .satisfied : steps[0].truth)
        for step in steps.dropFirst() {
            granted.note(step.truth == .undecided ? .satisfied : step.truth, from: step.time)
        }
        return granted
    }

    /// The timeline of a dwell: true after it was true for this many microseconds, false until then.
    func stay(microseconds: Int64, until now: ObservationTime) -> Timeline {
        var stay = Timeline(steps[0].truth)
        for (place, step) in steps.enumerated() where place > 0 {
            guard step.truth == .satisfied else {
                stay.note(step.truth, from: step.time)
                continue
            }
            stay.note(.unsatisfied, from: step.time)
            let end = place + 1 < steps.count ? steps[place + 1].time : nil
            let complete = step.time.advanced(byMicroseconds: microseconds)
            if complete <= now, end.map({ complete < $0 }) ?? true { stay.note(.satisfied, from: complete) }
        }
        return stay
    }

    /// Combines timelines by Kleene's logic.
    static func combined(_ parts: [Timeline], decidedBy truth: Truth) -> Timeline {
        var places = Array(repeating: 0, count: parts.count)
        var whole = Timeline(Self.truth(of: parts, at: places, decidedBy: truth))
        while let time = nextTime(of: parts, after: places) {
            for part in parts.indices {
                let next = places[part] + 1
                if next < parts[part].steps.count, parts[part].steps[next].time == time {
                    places[part] = next
                }
            }
            whole.note(Self.truth(of: parts, at: places, decidedBy: truth), from: time)
        }
        return whole
    }

    private static func nextTime(of parts: [Timeline], after places: [Int]) -> ObservationTime? {
        var next: ObservationTime?
        for part in parts.indices where places[part] + 1 < parts[part].steps.count {
            let time = parts[part].steps[places[part] + 1].time
            next = min(next ?? time, time)
        }
        return next
    }

    private static func truth(of parts: [Timeline], at places: [Int], decidedBy truth: Truth) -> Truth {
        var combination = Combination(decidedBy: truth)
        for part in parts.indices {
            let step = parts[part].steps[places[part]]
            combination.add(ConditionFinding(step.truth, since: step.time))
        }
        return combination.finding(at: beginning).truth
    }
}
