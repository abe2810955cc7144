import Numerics

/// How a signal fades with distance: by ten times the exponent, in dB, for each tenfold distance.
///
/// This is the log-distance model with log-normal shadowing (T. S. Rappaport, *Wireless Communications*,
/// 4.9). It has one exponent for a place, one strength at one metre for each beacon, and one sigma for the
/// effect of walls, bodies and reflections. You can measure the exponent and the sigma of a place; see
/// ``init(exponent:shadowing:)`` for published values.
public struct PathLoss: Hashable, Sendable {
    /// The exponent: 2 in free space, less along corridors, more behind walls; above 0.
    public let exponent: Double
    /// One sigma of the shadowing, in dB; 0 or more.
    public let shadowing: Double

    /// The model of free space, with shadowing that was measured indoors.
    ///
    /// In the recordings of the Herald project, an exponent of 2 had the smallest errors up to 3.5 m when the
    /// strength at one metre was calibrated. The shadowing is between the residuals of fits to public
    /// recordings: 4.5 dB in a hall, 7.0 dB in a flat.
    public static let indoors = PathLoss(uncheckedExponent: 2, shadowing: 6)

    /// Makes a model from two measured values.
    ///
    /// Fits of public recordings gave exponents from 1.4 to 3.1.
    ///
    /// - Returns: `nil` unless the exponent is above 0, the shadowing is at least 0, and both are finite.
    public init?(exponent: Double, shadowing: Double) {
        guard exponent > 0, exponent.isFinite, shadowing >= 0, shadowing.isFinite else { return nil }
        self.init(uncheckedExponent: exponent, shadowing: shadowing)
    }

    private init(uncheckedExponent exponent: Double, shadowing: Double) {
        self.exponent = exponent
        self.shadowing = shadowing
    }

    /// Estimates the distance of a beacon.
    ///
    /// - Parameters:
    ///   - rssi: The strength at the receiver, in dBm; preferably filtered.
    ///   - measuredPower: The strength at a distance of one metre, in dBm: the value in the frame or, better,
    ///     a measured one. Some devices send frames with a power of 0 or more, which is no valid strength.
    /// - Returns: The distance at which the model predicts this strength.
    public func distance(rssi: Double, measuredPower: Double) -> DistanceEstimate {
        DistanceEstimate(
            metres: Elementary.powerOfTen((measuredPower - rssi) / (10 * exponent)),
            factor: Elementary.powerOfTen(shadowing / (10 * exponent)))
    }

    /// Predicts the strength at a distance.
    ///
    /// - Parameters:
    ///   - metres: The distance, above 0.
    ///   - measuredPower: The strength at a distance of one metre, in dBm.
    /// - Returns: The strength in dBm, without shadowing.
    public func rssi(metres: Double, measuredPower: Double) -> Double {
        measuredPower - 10 * exponent * Elementary.commonLogarithm(metres)
    }
}
