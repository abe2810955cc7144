public import Essentials

/// How long an order that is placed waits for its person.
///
/// The total is set aside meanwhile, and paid when the kitchen gets the ticket. An order that nobody starts in time
/// expires: nothing was paid.
public struct OrderWait: Hashable, Sendable {
    /// What a wait ends with when nobody comes.
    public enum End: String, CaseIterable, Hashable, Sendable {
        /// The café closes, or its service day ends.
        case closing
        /// The order has waited for ``OrderWait/longest``.
        case tooLong = "too-long"
    }

    /// How long an order waits at most: it holds money, and items that others would have.
    public static let longest: Duration = .seconds(4 * 3_600)

    /// When the order expires.
    public let until: Timestamp
    /// What it expires by.
    public let end: End

    /// Takes up a wait as it was kept.
    public init(until: Timestamp, end: End) {
        self.until = until
        self.end = end
    }

    /// Begins a wait.
    ///
    /// - Parameters:
    ///   - start: When the order was placed.
    ///   - close: When the café closes or its service day ends, whichever is first.
    public init(from start: Timestamp, closingAt close: Timestamp) {
        let limit = start.advanced(by: Self.longest)
        self =
            close <= limit ? OrderWait(until: close, end: .closing) : OrderWait(until: limit, end: .tooLong)
    }

    /// Whether the order can no longer be started.
    public func isOver(at instant: Timestamp) -> Bool { instant >= until }
}
