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

    /// How far around a place borders are looked for, in metres.
    private static let farthest = 150.0

    /// Tells of each region that a place lies in, in no order.
    ///
    /// - Returns: How many metres of the straight line one can surely move and be in the same regions; zero or less where
    ///   nothing is sure.
    func forEach(containing place: FixedPlace, _ body: (ConditionKey) -> Void) -> Double {
        var clearance = Self.farthest
        // The closure holds nothing of the finder, which would be copied for each shell.
        var found: [(number: Int, isSure: Bool)] = []
        shells.search(within: Self.farthest, of: place.point) { region in
            let distance = region.shell.squaredDistance(to: place.point).squareRoot()
            clearance = min(clearance, max(region.shell.inner - distance, distance - region.shell.outer))
            if distance <= region.shell.outer {
                found.append((region.number, distance <= region.shell.inner))
            }
            return true
        }
        for (number, isSure) in found
        where isSure || entries[number].leaf.margin(at: place.fix.coordinate) >= 0 {
            body(entries[number].key)
        }
        return clearance
    }
}
