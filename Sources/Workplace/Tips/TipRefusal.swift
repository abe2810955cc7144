public import Essentials
public import TipRules

/// Reasons to refuse the changes of a device; a refusal changes nothing.
public enum TipRefusal: Error, Hashable, Sendable {
    /// The bytes are not a ledger.
    case unreadable(RuleError)
    /// A number in it is impossibly large.
    case impossible
    /// It holds events that stay on the device.
    case staysOnDevice([RuleText])
    /// It has a time more than a day after the server's time, which the answer names.
    case clockAhead(now: Timestamp)
    /// Too many devices, and processes on them, have written.
    case tooManyDevices
    /// The ledger would have too many bytes.
    case tooLarge
}
