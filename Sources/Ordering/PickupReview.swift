public import Essentials

/// Compares a window that has been booked with the present rules of its café.
///
/// Windows follow from the café's hours and from its zone's clock, so new zone rules move all future windows with the clock.
/// Orders keep their instants; the review finds orders whose time on the clock has changed.
public struct PickupReview: Hashable, Sendable {
    /// Whether the window's time on the café's clock has changed since it was booked.
    public let hasMoved: Bool
    /// Whether the bookings exceed the present capacity.
    public let isOverfull: Bool

    /// Reviews a window.
    ///
    /// - Parameters:
    ///   - start: When it begins.
    ///   - offset: The café's offset from UTC at the start, in seconds, by the zone rules at the booking; `nil` when unknown.
    ///   - load: The booked load.
    ///   - cafe: The café with its present rules.
    public init(start: Timestamp, offset: Int?, load: PickupLoad, at cafe: Cafe) {
        hasMoved = offset.map { $0 != cafe.zone.secondsFromUTC(at: start) } ?? false
        isOverfull = cafe.pickup.map { !$0.capacity.holds(load) } ?? false
    }
}
