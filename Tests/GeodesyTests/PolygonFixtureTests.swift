import Foundation
import Geodesy
import Testing

/// A polygon, and what Shapely and geographiclib say of places around it.
private struct KnownPolygon {
    struct Place {
        var place: Coordinate
        var isInside: Bool
        var metres: Double
    }

    var polygon: Polygon
    var places: [Place] = []

    static func all() throws -> [KnownPolygon] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Fixtures/polygons.txt"), encoding: .utf8)
        var known: [KnownPolygon] = []
        for line in text.split(separator: "\n") {
            guard line.hasPrefix("place") else {
                known.append(KnownPolygon(polygon: try polygon(of: line.dropFirst("polygon".count))))
                continue
            }
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            try #require(numbers.count == 4 && !known.isEmpty)
            let place = Place(
                place: try #require(Coordinate(latitude: numbers[0], longitude: numbers[1])),
                isInside: numbers[2] == 1, metres: numbers[3])
            known[known.count - 1].places.append(place)
        }
        return known
    }

    private static func polygon(of line: Substring) throws -> Polygon {
        let rings = try line.split(separator: "|").map { ring in
            let numbers = ring.split(separator: " ").compactMap { Double($0) }
            return try stride(from: 0, to: numbers.count, by: 2).map { index in
                try #require(Coordinate(latitude: numbers[index], longitude: numbers[index + 1]))
            }
        }
        return try Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
    }
}

struct `A polygon, compared with Shapely and geographiclib,` {
    @Test func `contains the same places, and its boundary is as far`() throws {
        let table = try KnownPolygon.all()
        #expect(table.count > 60)
        for known in table {
            for place in known.places {
                let distance = known.polygon.signedDistance(to: place.place)
                // Within the grid either answer is right.
                if place.metres > 1e-5 {
                    #expect(known.polygon.contains(place.place) == place.isInside, "\(place)")
                    #expect((distance > 0) == place.isInside, "\(place)")
                }
                let error = distance.magnitude - place.metres
                let bound = 1e-5 + place.metres * place.metres * place.metres * 1e-17
                #expect(error > -1e-5 && error < bound, "\(place) error \(error)")
            }
        }
    }

    @Test func `keeps the same bits`() throws {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for known in try KnownPolygon.all() {
            for place in known.places {
                let distance = known.polygon.signedDistance(to: place.place)
                digest = (digest ^ distance.bitPattern) &* 0x100_0000_01b3
            }
        }
        #expect(digest == 0x257E_4C08_1798_4C56, "\(String(digest, radix: 16))")
    }
}
