public import Essentials
public import TipRules

/// Why what a device knows of tips is not taken; nothing has changed then.
public enum TipRefusal: Error, Hashable, Sendable {
    /// The bytes are no ledger.
    case unreadable(RuleError)
    /// A number in it is larger than any that can come about.
    case impossible
    /// It holds events that stay on the device.
    case staysOnDevice([RuleText])
    /// It holds what lies more than a day after the server's time, which is told.
    case clockAhead(now: Timestamp)
    /// More devices, and processes on them, have written than are kept apart.
    case tooManyDevices
    /// The ledger would take more bytes than are kept of a person.
    case tooLarge
}
