public import Essentials

/// When an order is handed over.
public struct OrderPickup: Hashable, Sendable {
    /// When the window begins.
    public let start: Timestamp
    /// When the window ends.
    public let end: Timestamp
    /// Whether the person asked for the first window.
    public let isSoonest: Bool
    /// When the ticket enters the kitchen's line.
    ///
    /// The person can cancel until then, if the kitchen has not begun before.
    public let entersLineAt: Timestamp

    /// Makes a pickup from its stored parts.
    ///
    /// - Parameters:
    ///   - start: When the window begins.
    ///   - end: When the window ends.
    ///   - isSoonest: Whether the person asked for the first window.
    ///   - entersLineAt: When the ticket takes its place in the kitchen's line.
    public init(start: Timestamp, end: Timestamp, isSoonest: Bool, entersLineAt: Timestamp) {
        self.start = start
        self.end = end
        self.isSoonest = isSoonest
        self.entersLineAt = entersLineAt
    }

    /// Makes the pickup of an order that is placed or started at an instant.
    ///
    /// A ticket for as soon as possible enters the line at once if its window has begun by the time the order can be ready.
    /// Other tickets enter the line before their window, by the minutes of the longest item.
    public init(_ booking: PickupBooking, of lines: [OrderLine], at now: Timestamp) {
        let isForNow = booking.isSoonest && booking.readyAt > booking.window.start
        let entry = isForNow ? now : Self.lineEntry(before: booking.window, of: lines)
        self.init(
            start: booking.window.start, end: booking.window.end, isSoonest: booking.isSoonest,
            entersLineAt: max(now, entry))
    }

    /// When a ticket must enter the line for a window: before it, by the minutes of the longest item.
    public static func lineEntry(before window: PickupWindow, of lines: [OrderLine]) -> Timestamp {
        window.start.advanced(by: .seconds(-60 * (lines.map(\.prepMinutes).max() ?? 0)))
    }

    /// Whether it is too late to cancel, although the kitchen has not begun.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - acceptedAt: When the kitchen got the order.
    /// - Returns: Whether it is too late.
    public func isPastCutoff(at now: Timestamp, acceptedAt: Timestamp) -> Bool {
        guard let cutoff = cutoff(acceptedAt: acceptedAt) else { return false }
        return now >= cutoff
    }

    /// The last moment at which the person can cancel.
    ///
    /// It is `nil` for an order that entered the line at once; such an order can be cancelled until the kitchen begins.
    public func cutoff(acceptedAt: Timestamp) -> Timestamp? {
        entersLineAt > acceptedAt ? entersLineAt : nil
    }
}
