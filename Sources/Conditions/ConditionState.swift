/// The state of a condition; raw values are Core Location's.
public enum ConditionState: UInt8, Hashable, Sendable {
    /// No observation has decided it yet, or the sources that decided it can no longer observe it.
    case unknown = 0
    /// It is true.
    case satisfied = 1
    /// It is false.
    case unsatisfied = 2
    /// It is not evaluated at all.
    case unmonitored = 3

    /// Whether it is satisfied or unsatisfied.
    public var isKnown: Bool { self == .satisfied || self == .unsatisfied }
}

extension ConditionState {
    /// The state with a stable name; `nil` for any other text.
    public init?(name: String) {
        switch name {
        case "unknown": self = .unknown
        case "satisfied": self = .satisfied
        case "unsatisfied": self = .unsatisfied
        case "unmonitored": self = .unmonitored
        default: return nil
        }
    }

    /// The stable English name for texts and JSON.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .satisfied: "satisfied"
        case .unsatisfied: "unsatisfied"
        case .unmonitored: "unmonitored"
        }
    }
}

/// Reasons why a condition cannot be decided: Core Location's diagnostics, and one more.
public struct ConditionDiagnostics: OptionSet, Hashable, Sendable {
    /// The set bits.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Only coarse positions are allowed.
    public static let accuracyLimited = ConditionDiagnostics(rawValue: 1 << 0)
    /// The person refused.
    public static let authorizationDenied = ConditionDiagnostics(rawValue: 1 << 1)
    /// Location is switched off for the whole device.
    public static let authorizationDeniedGlobally = ConditionDiagnostics(rawValue: 1 << 2)
    /// Not allowed, and the person cannot change it.
    public static let authorizationRestricted = ConditionDiagnostics(rawValue: 1 << 3)
    /// The person has not answered yet.
    public static let authorizationRequestInProgress = ConditionDiagnostics(rawValue: 1 << 4)
    /// The program is not used enough to be allowed.
    public static let insufficientlyInUse = ConditionDiagnostics(rawValue: 1 << 5)
    /// This kind of condition cannot be evaluated here.
    public static let conditionUnsupported = ConditionDiagnostics(rawValue: 1 << 6)
    /// Too many other conditions are monitored.
    public static let conditionLimitExceeded = ConditionDiagnostics(rawValue: 1 << 7)
    /// The store failed; recent changes may be lost.
    public static let persistenceUnavailable = ConditionDiagnostics(rawValue: 1 << 8)
    /// An explicit service session is required, but none is held.
    public static let serviceSessionRequired = ConditionDiagnostics(rawValue: 1 << 9)
    /// The radio is off, or every source that could decide is gone (LD14).
    public static let sourceUnavailable = ConditionDiagnostics(rawValue: 1 << 10)
}
