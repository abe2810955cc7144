/// The short number that is called out when an order is ready.
///
/// It counts the orders of one café on one service day from 1. It is only for the people in the room: pages
/// and requests use the order's identifier, which cannot be guessed.
public struct OrderNumber: Hashable, Sendable {
    /// The place of the order in the day's sequence, from 1.
    public let sequence: Int

    /// Makes a number from a place in the day's sequence.
    ///
    /// - Parameter sequence: The place, from 1.
    ///   The result is `nil` for zero and negative places.
    public init?(sequence: Int) {
        guard sequence >= 1 else { return nil }
        self.sequence = sequence
    }
}

extension OrderNumber: CustomStringConvertible {
    /// At least three digits: `007`, `042`, `1000`.
    public var description: String {
        let digits = String(sequence)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}

extension OrderNumber: Comparable {
    /// Orders numbers by their place in the day.
    public static func < (left: Self, right: Self) -> Bool { left.sequence < right.sequence }
}
