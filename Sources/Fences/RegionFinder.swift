import Conditions
import Geodesy
import Observations

/// Finds the regions that contain a place.
struct RegionFinder: Sendable {
    private struct Entry {
        let key: ConditionKey
        let leaf: BoundaryLeaf
    }

    private var shells = ShellIndex()
    /// The regions, by their numbers in the index.
    private var entries: [Entry] = []
    private var numbers: [ConditionKey: Int] = [:]

    /// Adds a region.
    mutating func insert(_ leaf: BoundaryLeaf, key: ConditionKey) {
        let number = shells.insert(Self.shell(of: leaf))
        numbers[key] = number
        let entry = Entry(key: key, leaf: leaf)
        if number < entries.count { entries[number] = entry } else { entries.append(entry) }
    }

    private static func shell(of leaf: BoundaryLeaf) -> SphericalShell {
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
            // Inside the enclosing circle, only the polygon can decide.
            shell.inner = -.infinity
            return shell
        }
    }

    /// Removes a region.
    mutating func remove(_ key: ConditionKey) {
        guard let number = numbers.removeValue(forKey: key) else { return }
        shells.remove(number: number)
    }

    /// How far from a place the search for borders goes, in metres.
    private static let farthest = 150.0

    /// Calls a closure for each region that contains a place, in no order.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - isApart: Whether a region is already near, so that its border does not matter.
    ///   - body: Receives each region; the region is near from then on.
    /// - Returns: How many metres one can certainly move in a straight line without entering a region that is
    ///   not near; zero or less when no distance is certain.
    func forEach(
        containing place: FixedPlace, except isApart: (ConditionKey) -> Bool, _ body: (ConditionKey) -> Void
    ) -> Double {
        var clearance = Self.farthest
        // The closure does not capture the finder, which would be copied for each shell.
        var (found, beside): ([Found], [Found]) = ([], [])
        shells.search(within: Self.farthest, of: place.point) { region in
            let distance = region.shell.squaredDistance(to: place.point).squareRoot()
            let gap = distance - region.shell.outer
            if gap > 0 {
                beside.append(Found(number: region.number, gap: gap, isSure: true))
            } else {
                found.append(Found(number: region.number, gap: gap, isSure: distance <= region.shell.inner))
            }
            return true
        }
        for region in found {
            let entry = entries[region.number]
            if region.isSure || entry.leaf.margin(at: place.fix.coordinate) >= 0 {
                body(entry.key)
            } else if !isApart(entry.key) {
                clearance = 0
            }
        }
        for region in beside where region.gap < clearance && !isApart(entries[region.number].key) {
            clearance = region.gap
        }
        return clearance
    }

    /// A region in reach.
    private struct Found {
        let number: Int
        /// A lower bound of its distance; zero or less when the place may be inside.
        let gap: Double
        /// Whether the side of the place is certain.
        let isSure: Bool
    }
}
