import Conditions
import Geodesy

/// Finds the regions that a place lies in.
struct RegionFinder: Sendable {
    private var leaves: [(leaf: BoundaryLeaf, key: ConditionKey)] = []

    mutating func insert(_ leaf: BoundaryLeaf, key: ConditionKey) { leaves.append((leaf, key)) }

    mutating func remove(_ key: ConditionKey) { leaves.removeAll { $0.key == key } }

    func forEach(containing place: Coordinate, _ body: (ConditionKey) -> Void) {
        for (leaf, key) in leaves where leaf.margin(at: place) >= 0 { body(key) }
    }
}
