public import Essentials

/// The wait of a placed order for its person, or of a guest's order for its payment at the counter.
///
/// A person's total is reserved during the wait. The order is paid when the kitchen gets the ticket. An order that is not
/// started in time expires without a payment.
public struct OrderWait: Hashable, Sendable {
    /// Why a wait ends without the person.
    public enum End: String, CaseIterable, Hashable, Sendable {
        /// The café closes, or its service day ends.
        case closing
        /// The order has waited for ``OrderWait/longest``.
        case tooLong = "too-long"
    }

    /// The longest wait.
    ///
    /// It is bounded because a waiting order reserves money and stock.
    public static let longest: Duration = .seconds(4 * 3_600)

    /// The longest wait of a guest's order for its payment at the counter.
    public static let longestUnpaid: Duration = .seconds(1_800)

    /// When the order expires.
    public let until: Timestamp
    /// Why it expires then.
    public let end: End

    /// Makes a wait from its stored parts.
    public init(until: Timestamp, end: End) {
        self.until = until
        self.end = end
    }

    /// Begins a wait.
    ///
    /// - Parameters:
    ///   - start: When the order was placed.
    ///   - close: When the café closes or its service day ends, whichever is first.
    ///   - longest: How long the order waits at most.
    public init(from start: Timestamp, closingAt close: Timestamp, longest: Duration = Self.longest) {
        let limit = start.advanced(by: longest)
        self =
            close <= limit ? OrderWait(until: close, end: .closing) : OrderWait(until: limit, end: .tooLong)
    }

    /// Whether the order can no longer be started.
    public func isOver(at instant: Timestamp) -> Bool { instant >= until }
}
