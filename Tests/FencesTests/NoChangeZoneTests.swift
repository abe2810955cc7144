import Geodesy
import TestSupport
import Testing

@testable import Fences

@Suite struct NoChangeZoneTests {
    @Test(arguments: [0.0, 51.5, -89.999, 90, 12.345])
    func `what a quiet place holds is no farther than was said`(latitude: Double) throws {
        var random = SplitMix64(seed: 7)
        var held = 0
        for _ in 0..<2_000 {
            let place = try #require(Self.place(about: latitude, &random))
            let distance = random.number(from: 0, to: 150)
            let quiet = NoChangeZone(near: place, within: distance)
            let other = try #require(Self.place(about: latitude, &random))
            guard quiet.holds(other) else { continue }
            held += 1
            #expect(place.distance(to: other) < distance)
        }
        #expect(held > 0)
    }

    @Test func `LD20: a quiet place is the same for fixes that are metres apart`() throws {
        let one = try #require(Coordinate(latitude: 51.500_01, longitude: -0.120_01))
        let other = try #require(Coordinate(latitude: 51.500_05, longitude: -0.120_05))
        let middle = NoChangeZone(near: one, within: 100).middle
        #expect(middle == NoChangeZone(near: other, within: 100).middle)
        #expect(middle != one && middle != other)
    }

    @Test func `a quiet place that nothing was said of holds nothing`() {
        #expect(!NoChangeZone().holds(.origin))
        #expect(!NoChangeZone(near: .origin, within: 0).holds(.origin))
        #expect(!NoChangeZone(near: .origin, within: -5).holds(.origin))
    }

    /// A place within about a hundred metres of one another.
    private static func place(about latitude: Double, _ random: inout SplitMix64) -> Coordinate? {
        Coordinate(
            latitude: min(90, latitude + random.number(from: -0.0008, to: 0.0008)),
            longitude: 179.999 + random.number(from: -0.0008, to: 0.0008))
    }
}
