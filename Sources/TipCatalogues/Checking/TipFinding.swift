public import JSON
public import TipCore
import TipRules

/// Something that is worth a look in a catalogue that can be read (TA8).
public struct TipFinding: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Something does not work for anybody.
        case error
        /// Something does not work for somebody, or probably.
        case warning
        /// Something that is meant perhaps.
        case note
    }

    /// What it is; the raw values are stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The rules of a tip cannot all hold.
        case unreachable
        /// No history was found in which a tip is shown.
        case notReached = "not-reached"
        /// An ordered group can never move past a tip.
        case groupBlocked = "group-blocked"
        /// An ordered group can come to wait for a tip that is not shown any more and has not ended.
        case groupStalls = "group-stalls"
        /// A tip is in more than one group.
        case severalGroups = "several-groups"
        /// A tip is not there in all languages of the catalogue.
        case untranslated
        /// A rule waits for an event that nobody donates.
        case neverDonated = "never-donated"
        /// A rule reads a parameter that nobody sets.
        case neverSet = "never-set"
        /// Nobody gives a value that is said to come from the workplace.
        case unknownFact = "unknown-fact"
        /// A segment names a platform or a role that there is not.
        case emptySegment = "empty-segment"
        /// A rule is another at every moment, so that whoever shows the tip has to ask all the time.
        case restless
        /// An icon is not there.
        case unknownIcon = "unknown-icon"
        /// An event or a parameter is declared, and no tip looks at it.
        case unused
        /// A tip is switched off.
        case switchedOff = "switched-off"
    }

    /// How bad it is.
    public let severity: Severity
    /// What it is.
    public let code: Code
    /// Where it is in the file.
    public let path: JSONPath
    /// The tip that it is about.
    public let tip: TipID?
    /// What is the matter, in words that follow the name of the place.
    public let reason: String
    /// Whether it follows from the file alone; else it is what a bounded search did not find.
    public let isProved: Bool

    /// How many histories are tried for a tip before it is told as one that none shows.
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

/// What a program that shows a catalogue is known to do; `nil` where nothing is known.
public struct TipVocabulary: Hashable, Sendable {
    /// The events that are donated somewhere.
    public var donatedEvents: Set<String>?
    /// The parameters that are set somewhere, those of the workplace not counted.
    public var setParameters: Set<String>?
    /// The values that the workplace gives.
    public var facts: Set<String>?
    /// The platforms that there are.
    public var platforms: Set<String>?
    /// The roles that there are.
    public var roles: Set<String>?
    /// The icons that there are.
    public var icons: Set<String>?

    /// Knows nothing.
    public init() {}

    func gives(_ parameter: String, isFact: Bool) -> Bool {
        (isFact ? facts : setParameters)?.contains(parameter) ?? true
    }

    func donates(_ event: String) -> Bool {
        TipCatalogue.ownEvents.contains { $0.name.string == event } || donatedEvents?.contains(event) ?? true
    }
}
