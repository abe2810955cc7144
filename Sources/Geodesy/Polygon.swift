/// An area on the ground, bounded by an outer ring of corners; each hole has another ring.
///
/// - Edges: An edge is the shorter arc of the great ellipse between two corners. The great ellipse is the
///   intersection of WGS 84 with the plane through both corners and the Earth's centre. The edge stays within
///   7 mm of the geodesic when it is 10 km long, and within 0.7 m when it is 100 km long. It may cross the
///   antimeridian and pass a pole like any other line.
/// - Interior: The smaller side of the outer ring, without the holes. Corners may go clockwise or
///   counterclockwise.
/// - Boundary: Each point of it belongs to one side only. If polygons cover an area without gaps and share
///   corners and whole edges, each place is in exactly one of them. A place on an edge is in the polygon to
///   the north; on a meridian, it is always in the same one.
/// - Precision: Corners and places are rounded to the nearest point of a grid of 3 µm.
///
/// The same places give the same answers on every platform.
public struct Polygon: Sendable {
    let rings: [PolygonRing]
    /// Whether the north pole is inside, after an infinitely small move off the edges.
    private let holdsPole: Bool

    /// Makes a polygon from the corners of its outer ring and its holes.
    ///
    /// The last corner of a ring is joined to the first; do not repeat the first.
    ///
    /// - Throws: The first ``PolygonError`` that is found. A ring must have at least three corners, and must
    ///   not cross or touch itself or another ring. Holes must lie inside the outer ring, and none inside
    ///   another.
    /// - Complexity: O(n log n) for n corners, when few edges overlap along the axis in which the polygon is
    ///   longest; O(n²) at worst. Additionally O(h · n) for h holes.
    public init(outer: [Coordinate], holes: [[Coordinate]] = []) throws(PolygonError) {
        rings = ([outer] + holes).map { PolygonRing($0) }
        try Self.checkEdges(of: rings)
        guard let isLeft = rings[0].isSmallerSideLeft else { throw .halfOfTheGlobe }
        let outerHoldsPole = isLeft == rings[0].hasPoleOnLeft
        holdsPole = try Self.isPoleInside(rings, outerHoldsPole: outerHoldsPole)
    }

    /// The corners of the outer ring, as they were passed in.
    public var outer: [Coordinate] { rings[0].corners }

    /// The corners of each hole, as they were passed in.
    public var holes: [[Coordinate]] { rings.dropFirst().map { $0.corners } }

    /// Whether a place is in the polygon.
    ///
    /// - Complexity: O(n) for n corners. No allocation.
    public func contains(_ place: Coordinate) -> Bool { contains(SpaceVector(place)) }

    func contains(_ place: SpaceVector) -> Bool {
        var isInside = holdsPole
        for ring in rings where ring.separatesFromPole(place) { isInside.toggle() }
        return isInside
    }
}

extension Polygon: Hashable {
    /// Compares corners; polygons of the same area with different corners or another order are not equal.
    public static func == (left: Polygon, right: Polygon) -> Bool {
        left.rings.elementsEqual(right.rings) { $0.corners == $1.corners }
    }

    /// Hashes the corners.
    public func hash(into hasher: inout Hasher) {
        for ring in rings { hasher.combine(ring.corners) }
    }
}
