/// An index of regions on the ground, which changes while it is used and holds millions of them.
///
/// It answers which regions contain a place, which come near it, and how far one may move before any answer can change.
/// Circles are decided exactly, as ``Circle/contains(_:)`` does. Of other shapes it knows a circle round them: it tells
/// of them whenever a place is within that, and the shape itself has to be asked.
///
/// Everything is computed in space, so that neither the poles nor the meridian of 180 degrees are anything special.
public struct RegionIndex: Sendable {
    private var shells = ShellIndex()
    private var circles: [Circle] = []

    /// Makes an empty index.
    public init() {}

    /// How many regions there are.
    public var count: Int { shells.count }

    /// The bytes that the index holds.
    public var byteCount: Int { shells.byteCount + circles.capacity * MemoryLayout<Circle>.stride }

    /// Inserts a circle.
    ///
    /// - Complexity: O(log *n*), about a microsecond.
    public mutating func insert(_ circle: Circle) -> RegionNumber { insert(circle, shell: circle.shell) }

    /// Inserts a region of any shape that lies within a circle.
    ///
    /// - Complexity: O(log *n*), about a microsecond.
    public mutating func insert(areaWithin circle: Circle) -> RegionNumber {
        var shell = circle.shell
        shell.inner = -.infinity
        return insert(circle, shell: shell)
    }

    /// Inserts many circles at once, which is faster and keeps neighbours together in memory.
    ///
    /// - Returns: Their numbers, in the order of the circles.
    /// - Complexity: O(*n* log *n*), less than half a second for a million.
    public mutating func insert(contentsOf circles: [Circle]) -> Range<Int> {
        self.circles.append(contentsOf: circles)
        return shells.insert(contentsOf: circles.map { $0.shell })
    }

    /// Removes a region; a number that no region has changes nothing.
    ///
    /// - Complexity: O(1).
    public mutating func remove(_ number: RegionNumber) { shells.remove(number: number.rawValue) }

    /// The regions that contain a place, by their numbers: circles exactly, areas whose circle contains it.
    ///
    /// - Complexity: O(log *n* + regions found).
    public func regions(containing place: Coordinate) -> [RegionNumber] {
        let point = place.positionInSpace
        var found: [RegionNumber] = []
        var unsure: [RegionNumber] = []
        shells.search(within: 0, of: point) { region in
            let number = RegionNumber(rawValue: region.number)
            let shell = region.shell
            if shell.squaredDistance(to: point).squareRoot() <= shell.inner {
                found.append(number)
            } else {
                unsure.append(number)
            }
            return true
        }
        for number in unsure where circles[number.rawValue].contains(place) { found.append(number) }
        found.sort()
        return found
    }

    /// The regions that contain a place or come within so many metres of it, by their numbers.
    ///
    /// None that does is left out; one that is up to a tenth of a millimetre farther away may be among them.
    ///
    /// - Complexity: O(log *n* + regions found).
    public func regions(within metres: Double, of place: Coordinate) -> [RegionNumber] {
        var found: [RegionNumber] = []
        forEachRegion(within: metres, of: place) { found.append($0) }
        found.sort()
        return found
    }

    /// The regions whose border comes within so many metres of a place, by their numbers; of areas, all whose circle does.
    ///
    /// None that does is left out; for circles of more than some kilometres others may be among them.
    ///
    /// - Complexity: O(log *n* + regions within that distance).
    public func outlines(within metres: Double, of place: Coordinate) -> [RegionNumber] {
        let point = place.positionInSpace
        var found: [RegionNumber] = []
        shells.search(within: metres, of: point) { region in
            if region.shell.clearance(at: point) <= metres {
                found.append(RegionNumber(rawValue: region.number))
            }
            return true
        }
        found.sort()
        return found
    }

    /// How far one may move from a place, in metres along the ground, before ``regions(containing:)`` can change.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - limit: How far is far enough; nothing beyond it is looked at.
    /// - Returns: Zero where an answer is about to change, and for a limit that is no distance; at most the limit.
    /// - Complexity: O(log *n* + regions within about four times the result).
    public func clearance(at place: Coordinate, upTo limit: Double) -> Double {
        guard limit > 0 else { return 0 }
        let point = place.positionInSpace
        var reach = min(limit, 64)
        while true {
            var clearance = reach
            shells.search(within: reach, of: point) { region in
                clearance = min(clearance, region.shell.clearance(at: point))
                return clearance > 0
            }
            if clearance < reach || reach >= limit { return max(0, clearance) }
            reach = min(limit, reach * 4)
        }
    }

    /// Tells of every region that contains a place or comes within so many metres of it, in no order.
    ///
    /// - Complexity: O(log *n* + regions found).
    public func forEachRegion(
        within metres: Double, of place: Coordinate, _ body: (RegionNumber) -> Void
    ) {
        shells.search(within: metres, of: place.positionInSpace) { region in
            body(RegionNumber(rawValue: region.number))
            return true
        }
    }

    private mutating func insert(_ circle: Circle, shell: Shell) -> RegionNumber {
        let number = shells.insert(shell)
        if number < circles.count { circles[number] = circle } else { circles.append(circle) }
        return RegionNumber(rawValue: number)
    }
}
