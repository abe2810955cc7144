import Observations

/// A condition and its policy, prepared for many decisions; immutable, and shared by all machines for the
/// condition.
package final class ConditionPlan: Sendable {
    /// The condition.
    package let condition: Condition
    /// How certain a decision must be.
    package let policy: ConditionPolicy
    /// The policy in the units of the evaluation.
    package let rules: EvaluationRules
    /// The leaves that test places, in the order of the tree.
    package let boundaries: [BoundaryLeaf]
    /// The leaves that listen for beacons, in the order of the tree.
    package let beacons: [BeaconLeaf]
    /// The leaves that test the time, in the order of the tree.
    package let windows: [TimeWindowCondition]
    /// The conditions of the tree, each before its parts.
    package let nodes: [Node]
    /// The number of dwells.
    package let dwells: Int

    /// One condition of the tree.
    package struct Node: Hashable, Sendable {
        /// Its kind.
        package let kind: Kind
        /// The index after its last part.
        package internal(set) var end: Int
    }

    /// The kinds of conditions in a tree.
    package enum Kind: Hashable, Sendable {
        /// The shape with this number.
        case boundary(Int)
        /// The set of beacons with this number.
        case beacon(Int)
        /// The windows with this number.
        case window(Int)
        /// The dwell with this number; its part must be satisfied for this many microseconds.
        case dwell(Int, microseconds: Int64)
        /// All of its parts.
        case all
        /// Any of its parts.
        case any
        /// The opposite of its part.
        case not
    }

    /// Prepares a condition.
    package init(_ condition: Condition, policy: ConditionPolicy) {
        let rules = EvaluationRules(policy)
        var layout = PlanLayout(rules: rules)
        layout.add(condition, horizon: 0)
        self.condition = condition
        self.policy = policy
        self.rules = rules
        boundaries = layout.boundaries
        beacons = layout.beacons
        windows = layout.windows
        nodes = layout.nodes
        dwells = layout.dwells
    }

    /// The number of leaves that test observations; each source has a track for each of them.
    package var sensedLeaves: Int { boundaries.count + beacons.count }

    /// Whether the condition is a single leaf that tests observations.
    package var isSingleLeaf: Bool { nodes.count == 1 && windows.isEmpty }
}

/// Collects the leaves and the conditions of a tree.
private struct PlanLayout {
    let rules: EvaluationRules
    var boundaries: [BoundaryLeaf] = []
    var beacons: [BeaconLeaf] = []
    var windows: [TimeWindowCondition] = []
    var nodes: [ConditionPlan.Node] = []
    var dwells = 0

    /// Adds a condition; the dwells above it look back this many microseconds.
    mutating func add(_ condition: Condition, horizon: Int64) {
        let place = nodes.count
        switch condition {
        case .circular(let circle):
            append(.boundary(boundaries.count))
            boundaries.append(BoundaryLeaf(.circle(circle), rules: rules, place: place, horizon: horizon))
        case .polygon(let shape):
            append(.boundary(boundaries.count))
            boundaries.append(
                BoundaryLeaf(.polygon(shape.polygon), rules: rules, place: place, horizon: horizon))
        case .beacon(let beacon):
            append(.beacon(beacons.count))
            beacons.append(BeaconLeaf(beacon.constraint, rules: rules, place: place, horizon: horizon))
        case .timeWindow(let window):
            append(.window(windows.count))
            windows.append(window)
        case .dwell(let dwell):
            append(.dwell(dwells, microseconds: dwell.microseconds))
            dwells += 1
            // At most 16 times a leap year, so 64 bits cannot overflow.
            add(dwell.condition, horizon: horizon + dwell.microseconds)
        case .all(let compound):
            append(.all)
            for part in compound.parts { add(part, horizon: horizon) }
        case .any(let compound):
            append(.any)
            for part in compound.parts { add(part, horizon: horizon) }
        case .not(let negated):
            append(.not)
            add(negated.condition, horizon: horizon)
        }
        nodes[place].end = nodes.count
    }

    private mutating func append(_ kind: ConditionPlan.Kind) {
        nodes.append(ConditionPlan.Node(kind: kind, end: nodes.count + 1))
    }
}
