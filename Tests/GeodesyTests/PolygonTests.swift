import Geodesy
import TestSupport
import Testing

/// Corners from pairs of latitude and longitude.
func corners(_ degrees: [(Double, Double)]) throws -> [Coordinate] {
    try degrees.map { try #require(Coordinate(latitude: $0.0, longitude: $0.1)) }
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
}

struct `A polygon` {
    static let square = [(48.0, 11.0), (48.0, 12.0), (49.0, 12.0), (49.0, 11.0)]

    @Test(arguments: [
        (48.5, 11.5, true), (48.1, 11.9, true), (49.5, 11.5, false), (48.5, 10.9, false),
        (-48.5, 11.5, false),
        (-48.5, -168.5, false), (90, 0, false), (-90, 0, false),
        // The southern edge is bent north of the circle of latitude, as every great ellipse is.
        (48.001, 11.5, false), (49.001, 11.5, true),
    ])
    func `contains what lies between its edges, whichever way its corners go round`(
        latitude: Double, longitude: Double, isInside: Bool
    ) throws {
        let ring = try corners(Self.square)
        let place = try place(latitude, longitude)
        #expect(try Polygon(outer: ring).contains(place) == isInside)
        #expect(try Polygon(outer: ring.reversed()).contains(place) == isInside)
    }

    @Test(arguments: [(48.5, 11.5, false), (48.2, 11.5, true), (48.5, 11.25, true), (47, 11.5, false)])
    func `does not contain its holes`(latitude: Double, longitude: Double, isInside: Bool) throws {
        let hole = try corners([(48.4, 11.4), (48.4, 11.6), (48.6, 11.6), (48.6, 11.4)])
        let place = try place(latitude, longitude)
        for hole in [hole, hole.reversed()] {
            let polygon = try Polygon(outer: corners(Self.square), holes: [hole])
            #expect(polygon.contains(place) == isInside)
            #expect((polygon.signedDistance(to: place) > 0) == isInside)
        }
    }

    @Test(arguments: [
        (0.0, 180.0, true), (0, -180, true), (0.5, 179.5, true), (0.5, -179.5, true), (0, 0, false),
        (0, 178, false),
        (0, -178, false), (2, 180, false),
    ])
    func `crosses the antimeridian like any other line`(
        latitude: Double, longitude: Double, isInside: Bool
    ) throws {
        let polygon = try Polygon(outer: corners([(-1, 179), (-1, -179), (1, -179), (1, 179)]))
        #expect(try polygon.contains(place(latitude, longitude)) == isInside)
    }

    @Test(arguments: [1.0, -1])
    func `may lie around a pole`(hemisphere: Double) throws {
        let ring = try corners((0..<12).map { (80 * hemisphere, Double($0) * 30 - 180) })
        let polygon = try Polygon(outer: ring)
        #expect(try polygon.contains(place(90 * hemisphere, 0)))
        #expect(try polygon.contains(place(90 * hemisphere, 77)))
        #expect(try polygon.contains(place(81 * hemisphere, -15)))
        #expect(try !polygon.contains(place(79 * hemisphere, -15)))
        #expect(try !polygon.contains(place(-90 * hemisphere, 0)))
        let distance = try polygon.signedDistance(to: place(90 * hemisphere, 0))
        // To the middle of an edge, which is nearer than the corners at 1 116 826 m.
        #expect(distance > 1_070_000 && distance < 1_090_000, "\(distance)")
    }

    @Test func `may have a corner at a pole`() throws {
        let polygon = try Polygon(outer: corners([(90, 0), (70, 0), (70, 90)]))
        #expect(try polygon.contains(place(80, 45)))
        #expect(try polygon.contains(place(89.9999, 1)))
        #expect(try !polygon.contains(place(89.9999, -1)))
        #expect(try !polygon.contains(place(89.9999, 91)))
        #expect(try !polygon.contains(place(80, -135)))
    }

    @Test func `is the smaller side of a ring that goes over half the globe`() throws {
        let ring = try corners([(-10, 0), (-10, 90), (-10, 180), (-10, -90)])
        let polygon = try Polygon(outer: ring)
        #expect(try polygon.contains(place(-90, 0)))
        #expect(try !polygon.contains(place(0, 45)))
        #expect(try !polygon.contains(place(90, 0)))
    }

    @Test func `keeps its corners`() throws {
        let hole = try corners([(48.4, 11.4), (48.4, 11.6), (48.6, 11.6)])
        let polygon = try Polygon(outer: corners(Self.square), holes: [hole])
        #expect(try polygon.outer == corners(Self.square))
        #expect(polygon.holes == [hole])
        #expect(try polygon == Polygon(outer: corners(Self.square), holes: [hole]))
        #expect(try polygon != Polygon(outer: corners(Self.square)))
    }
}
