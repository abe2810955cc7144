import Geodesy
import TestSupport
import Testing

struct `The straight distance` {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test func `goes through the Earth from pole to pole and across the equator`() throws {
        let poles = try place(90, 0).straightDistance(to: try place(-90, 50))
        #expect(abs(poles - 2 * 6_356_752.314_245_179) < 1e-6)
        let equator = try place(0, -90).straightDistance(to: try place(0, 90))
        #expect(abs(equator - 2 * 6_378_137.0) < 1e-6)
    }

    @Test func `is never longer than the way along the surface, and the same in both directions`() throws {
        var generator = SplitMix64(seed: 14)
        for _ in 0..<2_000 {
            let reach = generator.next() % 2 == 0 ? 90.0 : 0.01
            let from = try place(
                generator.number(from: -reach, to: reach), generator.number(from: -reach, to: reach))
            let to = try place(
                generator.number(from: -reach, to: reach), generator.number(from: -reach, to: reach))
            let straight = from.straightDistance(to: to)
            #expect(straight <= from.distance(to: to) + 1e-8)
            #expect(straight.bitPattern == to.straightDistance(to: from).bitPattern)
            if reach < 1 { #expect(abs(straight - from.distance(to: to)) < 1e-4) }
        }
    }

    @Test func `is nothing across the antimeridian at one place`() throws {
        #expect(try place(12, 180).straightDistance(to: try place(12, -180)) < 1e-8)
    }
}
