public import Essentials

/// When an order is expected to be ready, before the calibration: its own work, and the work ahead of it in the line.
public struct ReadyForecast: Hashable, Sendable {
    /// How long the order would take in an empty kitchen.
    public let own: Duration
    /// How much longer it takes because of the work ahead of it.
    public let ahead: Duration

    /// Makes a forecast.
    ///
    /// - Parameters:
    ///   - own: How long the order would take in an empty kitchen.
    ///   - ahead: How much longer it takes because of the work ahead of it.
    public init(own: Duration, ahead: Duration) {
        self.own = own
        self.ahead = ahead
    }
}

/// When an order is quoted to be ready: a band of whole minutes.
public struct ReadyQuote: Hashable, Sendable {
    /// When the order joined the line.
    public let at: Timestamp
    /// What was expected.
    public let forecast: ReadyForecast
    /// The beginning of the band.
    public let from: Timestamp
    /// The end of the band.
    public let until: Timestamp

    /// Makes a quote from its stored parts.
    ///
    /// - Parameters:
    ///   - at: When the order joined the line.
    ///   - forecast: What was expected.
    ///   - from: The beginning of the band.
    ///   - until: The end of the band.
    public init(at: Timestamp, forecast: ReadyForecast, from: Timestamp, until: Timestamp) {
        self.at = at
        self.forecast = forecast
        self.from = from
        self.until = until
    }

    /// How an order compares with what it was quoted.
    public enum Outcome: Character, Hashable, Sendable {
        /// Ready before the band.
        case early = "e"
        /// Ready within the band.
        case kept = "k"
        /// Ready after the band.
        case late = "l"
    }

    /// Compares the quote with the time at which the order was ready.
    public func outcome(readyAt: Timestamp) -> Outcome {
        readyAt < from ? .early : readyAt > until ? .late : .kept
    }
}
