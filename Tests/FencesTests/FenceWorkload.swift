import TestSupport
import Testing

@testable import Fences

/// The seeded circles and walks on which fences are compared with other programs.
struct FenceWorkload {
    static let half = 30_000.0

    /// Circles with radii of 50 to 500 m in a square.
    static func areas(_ count: Int) throws -> [Plane.Area] {
        var numbers = SplitMix64(seed: 1)
        return try (0..<count).map { _ in
            let (x, y) = ((numbers.unit() * 2 - 1) * half, (numbers.unit() * 2 - 1) * half)
            let center = try #require(Plane.Place(x: x, y: y))
            return try #require(Plane.Area(center: center, radius: 50 + 450 * numbers.unit()))
        }
    }

    private var starts = SplitMix64(seed: 2)
    private var steps = SplitMix64(seed: 3)
    private var places: [(x: Double, y: Double)] = []

    /// Devices that begin anywhere in the square.
    init(devices: Int) {
        places = (0..<devices).map { _ in
            ((starts.unit() * 2 - 1) * Self.half, (starts.unit() * 2 - 1) * Self.half)
        }
    }

    /// A step of every device, of at most 15 m in each direction; the border turns them back.
    mutating func tick() throws -> [FenceUpdate<Plane.Place>] {
        try places.indices.map { device in
            places[device].x = Self.reflected(places[device].x + (steps.unit() * 2 - 1) * 15)
            places[device].y = Self.reflected(places[device].y + (steps.unit() * 2 - 1) * 15)
            let place = try #require(Plane.Place(x: places[device].x, y: places[device].y))
            return FenceUpdate(device: UInt32(device), place: place)
        }
    }

    private static func reflected(_ number: Double) -> Double {
        if number > half { return 2 * half - number }
        return number < -half ? -2 * half - number : number
    }
}

extension SplitMix64 {
    /// A number from 0 up to 1, as the generators of other languages make it.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
