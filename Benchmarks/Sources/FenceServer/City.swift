import Conditions
import Geodesy

/// The circles of the fence workload: 50 to 500 m, uniform in a square of 60 km; the same bits everywhere.
enum City {
    private static let half = 30_000.0
    private static let metresPerDegree = 2 * Double.pi * 6_371_008.8 / 360
    private static let cosineOfLatitude = 0.622_514_636_637_619_5

    /// So many circles.
    static func circles(_ count: Int) throws -> [CircularGeographicCondition] {
        try (0..<UInt64(count)).map { index in
            let (x, y) = ((unit(3 * index) * 2 - 1) * half, (unit(3 * index + 1) * 2 - 1) * half)
            guard
                let center = Coordinate(
                    latitude: 51.5 + y / metresPerDegree,
                    longitude: -0.12 + x / (metresPerDegree * cosineOfLatitude))
            else { preconditionFailure("(\(x), \(y)) is not on Earth") }
            return try CircularGeographicCondition(center: center, radius: 50 + 450 * unit(3 * index + 2))
        }
    }

    /// Number `index` of SplitMix64's stream 1, from 0 up to 1.
    private static func unit(_ index: UInt64) -> Double {
        var mixed = 1 &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }
}
