public import Essentials
public import Ordering

/// What a café's wall clock and opening hours say at an instant, and until when that holds.
public struct CafeMoment: Hashable, Sendable {
    /// Whether the café is open.
    public let isOpen: Bool
    /// When it opens next, while it is closed and if it ever does.
    public let opensAt: Timestamp?
    /// When it closes, while it is open and if it ever does.
    public let closesAt: Timestamp?
    /// The service day that the instant belongs to.
    public let serviceDay: ServiceDay

    private let hours: OpeningHours
    private let from: Timestamp
    private let until: Timestamp
}
