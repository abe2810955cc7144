import Numerics

/// Smooths signal strengths that come at irregular times: each sample pulls the level towards itself, the more the
/// longer it is since the last one.
///
/// After one time constant a lasting change has arrived to 63 %, after three to 95 %. Averages are taken of dB, as
/// shadowing is symmetric in dB.
public struct SignalFilter<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// How long the past counts; longer is calmer and later.
    public let timeConstant: Duration
    /// The smoothed strength, in dBm; `nil` before the first sample.
    public private(set) var level: Double?
    /// When the newest sample was taken.
    public private(set) var newest: Instant?

    /// Begins without a sample.
    ///
    /// - Parameter timeConstant: How long the past counts. The mean age of what counts is as long; 2 s is that of a
    ///   window of 4 s. Zero or less keeps the newest sample alone.
    public init(timeConstant: Duration = .seconds(2)) { self.timeConstant = timeConstant }

    /// Takes a sample.
    ///
    /// One that is not newer than the newest changes nothing, so that repeated and late reports do no harm.
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
