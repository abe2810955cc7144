import Conditions
import Geodesy
import Observations

/// Finds the regions that a place lies in.
struct RegionFinder: Sendable {
    private struct Entry {
        let key: ConditionKey
        let leaf: BoundaryLeaf
    }

    private var shells = ShellIndex()
    /// The regions, by their numbers in the index.
    private var entries: [Entry] = []
    private var numbers: [ConditionKey: Int] = [:]

    /// Notes a region.
    mutating func insert(_ leaf: BoundaryLeaf, key: ConditionKey) {
        let number = shells.insert(Self.shell(of: leaf))
        numbers[key] = number
        let entry = Entry(key: key, leaf: leaf)
        if number < entries.count { entries[number] = entry } else { entries.append(entry) }
    }

    private static func shell(of leaf: BoundaryLeaf) -> Shell {
        switch leaf.shape {
        case .circle(let condition):
            guard let circle = Circle(center: condition.center, radius: condition.radius) else {
                preconditionFailure("a condition's radius of \(condition.radius) m is none of a circle")
            }
            return circle.shell
        case .polygon(let polygon):
            guard let circle = Circle(enclosing: polygon.outer) else {
                preconditionFailure("a polygon without a corner")
            }
            var shell = circle.shell
            // Within the circle round it, the polygon has to be asked.
            shell.inner = -.infinity
            return shell
        }
    }

    /// Forgets a region.
    mutating func remove(_ key: ConditionKey) {
        guard let number = numbers.removeValue(forKey: key) else { return }
        shells.remove(number: number)
    }

    /// Tells of each region that a place lies in, in no order.
    func forEach(containing place: FixedPlace, _ body: (ConditionKey) -> Void) {
        shells.search(within: 0, of: place.point) { region in
            let distance = region.shell.squaredDistance(to: place.point).squareRoot()
            let entry = entries[region.number]
            if distance <= region.shell.inner || entry.leaf.margin(at: place.fix.coordinate) >= 0 {
                body(entry.key)
            }
            return true
        }
    }
}
