public import JSON
public import TipCore
import TipRules

/// A finding of the check of a catalogue (TA8).
public struct TipFinding: Hashable, Sendable {
    /// The severity of a finding.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Something does not work for anybody.
        case error
        /// Something does not work for some people, or probably does not.
        case warning
        /// Something that may be intended.
        case note
    }

    /// The kind of a finding; the raw values are stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The rules of a tip cannot all hold.
        case unreachable
        /// No history was found in which a tip is shown.
        case notReached = "not-reached"
        /// An ordered group can never move past a tip.
        case groupBlocked = "group-blocked"
        /// An ordered group can wait for a tip that is hidden for good and has not ended.
        case groupStalls = "group-stalls"
        /// A tip is in more than one group.
        case severalGroups = "several-groups"
        /// A tip lacks a language of the catalogue.
        case untranslated
        /// A rule waits for an event that nobody donates.
        case neverDonated = "never-donated"
        /// A rule reads a parameter that nobody sets.
        case neverSet = "never-set"
        /// The server does not know a value of the source `workplace`.
        case unknownFact = "unknown-fact"
        /// A segment names an unknown platform or role.
        case emptySegment = "empty-segment"
        /// The value of a rule changes all the time, so that a page must evaluate it again and again.
        case restless
        /// An icon is unknown.
        case unknownIcon = "unknown-icon"
        /// No tip uses a declared event or parameter.
        case unused
        /// A tip is switched off.
        case switchedOff = "switched-off"
    }

    /// The severity.
    public let severity: Severity
    /// The kind.
    public let code: Code
    /// The place in the file.
    public let path: JSONPath
    /// The tip of the finding.
    public let tip: TipID?
    /// The problem, in words that follow the name of the place.
    public let reason: String
    /// Whether it is proved; otherwise a bounded search found nothing.
    public let isProved: Bool

    /// How many histories the search tries for a tip before it reports that none shows the tip.
    public static let triedHistories = 4_000

    init(
        _ severity: Severity, _ code: Code, at path: [JSONPath.Step], tip: TipID? = nil,
        isProved: Bool = true,
        _ reason: String
    ) {
        self.severity = severity
        self.code = code
        self.path = JSONPath(path)
        self.tip = tip
        self.reason = reason
        self.isProved = isProved
    }
}

/// The names that a program knows; `nil` when they are unknown.
public struct TipVocabulary: Hashable, Sendable {
    /// The events that the program donates.
    public var donatedEvents: Set<String>?
    /// The parameters that the program sets, without those of the workplace.
    public var setParameters: Set<String>?
    /// The parameters that the server sets.
    public var facts: Set<String>?
    /// The platforms.
    public var platforms: Set<String>?
    /// The roles.
    public var roles: Set<String>?
    /// The icons.
    public var icons: Set<String>?

    /// Makes a vocabulary without names.
    public init() {}

    func gives(_ parameter: String, isFact: Bool) -> Bool {
        (isFact ? facts : setParameters)?.contains(parameter) ?? true
    }

    func donates(_ event: String) -> Bool {
        TipCatalogue.ownEvents.contains { $0.name.string == event } || donatedEvents?.contains(event) ?? true
    }
}
