import Conditions
import Geodesy

/// Finds the regions that a place lies in.
struct RegionFinder: Sendable {
    private var index = RegionIndex()
    /// The keys of the regions, by their numbers in the index.
    private var keys: [ConditionKey] = []
    private var numbers: [ConditionKey: RegionNumber] = [:]

    /// Notes a region.
    mutating func insert(_ leaf: BoundaryLeaf, key: ConditionKey) {
        let number = insert(leaf)
        numbers[key] = number
        if number.rawValue < keys.count {
            keys[number.rawValue] = key
        } else {
            keys.append(key)
        }
    }

    private mutating func insert(_ leaf: BoundaryLeaf) -> RegionNumber {
        switch leaf.shape {
        case .circle(let condition):
            guard let circle = Circle(center: condition.center, radius: condition.radius) else {
                preconditionFailure("a condition's radius of \(condition.radius) m is none of a circle")
            }
            return index.insert(circle)
        }
    }

    /// Forgets a region.
    mutating func remove(_ key: ConditionKey) {
        guard let number = numbers.removeValue(forKey: key) else { return }
        index.remove(number)
    }

    /// Tells of each region that a place lies in.
    func forEach(containing place: Coordinate, _ body: (ConditionKey) -> Void) {
        for number in index.regions(containing: place) { body(keys[number.rawValue]) }
    }

    /// How far one may move from a place before it lies in other regions, in metres; at most the limit.
    func clearance(at place: Coordinate, upTo limit: Double) -> Double {
        index.clearance(at: place, upTo: limit)
    }
}
