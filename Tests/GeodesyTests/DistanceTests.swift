import Foundation
import Geodesy
import Testing

/// A pair of places, and their distance by geographiclib.
struct KnownDistance {
    var kind: Substring
    var from: Coordinate
    var to: Coordinate
    var metres: Double

    static func table() throws -> [KnownDistance] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Fixtures/distances.csv"), encoding: .utf8)
        return try text.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: ",")
            let numbers = fields.dropFirst().compactMap { Double($0) }
            try #require(numbers.count == 5)
            let from = try #require(Coordinate(latitude: numbers[0], longitude: numbers[1]))
            let to = try #require(Coordinate(latitude: numbers[2], longitude: numbers[3]))
            return KnownDistance(kind: fields[0], from: from, to: to, metres: numbers[4])
        }
    }
}

struct `A distance on the ellipsoid` {
    @Test func `is Karney's between all kinds of places, and the same both ways`() throws {
        let table = try KnownDistance.table()
        #expect(table.count > 1_300)
        for known in table {
            let metres = known.from.distance(to: known.to)
            let error = (metres - known.metres).magnitude
            #expect(error < 1e-7, "\(known)")
            #expect(known.to.distance(to: known.from) == metres, "\(known)")
        }
    }

    @Test func `is Karney's in twelve thousand hard cases`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(
            contentsOf: folder.appending(path: "Fixtures/hard_distances.txt"), encoding: .utf8)
        var expected = text.split(separator: "\n").makeIterator()
        var pairs = HardPairs()
        for round in 0..<HardPairs.rounds {
            let reach = HardPairs.reaches[round % HardPairs.reaches.count]
            for (kind, pair) in pairs.next(reach: reach).enumerated() {
                let (from, to) = (try #require(pair.from), try #require(pair.to))
                let metres = try #require(expected.next().flatMap { Double($0) })
                let error = (from.distance(to: to) - metres).magnitude
                #expect(error < 1e-7, "kind \(kind), \(from) to \(to)")
            }
        }
        #expect(expected.next() == nil)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 180.0, 20_003_931.4586), (90, 0, -90, 77, 20_003_931.4586), (90, 10, 90, -170, 0),
        (0, -180, 0, 180, 0), (0, 0, 0, 1, 111_319.4908), (0, 0, 1, 0, 110_574.3886),
    ])
    func `has the lengths of textbooks`(
        latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double, metres: Double
    ) throws {
        let from = try #require(Coordinate(latitude: latitude1, longitude: longitude1))
        let to = try #require(Coordinate(latitude: latitude2, longitude: longitude2))
        #expect((from.distance(to: to) - metres).magnitude < 1e-4)
    }

    @Test func `is a number between any two places`() throws {
        let latitudes = [-90, -90.0.nextDown, -45, -1e-300, -0.0, 0, 0x1p-1074, 1e-15, 45, 90.0.nextDown, 90]
        let longitudes = [
            -180, -180.0.nextDown, -1e-300, 0, 0x1p-1074, 1e-15, 90, 179.4, 180.0.nextDown, 180,
        ]
        let places = latitudes.flatMap { latitude in
            longitudes.compactMap { Coordinate(latitude: latitude, longitude: $0) }
        }
        for from in places {
            for to in places {
                let metres = from.distance(to: to)
                #expect(metres >= 0 && metres < 20_003_931.4587, "\(from) to \(to)")
            }
        }
    }

    @Test func `keeps the same bits`() throws {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for known in try KnownDistance.table() {
            digest = (digest ^ known.from.distance(to: known.to).bitPattern) &* 0x100_0000_01b3
        }
        #expect(digest == 0x6A3D_022C_0050_D445, "\(String(digest, radix: 16))")
    }
}
