public import Essentials

/// Compares a window that has been booked with the present rules of its café.
///
/// Windows follow from the café's hours and from its zone's clock, so new zone rules move all future windows with the clock.
/// Orders keep their instants; the review finds those whose time on the clock has become another one.
public struct PickupReview: Hashable, Sendable {
    /// Whether the clock of the café shows another time when the window begins than it did when it was booked.
    public let hasMoved: Bool
    /// Whether more is booked than the window holds now.
    public let isOverfull: Bool

    /// Reviews a window.
    ///
    /// - Parameters:
    ///   - start: When it begins.
    ///   - offset: How far the café's clock was ahead of UTC then, in seconds, by the rules at the booking; `nil` when that is unknown.
    ///   - load: What is booked of it.
    ///   - cafe: The café with its present rules.
    public init(start: Timestamp, offset: Int?, load: PickupLoad, at cafe: Cafe) {
        hasMoved = offset.map { $0 != cafe.zone.secondsFromUTC(at: start) } ?? false
        isOverfull = cafe.pickup.map { !$0.capacity.holds(load) } ?? false
    }
}
