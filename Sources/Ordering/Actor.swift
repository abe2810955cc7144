public import Essentials

/// Who caused a change.
public enum Actor: Hashable, Sendable {
    /// Someone who is signed in.
    case person(PersonID)
    /// A screen that signs in without a person.
    case device(DeviceID)
    /// The installation, for example when a time has passed.
    case system
}
