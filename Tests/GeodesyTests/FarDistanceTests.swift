import Foundation
import Geodesy
import TestSupport
import Testing

/// A point in space, by the textbook's formulas and the C library.
private struct SpacePoint {
    private static let axis = 6_378_137.0
    private static let eccentricitySquared = 0.006_694_379_990_141_316

    var x: Double
    var y: Double
    var z: Double

    init(_ place: Coordinate) {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        let radius = Self.axis / (1 - Self.eccentricitySquared * sin(latitude) * sin(latitude)).squareRoot()
        x = radius * cos(latitude) * cos(longitude)
        y = radius * cos(latitude) * sin(longitude)
        z = radius * (1 - Self.eccentricitySquared) * sin(latitude)
    }

    /// The place where the way from the middle to a point of the straight line to another one meets the ground.
    func place(towards other: SpacePoint, part: Double) -> Coordinate? {
        let (x, y) = (x + part * (other.x - x), y + part * (other.y - y))
        let z = z + part * (other.z - z)
        let latitude = atan2(z, (1 - Self.eccentricitySquared) * (x * x + y * y).squareRoot())
        return Coordinate(latitude: latitude * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }
}

struct `A boundary far away` {
    @Test(arguments: UInt64(1)...12)
    func `is as far as the nearest of its places, to a hundredth`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let longitude = random.number(from: -180, to: 180)
        let ring = try (0..<4).map { index in
            let north = [-1.0, -1, 1, 1][index] * random.number(from: 5, to: 25)
            let east = [-1.0, 1, 1, -1][index] * random.number(from: 5, to: 25)
            return try place(north + 20, (longitude + east).remainder(dividingBy: 360))
        }
        let polygon = try Polygon(outer: ring)
        let points = ring.map { SpacePoint($0) }
        let boundary = try points.indices.flatMap { index in
            try (0..<80).map { step in
                try #require(points[index].place(towards: points[(index + 1) % 4], part: Double(step) / 80))
            }
        }
        for _ in 0..<10 {
            let latitude = random.number(from: -90, to: 90)
            let place = try place(latitude, random.number(from: -180, to: 180))
            let distance = polygon.signedDistance(to: place).magnitude
            let sampled = boundary.map { place.distance(to: $0) }.min() ?? 0
            // Samples of an edge lie up to 80 km apart; where the boundary is far that hardly makes it seem farther.
            #expect(distance <= sampled * 1.01, "\(place)")
            #expect(distance > sampled - 40_000, "\(place)")
        }
    }
}
