/// Why corners do not make a polygon.
///
/// Rings are numbered from 0, the outer ring first; the corners and edges of a ring also from 0. Edge k goes
/// from corner k to the next one.
public enum PolygonError: Error, Hashable, Sendable {
    /// A ring has fewer than three corners.
    case tooFewCorners(ring: Int)
    /// Two corners of a ring are closer than 0.01 mm; do not close a ring by repeating its first corner.
    case repeatedCorner(ring: Int, first: Int, second: Int)
    /// The edge ends within ten kilometres of the antipode of its start, so its direction is ambiguous.
    case edgeWithoutDirection(ring: Int, edge: Int)
    /// Two edges of a ring cross, touch, or lie on each other.
    case selfCrossing(ring: Int, edge: Int, otherEdge: Int)
    /// Neither side of the outer ring is smaller: it halves the globe.
    case halfOfTheGlobe
    /// A hole lies outside the outer ring.
    case holeOutside(ring: Int)
    /// An edge of a hole crosses or touches the outer ring.
    case holeCrossing(ring: Int, edge: Int, outerEdge: Int)
    /// Two holes cross or touch each other, or one lies within the other.
    case holesTouching(ring: Int, otherRing: Int)
}
