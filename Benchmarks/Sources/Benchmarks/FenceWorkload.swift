import Geodesy
import Fences

/// The seeded circles and walks on which fences are compared, bit for bit those of the peers.
///
/// SplitMix64 in counter form: stream 1 has the circles, stream 2 the first places, stream 3 the steps.
struct FenceWorkload {
    var circles: Int
    var half: Double
    var step: Double
    var devices: Int
    var ticks: Int

    /// Centres and radii, in metres.
    func forEachCircle(_ body: (_ x: Double, _ y: Double, _ radius: Double) -> Void) {
        for index in 0..<UInt64(circles) {
            body(
                (Self.unit(1, 3 * index) * 2 - 1) * half, (Self.unit(1, 3 * index + 1) * 2 - 1) * half,
                50 + 450 * Self.unit(1, 3 * index + 2))
        }
    }

    /// Places, tick by tick.
    func forEachPlace(_ body: (_ device: UInt32, _ x: Double, _ y: Double) -> Void) {
        var x = (0..<UInt64(devices)).map { (Self.unit(2, 2 * $0) * 2 - 1) * half }
        var y = (0..<UInt64(devices)).map { (Self.unit(2, 2 * $0 + 1) * 2 - 1) * half }
        for index in 0..<devices * ticks {
            let device = index % devices
            let number = 2 * UInt64(index)
            x[device] = reflected(x[device] + (Self.unit(3, number) * 2 - 1) * step)
            y[device] = reflected(y[device] + (Self.unit(3, number + 1) * 2 - 1) * step)
            body(UInt32(device), x[device], y[device])
        }
    }

    private func reflected(_ number: Double) -> Double {
        let once = number > half ? 2 * half - number : number
        return once < -half ? -2 * half - once : once
    }

    private static func unit(_ stream: UInt64, _ index: UInt64) -> Double {
        var mixed = stream &+ (index + 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }
}

/// Where the workload lies on the ground.
extension Coordinate {
    static func inLondon(x: Double, y: Double) -> Coordinate? {
        let metres = 2 * Double.pi * 6_371_008.8 / 360
        let cosine = 0.6225146366376195
        return Coordinate(latitude: 51.5 + y / metres, longitude: -0.12 + x / (metres * cosine))
    }
}
