import TestSupport

/// A place where several beacons are heard, each with noise of its own.
///
/// Around its mean a signal has noise from one advertisement to the next, and a drift that changes within half a minute or
/// so. In recordings of a tag that stands still (TETAM gateways) the sigma of single advertisements is 2.9 dB, and 6.0 dB
/// for the worst tenth; that of means of ten seconds is 0.5 dB, and 1.1 dB for the worst tenth.
struct SimulatedPlace {
    /// The mean strength of each beacon, in dBm.
    var strengths: [Double]
    private let noise: Double
    private var drifts: [Double]
    private var generator: SplitMix64
    private var time: Int64 = 0

    /// Beacons at random strengths, the strongest two often equally near, with that many dB of noise.
    init(seed: UInt64, beacons: Int, noise: Double) {
        self.noise = noise
        var generator = SplitMix64(seed: seed)
        strengths = (0..<beacons).map { _ in .random(in: -75 ... -65, using: &generator) }
        drifts = Array(repeating: 0, count: beacons)
        self.generator = generator
    }

    /// Hears every beacon about twice a second.
    mutating func stand(seconds: Int64, hear: (Int, Int8, Moment) -> Void) {
        let end = time + seconds * 1_000
        while time < end {
            for index in strengths.indices {
                // An autoregressive step of half a second with a time constant of 30 s, and a sigma of 1 dB.
                drifts[index] = drifts[index] * 0.983 + 0.18 * normal()
                let level = strengths[index] + drifts[index] + noise * normal()
                let moment = Moment(time + .random(in: 0..<100, using: &generator))
                if Double.random(in: 0..<1, using: &generator) < 0.9 {
                    hear(index, Int8(level.rounded()), moment)
                }
            }
            time += 500
        }
    }

    /// A number with mean 0 and sigma 1: twelve uniform ones added.
    private mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
    }
}
