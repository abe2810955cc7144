import Numerics

/// The signal filters of many beacons, fed with batches of samples in any order, and the distances that follow.
///
/// Each beacon's level is that of a ``SignalFilter`` with the same samples, bit for bit, and each distance that of
/// ``PathLoss``; taking many samples at once is what makes it fast. Beacons are numbers, such as a ``BeaconRegistry``
/// gives.
public struct SignalBank: Sendable {
    /// One strength of one beacon.
    public struct Sample: Hashable, Sendable {
        /// The beacon's number.
        public var beacon: Int
        /// The strength at the receiver, in dBm.
        public var rssi: Int8
        /// The beacon's strength at one metre, in dBm.
        public var measuredPower: Int8
        /// When it was taken, in microseconds of any clock.
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
        /// When the newest sample was taken; the beginning of time before the first.
        var newest = Int64.min
    }

    /// How a signal fades with distance.
    public let pathLoss: PathLoss
    /// In seconds; 0 for none.
    private let timeConstant: Double
    private var levels: [Level]
    /// Kept between batches for its room.
    private var exponents: [Double] = []

    /// Makes filters without a sample.
    ///
    /// - Parameters:
    ///   - beacons: How many beacons there are.
    ///   - timeConstant: How long the past counts.
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

    /// Takes samples in their order; one that is not newer than its beacon's newest changes nothing.
    ///
    /// - Parameters:
    ///   - samples: The samples; their beacons must be numbers of the bank's, and their times later than the
    ///     beginning of `Int64`.
    ///   - distances: Takes the most likely distance of each sample's beacon after it, in metres.
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

    /// Notes when each sample was taken, and the exponent by which the level before it fades.
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
            // Nothing fades of what was not there yet: the first sample counts whole.
            let isFirst = newest == .min || timeConstant == 0
            exponents.append(
                isFirst ? -.infinity : -(Self.seconds(of: sample.microseconds &- newest) / timeConstant))
        }
    }

    /// Computed as a duration is, for the same bits.
    private static func seconds(of microseconds: Int64) -> Double {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Double(seconds) + Double(rest * 1_000_000_000_000) * 1e-18
    }
}
