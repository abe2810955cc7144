public import Essentials
public import Ordering

/// A pickup window that a person's basket holds for a limited time.
///
/// A person has one basket, so a new hold takes the place of the last one.
public struct PickupHold: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// The café.
    public let cafe: CafeID
    /// When the window begins.
    public let start: Timestamp
    /// When the window ends.
    public let end: Timestamp
    /// Whether the person asked for the first window.
    public let isSoonest: Bool
    /// The capacity that it holds.
    public let shares: [PickupShare]
    /// When it is released unless an order takes it over.
    public let expiresAt: Timestamp

    /// Makes a hold from a booking.
    init(_ booking: PickupBooking, for person: PersonID, at cafe: CafeID, until expiry: Timestamp) {
        self.init(
            person: person, cafe: cafe, start: booking.window.start, end: booking.window.end,
            isSoonest: booking.isSoonest, shares: booking.shares, expiresAt: expiry)
    }

    init(
        person: PersonID, cafe: CafeID, start: Timestamp, end: Timestamp, isSoonest: Bool,
        shares: [PickupShare], expiresAt: Timestamp
    ) {
        self.person = person
        self.cafe = cafe
        self.start = start
        self.end = end
        self.isSoonest = isSoonest
        self.shares = shares
        self.expiresAt = expiresAt
    }
}
