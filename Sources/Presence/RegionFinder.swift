import Conditions
import Geodesy

/// Finds the regions that a place lies in.
struct RegionFinder: Sendable {
    private struct Entry {
        let key: ConditionKey
        /// A shape that the index knows only a circle round.
        let area: BoundaryLeaf?
    }

    private var index = RegionIndex()
    /// The regions, by their numbers in the index.
    private var entries: [Entry] = []
    private var numbers: [ConditionKey: RegionNumber] = [:]

    /// Notes a region.
    mutating func insert(_ leaf: BoundaryLeaf, key: ConditionKey) {
        let (number, area) = insert(leaf)
        numbers[key] = number
        let entry = Entry(key: key, area: area)
        if number.rawValue < entries.count {
            entries[number.rawValue] = entry
        } else {
            entries.append(entry)
        }
    }

    private mutating func insert(_ leaf: BoundaryLeaf) -> (RegionNumber, BoundaryLeaf?) {
        switch leaf.shape {
        case .circle(let condition):
            guard let circle = Circle(center: condition.center, radius: condition.radius) else {
                preconditionFailure("a condition's radius of \(condition.radius) m is none of a circle")
            }
            return (index.insert(circle), nil)
        case .polygon(let polygon):
            guard let circle = Circle(enclosing: polygon.outer) else {
                preconditionFailure("a polygon without a corner")
            }
            return (index.insert(areaWithin: circle), leaf)
        }
    }

    /// Forgets a region.
    mutating func remove(_ key: ConditionKey) {
        guard let number = numbers.removeValue(forKey: key) else { return }
        index.remove(number)
    }

    /// Tells of each region that a place lies in.
    func forEach(containing place: Coordinate, _ body: (ConditionKey) -> Void) {
        for number in index.regions(containing: place) {
            let entry = entries[number.rawValue]
            if entry.area.map({ $0.margin(at: place) >= 0 }) ?? true { body(entry.key) }
        }
    }
}
