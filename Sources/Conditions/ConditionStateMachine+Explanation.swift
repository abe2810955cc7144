import Observations

extension ConditionStateMachine {
    /// Explains the state, and what is missing for the other state.
    ///
    /// - Complexity: O(*s* · *n*) for *s* sources and *n* conditions of the tree, plus the history of the
    ///   dwells.
    public var explanation: Explanation {
        var dwells: DwellEvaluation?
        if var leaves, plan.dwells > 0 {
            dwells = DwellEvaluation(plan: plan, tracks: tracks, assumed: assumed, now: now)
            dwells?.decide(&leaves)
        }
        var whole = TreeExplanation(machine: self, begun: dwells?.begun ?? []).explanation(
            at: 0, wanted: state != .satisfied)
        whole.lateObservations = lateObservations
        return whole
    }
}

/// Makes the explanations for the conditions of a tree.
private struct TreeExplanation {
    let machine: ConditionStateMachine
    /// For each dwell, the time since which its part is satisfied.
    let begun: [ObservationTime?]

    private var plan: ConditionPlan { machine.plan }

    /// Explains a condition of the tree; if its truth is unknown, `missing` describes how it reaches the
    /// wanted truth.
    func explanation(at place: Int, wanted: Bool) -> Explanation {
        let finding = machine.finding(at: place)
        let state =
            place == 0
            ? machine.state : finding.truth.state(assuming: plan.assumed(machine.assumed, at: place))
        switch plan.nodes[place].kind {
        case .boundary(let number):
            return machine.boundaryExplanation(number, state: state, wanted: wanted)
        case .beacon(let number):
            return machine.beaconExplanation(number, state: state, wanted: wanted)
        case .window(let number):
            return explanation(of: plan.windows[number], state: state, finding)
        case .dwell(let dwell, let microseconds):
            return explanation(
                ofDwell: dwell, at: place, microseconds, state: state, finding, wanted: wanted)
        case .not: return negation(at: place, state: state, finding, wanted: wanted)
        case .all: return combination(at: place, state: state, finding, .unsatisfied, wanted: wanted)
        case .any: return combination(at: place, state: state, finding, .satisfied, wanted: wanted)
        }
    }

    private func explanation(
        of windows: TimeWindowCondition, state: ConditionState, _ finding: ConditionFinding
    ) -> Explanation {
        guard machine.hasObserved else {
            return Explanation(
                state: state, rule: .undecided, missing: .observation, lateObservations: 0)
        }
        let border = windows.border(after: machine.now)
        let since = finding.since.microseconds == .min ? nil : finding.since
        return Explanation(
            state: state, rule: finding.truth == .satisfied ? .windowOpen : .windowClosed,
            facts: .timeWindow(TimeWindowFacts(time: machine.now, since: since, until: border)),
            missing: border.map { .later(.microseconds(machine.now.microseconds(to: $0))) } ?? .nothing,
            lateObservations: 0)
    }

    private func explanation(
        ofDwell dwell: Int, at place: Int, _ required: Int64, state: ConditionState,
        _ finding: ConditionFinding,
        wanted: Bool
    ) -> Explanation {
        let part = explanation(at: place + 1, wanted: wanted)
        let since = begun.isEmpty ? nil : begun[dwell]
        let known = since.flatMap { $0.microseconds == .min ? nil : $0 }
        let stayed = known.map { $0.microseconds(to: machine.now) } ?? 0
        let facts = DwellFacts(
            since: known, stayed: .microseconds(stayed), required: .microseconds(required))
        let (rule, missing): (Explanation.Rule, Explanation.Missing) =
            switch (finding.truth, since) {
            case (.satisfied, _): (.stayed, part.missing)
            case (.undecided, _): (.undecided, .all(of: [part.missing, .stay(facts.required)]))
            case (_, .some): (.staying, .stay(.microseconds(required - stayed)))
            case (.unknown, nil): (.partUnknown, .all(of: [part.missing, .stay(facts.required)]))
            case (.unsatisfied, nil): (.notStaying, .all(of: [part.missing, .stay(facts.required)]))
            }
        return Explanation(
            state: state, rule: rule, facts: .dwell(facts), missing: missing, parts: [part],
            decisivePart: finding.truth == .undecided ? nil : 0, lateObservations: 0)
    }

    private func negation(
        at place: Int, state: ConditionState, _ finding: ConditionFinding, wanted: Bool
    ) -> Explanation {
        let part = explanation(at: place + 1, wanted: !wanted)
        let rule: Explanation.Rule =
            switch finding.truth {
            case .satisfied, .unsatisfied: .opposite
            case .unknown: .partUnknown
            case .undecided: .undecided
            }
        return Explanation(
            state: state, rule: rule, missing: part.missing, parts: [part],
            decisivePart: finding.truth == .undecided ? nil : 0, lateObservations: 0)
    }
}

// MARK: - All and any

extension TreeExplanation {
    private func combination(
        at place: Int, state: ConditionState, _ finding: ConditionFinding, _ deciding: Truth, wanted: Bool
    ) -> Explanation {
        let places = partPlaces(of: place)
        let findings = places.map { machine.finding(at: $0) }
        let parts = places.map { explanation(at: $0, wanted: wanted) }
        return Explanation(
            state: state, rule: rule(finding.truth, decidedBy: deciding),
            missing: missing(finding.truth, decidedBy: deciding, findings, parts, wanted: wanted),
            parts: parts,
            decisivePart: decisivePart(finding, among: findings, decidedBy: deciding), lateObservations: 0)
    }

    private func partPlaces(of place: Int) -> [Int] {
        var places: [Int] = []
        var part = place + 1
        while part < plan.nodes[place].end {
            places.append(part)
            part = plan.nodes[part].end
        }
        return places
    }

    private func rule(_ truth: Truth, decidedBy deciding: Truth) -> Explanation.Rule {
        switch (truth, deciding) {
        case (.undecided, _): .undecided
        case (.unknown, _): .partUnknown
        case (.satisfied, .unsatisfied): .everyPart
        case (.satisfied, _): .anyPart
        case (.unsatisfied, .unsatisfied): .partMissing
        case (.unsatisfied, _): .noPart
        }
    }

    /// The part that decided: the earliest sufficient one, or the last one if all were necessary.
    private func decisivePart(
        _ finding: ConditionFinding, among parts: [ConditionFinding], decidedBy deciding: Truth
    ) -> Int? {
        if finding.truth == .undecided { return nil }
        var best: Int?
        for (place, part) in parts.enumerated() where part.truth == finding.truth {
            guard let current = best else {
                best = place
                continue
            }
            let isEarlier = part.since < parts[current].since
            let isLater = part.since > parts[current].since
            if finding.truth == deciding ? isEarlier : isLater { best = place }
        }
        return best
    }

    private func missing(
        _ truth: Truth, decidedBy deciding: Truth, _ findings: [ConditionFinding], _ parts: [Explanation],
        wanted: Bool
    ) -> Explanation.Missing {
        let open = parts.indices.filter { findings[$0].truth != deciding.negated }.map { parts[$0].missing }
        // One part is enough to decide. The other state needs all parts that do not yet support it.
        if truth == deciding { return .all(of: open) }
        if truth == deciding.negated { return .any(of: parts.map { $0.missing }) }
        return (deciding == .satisfied) == wanted ? .any(of: open) : .all(of: open)
    }
}

extension Explanation.Missing {
    fileprivate static func all(of several: [Explanation.Missing]) -> Explanation.Missing {
        if several.contains(.nothing) { return .nothing }
        return several.count == 1 ? several[0] : .all(several)
    }

    fileprivate static func any(of several: [Explanation.Missing]) -> Explanation.Missing {
        let possible = several.filter { $0 != .nothing }
        if possible.isEmpty { return .nothing }
        return possible.count == 1 ? possible[0] : .any(possible)
    }
}
