/// What a principal may do.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Orders for oneself.
    case employee
    /// Works tickets in any kitchen.
    case cook
    /// Runs a café.
    case manager
    /// Runs the installation.
    case administrator
    /// A kitchen display, bound to one café.
    case kitchen
    /// A status board, bound to one café.
    case board
}
