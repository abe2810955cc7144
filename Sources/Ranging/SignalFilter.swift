import Numerics

/// Smooths signal strengths that come at irregular times.
///
/// Each sample pulls the level towards itself, more strongly after a longer pause. A lasting change reaches
/// 63 % after one time constant, and 95 % after three. The filter averages dB, because shadowing is symmetric
/// in dB.
public struct SignalFilter<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// The time constant; a longer one gives a calmer but later level.
    public let timeConstant: Duration
    /// The smoothed strength, in dBm; `nil` before the first sample.
    public private(set) var level: Double?
    /// The time of the newest sample.
    public private(set) var newest: Instant?

    /// Starts without a sample.
    ///
    /// - Parameter timeConstant: The time constant, which is also the mean age of the weighted samples; 2 s
    ///   corresponds to a window of 4 s. With zero or less, only the newest sample counts.
    public init(timeConstant: Duration = .seconds(2)) { self.timeConstant = timeConstant }

    /// Updates the level with a sample.
    ///
    /// A sample that is not newer than the newest one changes nothing, so repeated and late reports do no
    /// harm.
    ///
    /// - Returns: The smoothed strength, in dBm.
    @discardableResult
    public mutating func update(rssi: Int8, at time: Instant) -> Double {
        let sample = Double(rssi)
        guard let level, let newest else {
            self.newest = time
            self.level = sample
            return sample
        }
        guard time > newest else { return level }
        let next = level + weight(after: newest.duration(to: time)) * (sample - level)
        self.newest = time
        self.level = next
        return next
    }

    private func weight(after gap: Duration) -> Double {
        guard timeConstant > .zero else { return 1 }
        return 1 - Elementary.exponential(-(gap.inSeconds / timeConstant.inSeconds))
    }
}
