import Numerics

/// The signal filters of many beacons, fed with batches of samples in any order, and the resulting distances.
///
/// Each beacon's level equals that of a ``SignalFilter`` with the same samples bit for bit, and each distance
/// equals that of ``PathLoss``. Processing many samples at once makes it fast. Beacons are identified by
/// numbers, for example those of a ``BeaconRegistry``.
public struct SignalBank: Sendable {
    /// A signal strength of one beacon.
    public struct Sample: Hashable, Sendable {
        /// The beacon's number.
        public var beacon: Int
        /// The strength at the receiver, in dBm.
        public var rssi: Int8
        /// The beacon's strength at one metre, in dBm.
        public var measuredPower: Int8
        /// The time of the sample, in microseconds of any clock.
        public var microseconds: Int64

        /// Makes a sample.
        public init(beacon: Int, rssi: Int8, measuredPower: Int8, microseconds: Int64) {
            self.beacon = beacon
            self.rssi = rssi
            self.measuredPower = measuredPower
            self.microseconds = microseconds
        }
    }

    private struct Level {
        var value = 0.0
        /// The time of the newest sample; `Int64.min` before the first.
        var newest = Int64.min
    }

    /// How a signal fades with distance.
    public let pathLoss: PathLoss
    /// In seconds; 0 for no smoothing.
    private let timeConstant: Double
    private var levels: [Level]
    /// Kept between batches to reuse its memory.
    private var exponents: [Double] = []

    /// Makes filters without samples.
    ///
    /// - Parameters:
    ///   - beacons: The number of beacons.
    ///   - timeConstant: The time constant of each filter.
    ///   - pathLoss: How a signal fades with distance.
    public init(beacons: Int, timeConstant: Duration = .seconds(2), pathLoss: PathLoss = .indoors) {
        self.timeConstant = max(timeConstant, .zero).inSeconds
        self.pathLoss = pathLoss
        levels = Array(repeating: Level(), count: beacons)
    }

    /// The smoothed strength of a beacon, in dBm; `nil` before its first sample.
    public func level(of beacon: Int) -> Double? {
        levels[beacon].newest == .min ? nil : levels[beacon].value
    }

    /// Processes samples in their order; a sample that is not newer than its beacon's newest one changes
    /// nothing.
    ///
    /// - Parameters:
    ///   - samples: The samples; their beacons must be numbers of this bank, and their times above
    ///     `Int64.min`.
    ///   - distances: Receives the most likely distance of each sample's beacon after the sample, in metres.
    /// - Complexity: O(*n*).
    public mutating func update(_ samples: [Sample], distances: inout [Double]) {
        noteTimes(samples)
        Elementary.exponentials(of: &exponents)
        distances.removeAll(keepingCapacity: true)
        distances.reserveCapacity(samples.count)
        let scale = 10 * pathLoss.exponent
        for index in samples.indices {
            let sample = samples[index]
            let level = levels[sample.beacon].value
            let next = level + (1 - exponents[index]) * (Double(sample.rssi) - level)
            levels[sample.beacon].value = next
            distances.append((Double(sample.measuredPower) - next) / scale)
        }
        Elementary.powersOfTen(of: &distances)
    }

    /// Records the time of each sample, and the exponent by which the previous level fades.
    private mutating func noteTimes(_ samples: [Sample]) {
        exponents.removeAll(keepingCapacity: true)
        exponents.reserveCapacity(samples.count)
        for sample in samples {
            let newest = levels[sample.beacon].newest
            guard sample.microseconds > newest else {
                exponents.append(0)
                continue
            }
            levels[sample.beacon].newest = sample.microseconds
            // There is no previous level to fade: the first sample counts fully.
            let isFirst = newest == .min || timeConstant == 0
            exponents.append(
                isFirst ? -.infinity : -(Self.seconds(of: sample.microseconds &- newest) / timeConstant))
        }
    }

    /// Computed like `Duration.inSeconds`, to get the same bits.
    private static func seconds(of microseconds: Int64) -> Double {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Double(seconds) + Double(rest * 1_000_000_000_000) * 1e-18
    }
}
