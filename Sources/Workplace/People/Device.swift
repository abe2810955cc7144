public import Essentials

/// Where a screen belongs.
public enum ScreenPlace: Hashable, Sendable {
    /// To a café.
    case cafe(CafeID)
    /// To an entrance of a site.
    case entrance(SpotID)

    /// The café; `nil` for an entrance.
    public var cafe: CafeID? { if case .cafe(let cafe) = self { cafe } else { nil } }
    /// The entrance; `nil` for a café.
    public var entrance: SpotID? { if case .entrance(let spot) = self { spot } else { nil } }
}

/// A screen that signs in by itself and is bound to one café or to one entrance.
public struct Device: Hashable, Sendable {
    /// The identifier.
    public let id: DeviceID
    /// The displayed name.
    public let name: LocalizedText
    /// What it is: one of ``Role/ofScreens``.
    public let role: Role
    /// The café or entrance that it serves.
    public let place: ScreenPlace

    /// The café that it serves; `nil` for a screen at an entrance.
    public var cafe: CafeID? { place.cafe }

    /// Makes a device from its parts.
    public init(id: DeviceID, name: LocalizedText, role: Role, place: ScreenPlace) {
        self.id = id
        self.name = name
        self.role = role
        self.place = place
    }
}

extension Role {
    /// Whether a screen of this role belongs to a place: a tablet at the entrance to an entrance, all others to a café.
    public func fits(_ place: ScreenPlace) -> Bool { (self == .entrance) == (place.entrance != nil) }
}

extension Campus {
    /// Whether the campus has the place of a screen.
    func has(_ place: ScreenPlace) -> Bool {
        switch place {
        case .cafe(let id): cafe(id) != nil
        case .entrance(let spot): entrance(spot) != nil
        }
    }
}

/// A screen of a café.
public struct CafeScreen: Hashable, Sendable {
    /// The identifier.
    public let id: DeviceID
    /// The displayed name.
    public let name: LocalizedText
    /// The café that it serves.
    public let cafe: CafeID

    /// Makes it from a device; `nil` for one at an entrance.
    public init?(_ device: Device) {
        guard let cafe = device.cafe else { return nil }
        id = device.id
        name = device.name
        self.cafe = cafe
    }
}

/// A tablet at an entrance.
public struct EntranceScreen: Hashable, Sendable {
    /// The identifier.
    public let id: DeviceID
    /// The entrance.
    public let entrance: SpotID

    /// Makes it from a device; `nil` for one of a café.
    public init?(_ device: Device) {
        guard let entrance = device.place.entrance else { return nil }
        id = device.id
        self.entrance = entrance
    }
}
