/// A device's present place.
public struct FenceUpdate<Place: Sendable>: Sendable {
    /// The device's number.
    public var device: UInt32
    /// The place.
    public var place: Place

    /// Makes an update.
    public init(device: UInt32, place: Place) {
        self.device = device
        self.place = place
    }
}

/// A device entered or left an area.
public struct FenceEvent: Hashable, Sendable {
    /// The device's number.
    public var device: UInt32
    /// The area's number.
    public var area: UInt32
    /// Whether it is inside now.
    public var isInside: Bool

    /// Makes an event.
    public init(device: UInt32, area: UInt32, isInside: Bool) {
        self.device = device
        self.area = area
        self.isInside = isInside
    }
}
