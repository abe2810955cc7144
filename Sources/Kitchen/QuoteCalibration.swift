public import Essentials

/// Learns, from each order of a café, how the truth relates to the forecast.
///
/// The middle of a band is the order's own work and the work ahead of it, each by a factor that follows the kitchen: a station
/// with more hands than its file says works off the line faster, and not the single order. The width follows from what became of the bands that
/// people saw: a missed one widens the next ones by eight steps in ten, and a kept one narrows them by two. So eight of ten are kept in the
/// long run, whatever the kitchen does (adaptive conformal inference, Gibbs and Candès 2021). The rounding to whole minutes is part of what is learned.
public struct QuoteCalibration: Hashable, Sendable {
    /// How many of ten quotes the bands aim to keep.
    public static let aim = 8
    /// How many of the last quotes the published rate is about.
    public static let memory = 100
    /// The fewest quotes for which a rate is published.
    public static let fewest = 20

    private static let factorStep = 0.05
    private static let widthStep = 0.01
    private static let factors = 0.05...20.0
    private static let widths = 0.0...6.0
    /// The shortest wait for which a band is made.
    private static let leastWait = Duration.seconds(60)

    /// The factor of an order's own work.
    public private(set) var own: Double
    /// The factor of the work ahead.
    public private(set) var ahead: Double
    /// How far the band reaches: from the middle divided by 1 and this, to the middle times 1 and this.
    public private(set) var width: Double
    /// What came of the last quotes, the latest last.
    public private(set) var outcomes: [ReadyQuote.Outcome]

    /// Makes a calibration, of a café without a record unless parts are given.
    ///
    /// - Parameters:
    ///   - own: The factor of an order's own work.
    ///   - ahead: The factor of the work ahead.
    ///   - width: How far the band reaches from its middle.
    ///   - outcomes: What came of the last quotes, the latest last.
    public init(
        own: Double = 1, ahead: Double = 1, width: Double = 0.4, outcomes: [ReadyQuote.Outcome] = []
    ) {
        self.own = own
        self.ahead = ahead
        self.width = width
        self.outcomes = outcomes
    }

    /// How many of ten quotes were kept lately; `nil` while there are too few to say.
    public var keptOfTen: Int? {
        guard outcomes.count >= Self.fewest else { return nil }
        return (outcomes.count { $0 == .kept } * 10 + outcomes.count / 2) / outcomes.count
    }

    /// The quote for an order.
    ///
    /// - Parameters:
    ///   - forecast: What is expected.
    ///   - delay: How much longer everything takes because staff say so.
    ///   - now: The present time, from which the forecast counts.
    /// - Returns: A band of whole minutes, which never begins in the past.
    public func quote(_ forecast: ReadyForecast, delay: Duration = .zero, at now: Timestamp) -> ReadyQuote {
        let wait = expected(forecast)
        let from = now.advanced(by: wait / (1 + width) + delay).roundedDown
        let until = now.advanced(by: wait * (1 + width) + delay).roundedUp
        return ReadyQuote(at: now, forecast: forecast, from: max(from, now.roundedDown), until: until)
    }

    /// Learns from an order that is ready.
    ///
    /// - Returns: Whether the order was ready early, late, or as quoted.
    @discardableResult
    public mutating func note(_ quote: ReadyQuote, readyAt: Timestamp) -> ReadyQuote.Outcome {
        let outcome = quote.outcome(readyAt: readyAt)
        let wait = expected(quote.forecast)
        let error = min(1, max(-1, (quote.at.duration(to: readyAt) - wait) / wait))
        let (ownWait, aheadWait) = (quote.forecast.own * own, quote.forecast.ahead * ahead)
        let share = ownWait + aheadWait > .zero ? ownWait / (ownWait + aheadWait) : 1
        // A café without a record learns faster at first.
        let step = Self.factorStep * (outcomes.count < Self.fewest ? 4 : 1)
        own = (own * (1 + step * error * share)).clamped(to: Self.factors)
        ahead = (ahead * (1 + step * error * (1 - share))).clamped(to: Self.factors)
        let isMissed = outcome != .kept
        width = (width + Self.widthStep * ((isMissed ? 1 : 0) - 0.2)).clamped(to: Self.widths)
        outcomes = outcomes.suffix(Self.memory - 1) + [outcome]
        return outcome
    }

    private func expected(_ forecast: ReadyForecast) -> Duration {
        max(Self.leastWait, forecast.own * own + forecast.ahead * ahead)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}

extension Timestamp {
    private static let minute: Int64 = 60_000

    fileprivate var roundedDown: Timestamp {
        advanced(by: .milliseconds(-(millisecondsSinceEpoch % Self.minute)))
    }

    fileprivate var roundedUp: Timestamp {
        let rest = millisecondsSinceEpoch % Self.minute
        return rest == 0 ? self : advanced(by: .milliseconds(Self.minute - rest))
    }
}
