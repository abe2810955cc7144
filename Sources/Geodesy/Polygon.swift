/// An area on the ground, bounded by an outer ring of corners and, where it has holes, by a ring around each of them.
///
/// - Edges: An edge is the shorter arc of the great ellipse between two corners: where the plane through both and the
///   middle of the globe meets WGS 84. It stays within 7 mm of the geodesic when it is 10 km long, within 0.7 m when it is
///   100 km long, and crosses the antimeridian and passes the poles like any other line.
/// - Interior: The smaller side of the outer ring, less the holes. Corners may go round either way.
/// - Boundary: Belongs to one side only. Of polygons that cover an area without gaps, sharing corners and whole edges, each
///   place is in exactly one: on an edge in the one to the north, and on a meridian always in the same one.
/// - Precision: Corners and places count at the nearest point of a grid of 3 µm.
///
/// The same places have the same answers on every platform.
public struct Polygon: Sendable {
    let rings: [PolygonRing]
    /// Whether the north pole, moved by less than any distance, is inside.
    private let holdsPole: Bool

    /// Makes a polygon of the corners of its outer ring and of its holes.
    ///
    /// The last corner of a ring is joined to the first; it does not repeat it.
    ///
    /// - Throws: The first ``PolygonError`` that is found: rings must have three corners at least, must not cross or touch
    ///   themselves or each other, and holes must lie inside the outer ring and beside each other.
    /// - Complexity: O(n log n) for n corners, when few edges lie beside each other in the direction in which the polygon is
    ///   longest; O(n²) at worst. O(h · n) more for h holes.
    public init(outer: [Coordinate], holes: [[Coordinate]] = []) throws(PolygonError) {
        rings = ([outer] + holes).map { PolygonRing($0) }
        try Self.checkEdges(of: rings)
        guard let isLeft = rings[0].isSmallerSideLeft else { throw .halfOfTheGlobe }
        let outerHoldsPole = isLeft == rings[0].hasPoleOnLeft
        holdsPole = try Self.isPoleInside(rings, outerHoldsPole: outerHoldsPole)
    }

    /// The corners of the outer ring, as they were given.
    public var outer: [Coordinate] { rings[0].corners }

    /// The corners of each hole, as they were given.
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
    /// Compares corners; polygons of the same area with other corners, or in another order, differ.
    public static func == (left: Polygon, right: Polygon) -> Bool {
        left.rings.elementsEqual(right.rings) { $0.corners == $1.corners }
    }

    /// Feeds the corners.
    public func hash(into hasher: inout Hasher) {
        for ring in rings { hasher.combine(ring.corners) }
    }
}
