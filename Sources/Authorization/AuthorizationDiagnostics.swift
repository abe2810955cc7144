/// Reasons why something is not allowed now; several may apply at once (L80).
public struct AuthorizationDiagnostics: OptionSet, Hashable, Sendable {
    /// The set bits.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Only coarse positions are allowed (L83).
    public static let accuracyLimited = AuthorizationDiagnostics(rawValue: 1 << 0)
    /// The person refused this program.
    public static let authorizationDenied = AuthorizationDiagnostics(rawValue: 1 << 1)
    /// Location is switched off for the whole device; this implies nothing about this program (L81).
    public static let authorizationDeniedGlobally = AuthorizationDiagnostics(rawValue: 1 << 2)
    /// Not allowed, and the person cannot change it.
    public static let authorizationRestricted = AuthorizationDiagnostics(rawValue: 1 << 3)
    /// The person has not answered yet.
    public static let authorizationRequestInProgress = AuthorizationDiagnostics(rawValue: 1 << 4)
    /// The program is not used enough to be allowed.
    public static let insufficientlyInUse = AuthorizationDiagnostics(rawValue: 1 << 5)
    /// An explicit service session is required, but none is held (L82).
    public static let serviceSessionRequired = AuthorizationDiagnostics(rawValue: 1 << 6)
    /// A session requires always, but the person has not granted it.
    public static let alwaysAuthorizationDenied = AuthorizationDiagnostics(rawValue: 1 << 7)
    /// A session requires full accuracy, but the person has not granted it.
    public static let fullAccuracyDenied = AuthorizationDiagnostics(rawValue: 1 << 8)
}
