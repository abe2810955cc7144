package import Observations

/// What the leaves of a condition say, for the decision about the whole.
package struct LeafFindings: Hashable, Sendable {
    /// What is known of the leaves that look at places.
    package var boundaries: [ConditionFinding]
    /// What is known of the leaves that listen for beacons.
    package var beacons: [ConditionFinding]
    /// What is known of the dwells.
    package var dwells: [ConditionFinding]

    /// Knows nothing yet.
    package init(for plan: ConditionPlan) {
        let nothing = ConditionFinding(.undecided, since: ObservationTime(microseconds: .min))
        boundaries = Array(repeating: nothing, count: plan.boundaries.count)
        beacons = Array(repeating: nothing, count: plan.beacons.count)
        dwells = Array(repeating: nothing, count: plan.dwells)
    }
}

extension ConditionPlan {
    /// What follows for a condition of the tree from what is known of its leaves.
    ///
    /// - Parameters:
    ///   - place: Which condition; 0 is the whole.
    ///   - leaves: What is known of the leaves.
    ///   - now: The time of the newest observation.
    /// - Returns: What is known of it.
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

    /// What is taken for granted of a condition of the tree, when something is of the whole.
    ///
    /// All parts of `all` hold when it does, none of `any` when it does not; otherwise it may be this or that part.
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

/// Puts the findings of parts together, by the logic of Kleene: `any` as `all` with true and false exchanged.
struct Combination {
    private let deciding: Truth
    private var decidedSince: ObservationTime?
    private var latest: ObservationTime?
    private var isUnknown = false
    private var isUndecided = false
    private var diagnostics: ConditionDiagnostics = []

    /// Begins without parts; one part of that truth is enough.
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
