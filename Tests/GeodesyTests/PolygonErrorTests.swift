import Geodesy
import Testing

struct `A polygon is refused` {
    private static let square = [(0.0, 0.0), (0, 10), (10, 10), (10, 0)]

    @Test(
        arguments: [
            ([], PolygonError.tooFewCorners(ring: 0)),
            ([(0.0, 0.0), (0, 1)], .tooFewCorners(ring: 0)),
            ([(0, 0), (0, 10), (10, 10), (10, 0), (0, 0)], .repeatedCorner(ring: 0, first: 0, second: 4)),
            ([(0, 0), (0, 0), (0, 10), (10, 10)], .repeatedCorner(ring: 0, first: 0, second: 1)),
            ([(0, 180), (0, -180), (1, 179)], .repeatedCorner(ring: 0, first: 0, second: 1)),
            ([(90, 0), (90, 50), (80, 0)], .repeatedCorner(ring: 0, first: 0, second: 1)),
            ([(0, 0), (0, 1e-11), (1, 1)], .repeatedCorner(ring: 0, first: 0, second: 1)),
            // Two triangles that meet in a corner.
            (
                [(0, 0), (0, 10), (5, 5), (10, 10), (10, 0), (5, 5)],
                .repeatedCorner(ring: 0, first: 2, second: 5)
            ),
            ([(0, 0), (10, 10), (0, 10), (10, 0)], .selfCrossing(ring: 0, edge: 0, otherEdge: 2)),
            // Across the antimeridian, and across a pole.
            ([(0, 175), (10, -175), (0, -175), (10, 175)], .selfCrossing(ring: 0, edge: 0, otherEdge: 2)),
            ([(80, 0), (80, 180), (80, 90), (80, -90)], .selfCrossing(ring: 0, edge: 0, otherEdge: 2)),
            // There and back again, and a corner on another edge.
            ([(0, 0), (0, 10), (0, 5)], .selfCrossing(ring: 0, edge: 0, otherEdge: 2)),
            ([(0, 0), (0, 10), (5, 10), (0, 5), (5, 0)], .selfCrossing(ring: 0, edge: 0, otherEdge: 3)),
            ([(0, 0), (0, 180), (10, 90)], .edgeWithoutDirection(ring: 0, edge: 0)),
            ([(40, 0), (-40, -179.95), (10, 90)], .edgeWithoutDirection(ring: 0, edge: 0)),
            ([(0, 0), (0, 90), (0, 180), (0, -90)], .halfOfTheGlobe),
            ([(90, 0), (0, 20), (-90, 0), (0, -160)], .halfOfTheGlobe),
        ] as [([(Double, Double)], PolygonError)])
    func `with its reason`(degrees: [(Double, Double)], reason: PolygonError) throws {
        let ring = try corners(degrees)
        #expect(throws: reason) { try Polygon(outer: ring) }
    }

    @Test(
        arguments: [
            ([[(20.0, 20.0), (20, 21), (21, 21)]], PolygonError.holeOutside(ring: 1)),
            ([[(1, 1), (1, 20), (2, 1)]], .holeCrossing(ring: 1, edge: 1, outerEdge: 1)),
            ([[(0, 0), (1, 2), (2, 1)]], .holeCrossing(ring: 1, edge: 0, outerEdge: 0)),
            ([[(1, 1), (5, 1), (1, 5)], [(2, 2), (6, 6), (2, 6)]], .holesTouching(ring: 1, otherRing: 2)),
            ([[(1, 1), (5, 1), (1, 5)], [(5, 1), (7, 1), (7, 2)]], .holesTouching(ring: 1, otherRing: 2)),
            (
                [[(1, 1), (5, 1), (1, 5)], [(1.5, 1.5), (2, 1.5), (1.5, 2)]],
                .holesTouching(ring: 1, otherRing: 2)
            ),
            ([[(1, 1), (5, 1), (1, 5)], [(7, 7), (8, 7)]], .tooFewCorners(ring: 2)),
        ] as [([[(Double, Double)]], PolygonError)])
    func `with the reason in its holes`(degrees: [[(Double, Double)]], reason: PolygonError) throws {
        let ring = try corners(Self.square)
        let holes = try degrees.map { try corners($0) }
        #expect(throws: reason) { try Polygon(outer: ring, holes: holes) }
    }
}
