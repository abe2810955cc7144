package import Observations

/// The findings for the leaves and dwells of a condition, as input for the whole.
package struct LeafFindings: Hashable, Sendable {
    /// The findings for the leaves that test places.
    package var boundaries: [ConditionFinding]
    /// The findings for the leaves that listen for beacons.
    package var beacons: [ConditionFinding]
    /// The findings for the dwells.
    package var dwells: [ConditionFinding]

    /// Starts with undecided findings.
    package init(for plan: ConditionPlan) {
        let nothing = ConditionFinding(.undecided, since: ObservationTime(microseconds: .min))
        boundaries = Array(repeating: nothing, count: plan.boundaries.count)
        beacons = Array(repeating: nothing, count: plan.beacons.count)
        dwells = Array(repeating: nothing, count: plan.dwells)
    }
}

extension ConditionPlan {
    /// Derives the finding for a condition of the tree from the findings for its leaves.
    ///
    /// - Parameters:
    ///   - place: The index of the condition; 0 is the whole.
    ///   - leaves: The findings for the leaves.
    ///   - now: The time of the newest observation.
    /// - Returns: The finding for the condition.
    /// - Complexity: O(*n*) in the number of conditions below, and O(log *w*) for *w* windows.
    package func finding(
        at place: Int = 0, from leaves: LeafFindings, now: ObservationTime
    ) -> ConditionFinding {
        switch nodes[place].kind {
        case .boundary(let leaf): leaves.boundaries[leaf]
        case .beacon(let leaf): leaves.beacons[leaf]
        case .window(let leaf): windows[leaf].finding(at: now)
        case .dwell(let dwell, _): leaves.dwells[dwell]
        case .not: finding(at: place + 1, from: leaves, now: now).negated
        case .all: combined(place, from: leaves, now: now, decidedBy: .unsatisfied)
        case .any: combined(place, from: leaves, now: now, decidedBy: .satisfied)
        }
    }

    private func combined(
        _ place: Int, from leaves: LeafFindings, now: ObservationTime, decidedBy truth: Truth
    ) -> ConditionFinding {
        var combination = Combination(decidedBy: truth)
        var part = place + 1
        while part < nodes[place].end {
            combination.add(finding(at: part, from: leaves, now: now))
            part = nodes[part].end
        }
        return combination.finding(at: now)
    }

    /// The state to assume for a condition of the tree when a state is assumed for the whole.
    ///
    /// A satisfied `all` implies that all of its parts are satisfied, and an unsatisfied `any` that none is.
    /// Otherwise the states of the parts stay unknown.
    package func assumed(_ truth: ConditionState, at place: Int) -> ConditionState {
        assumed(truth, of: 0, at: place)
    }

    private func assumed(_ state: ConditionState, of place: Int, at target: Int) -> ConditionState {
        if place == target { return state }
        var part = place + 1
        while nodes[part].end <= target { part = nodes[part].end }
        return assumed(partState(of: place, when: state), of: part, at: target)
    }

    private func partState(of place: Int, when state: ConditionState) -> ConditionState {
        switch (nodes[place].kind, state) {
        case (.all, .satisfied), (.dwell, .satisfied): .satisfied
        case (.any, .unsatisfied): .unsatisfied
        case (.not, .satisfied): .unsatisfied
        case (.not, .unsatisfied): .satisfied
        default: .unknown
        }
    }
}

/// Combines the findings of parts by Kleene's logic; `any` is `all` with true and false exchanged.
struct Combination {
    private let deciding: Truth
    private var decidedSince: ObservationTime?
    private var latest: ObservationTime?
    private var isUnknown = false
    private var isUndecided = false
    private var diagnostics: ConditionDiagnostics = []

    /// Starts without parts; one part with this truth decides the whole.
    init(decidedBy truth: Truth) { deciding = truth }

    mutating func add(_ part: ConditionFinding) {
        switch part.truth {
        case deciding: decidedSince = min(decidedSince ?? part.since, part.since)
        case .unknown:
            isUnknown = true
            diagnostics.formUnion(part.diagnostics)
        case .undecided: isUndecided = true
        default: latest = max(latest ?? part.since, part.since)
        }
    }

    func finding(at now: ObservationTime) -> ConditionFinding {
        if let decidedSince { return ConditionFinding(deciding, since: decidedSince) }
        if isUnknown { return ConditionFinding(.unknown, since: now, diagnostics: diagnostics) }
        if isUndecided { return ConditionFinding(.undecided, since: now) }
        return ConditionFinding(deciding.negated, since: latest ?? now)
    }
}
