public import Essentials

/// A screen that signs in by itself and is bound to one café.
public struct Device: Hashable, Sendable {
    /// The identifier.
    public let id: DeviceID
    /// The displayed name.
    public let name: LocalizedText
    /// What it is: one of ``Role/ofScreens``.
    public let role: Role
    /// The café that it serves.
    public let cafe: CafeID

    /// Makes a device from its parts.
    public init(id: DeviceID, name: LocalizedText, role: Role, cafe: CafeID) {
        self.id = id
        self.name = name
        self.role = role
        self.cafe = cafe
    }
}
