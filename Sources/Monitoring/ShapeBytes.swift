import Conditions
import Geodesy
import Observations

/// Corners and windows as bytes of a column: 64-bit numbers, least significant byte first.
enum ShapeBytes {
    /// For each ring the number of its corners, then their latitudes and longitudes; the outer ring first.
    static func bytes(of polygon: Polygon) -> [UInt8] {
        var writer = NumberWriter()
        for ring in [polygon.outer] + polygon.holes {
            writer.write(UInt64(ring.count))
            for corner in ring {
                writer.write(corner.latitude.bitPattern)
                writer.write(corner.longitude.bitPattern)
            }
        }
        return writer.bytes
    }

    /// The polygon in a column's bytes.
    static func polygon(_ bytes: [UInt8]) throws -> Polygon {
        var reader = NumberReader(bytes)
        var rings: [[Coordinate]] = []
        while !reader.isAtEnd {
            let count = try reader.number()
            // No writer stores a count above the number of remaining bytes.
            guard count <= UInt64(bytes.count) else { throw Damage(reason: "a ring has too many corners") }
            rings.append(try (0..<count).map { _ in try corner(&reader) })
        }
        guard let outer = rings.first else { throw Damage(reason: "a polygon has no ring") }
        do throws(PolygonError) {
            return try Polygon(outer: outer, holes: Array(rings.dropFirst()))
        } catch {
            throw Damage(reason: "a polygon is none: \(error)")
        }
    }

    private static func corner(_ reader: inout NumberReader) throws -> Coordinate {
        let latitude = Double(bitPattern: try reader.number())
        let longitude = Double(bitPattern: try reader.number())
        guard let corner = Coordinate(latitude: latitude, longitude: longitude) else {
            throw Damage(reason: "a corner lies off the globe")
        }
        return corner
    }

    /// The beginning and the end of each window, in microseconds since 1970.
    static func bytes(of windows: TimeWindowCondition) -> [UInt8] {
        var writer = NumberWriter()
        for window in windows.windows {
            writer.write(UInt64(bitPattern: window.lowerBound.microseconds))
            writer.write(UInt64(bitPattern: window.upperBound.microseconds))
        }
        return writer.bytes
    }

    /// The windows in a column's bytes.
    static func windows(_ bytes: [UInt8]) throws -> TimeWindowCondition {
        var reader = NumberReader(bytes)
        var windows: [Range<ObservationTime>] = []
        while !reader.isAtEnd {
            let start = ObservationTime(microseconds: Int64(bitPattern: try reader.number()))
            let end = ObservationTime(microseconds: Int64(bitPattern: try reader.number()))
            guard start <= end else { throw Damage(reason: "a window ends before it begins") }
            windows.append(start..<end)
        }
        do throws(ConditionError) {
            return try TimeWindowCondition(windows)
        } catch {
            throw Damage(reason: "windows are none: \(error)")
        }
    }
}

private struct NumberWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

private struct NumberReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() throws -> UInt64 {
        guard rest.count >= 8 else { throw Damage(reason: "the bytes of a shape are cut off") }
        defer { rest.removeFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
