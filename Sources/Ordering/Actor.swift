public import Essentials

/// Who caused a change.
public enum Actor: Hashable, Sendable {
    /// Someone who is signed in.
    case person(PersonID)
    /// A screen that is signed in by itself.
    case device(DeviceID)
    /// The installation, for example when a time has passed.
    case system
}
