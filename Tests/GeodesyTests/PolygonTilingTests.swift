import Geodesy
import TestSupport
import Testing

/// Cells that cover an area without gaps, with shared corners and whole shared edges.
private struct Tiling {
    var cells: [Polygon] = []
    /// Corners and other places; each must lie in one cell.
    var places: [Coordinate] = []

    /// A grid of crooked cells around a place; `size` is that of a cell, in degrees.
    init(seed: UInt64, around latitude: Double, _ longitude: Double, size: Double) throws {
        var random = SplitMix64(seed: seed)
        let grid = try (0...6).map { row in
            try (0...6).map { column in
                let north = (Double(row) - 3 + random.number(from: -0.3, to: 0.3)) * size
                let east = (Double(column) - 3 + random.number(from: -0.3, to: 0.3)) * size
                return try Tiling.place(latitude + north, longitude + east)
            }
        }
        for row in 0..<6 {
            for column in 0..<6 {
                let ring = [
                    grid[row][column], grid[row][column + 1], grid[row + 1][column + 1],
                    grid[row + 1][column],
                ]
                cells.append(try Polygon(outer: random.next() & 1 == 0 ? ring : ring.reversed()))
            }
        }
        for row in 1..<6 {
            for column in 1..<6 {
                let corner = grid[row][column]
                places.append(corner)
                places.append(try Tiling.place(corner.latitude.nextUp, corner.longitude.nextDown))
                let next = grid[row][column == 5 ? 1 : column + 1]
                for _ in 0..<4 {
                    // Near the edge, and mostly so near that the grid decides.
                    let part = random.number(from: 0, to: 1)
                    let east = (next.longitude - corner.longitude).remainder(dividingBy: 360) * part
                    let north = (next.latitude - corner.latitude) * part
                    places.append(try Tiling.place(corner.latitude + north, corner.longitude + east))
                }
            }
        }
        for _ in 0..<400 {
            let north = random.number(from: -2, to: 2) * size
            let east = random.number(from: -2, to: 2) * size
            places.append(try Tiling.place(latitude + north, longitude + east))
        }
    }

    /// A globe of triangles between both poles.
    init(globeFrom seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let equator = try (0..<5).map { index in
            let north = seed == 0 ? 0 : random.number(from: -20, to: 20)
            return try Tiling.place(north, Double(index) * 72 - 180)
        }
        let poles = [try Tiling.place(90, 0), try Tiling.place(-90, 12)]
        for (index, corner) in equator.enumerated() {
            let next = equator[(index + 1) % 5]
            for pole in poles { cells.append(try Polygon(outer: [pole, corner, next])) }
        }
        places = poles + equator
        places.append(try Tiling.place(90, -77))
        for corner in equator {
            for latitude in [-89.9, -45, -1e-9, 0, 1e-9, 30, 89.999_999] {
                places.append(try Tiling.place(latitude, corner.longitude))
            }
        }
        for _ in 0..<2_000 {
            places.append(
                try Tiling.place(random.number(from: -90, to: 90), random.number(from: -180, to: 180)))
        }
    }

    /// A place whose latitude goes on beyond a pole, and whose longitude goes on beyond the antimeridian.
    private static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        let isOver = latitude.magnitude > 90
        let north = isOver ? (latitude < 0 ? -180 : 180) - latitude : latitude
        let east = (longitude + (isOver ? 180 : 0)).remainder(dividingBy: 360)
        return try #require(Coordinate(latitude: north, longitude: east))
    }
}

struct `Polygons that cover an area without gaps` {
    @Test(arguments: [
        // The last three have cells of half a metre, 0.1 mm and 20 µm, a few steps of the grid.
        (48.0, 11.0, 1.0), (0, 0, 5), (0, 180, 0.01), (-17, -179.99, 0.1), (60, 25, 5e-6),
        (-33.9, 151.2, 1e-9),
        (51.5, 0, 2e-10),
    ])
    func `have each place in exactly one of them`(latitude: Double, longitude: Double, size: Double) throws {
        for seed in UInt64(1)...5 {
            let tiling = try Tiling(seed: seed, around: latitude, longitude, size: size)
            for place in tiling.places {
                #expect(tiling.cells.count { $0.contains(place) } == 1, "\(place), seed \(seed)")
            }
        }
    }

    @Test(arguments: UInt64(0)...5)
    func `have each place in exactly one of them all over the globe`(seed: UInt64) throws {
        let tiling = try Tiling(globeFrom: seed)
        for place in tiling.places {
            #expect(tiling.cells.count { $0.contains(place) } == 1, "\(place)")
        }
    }
}
