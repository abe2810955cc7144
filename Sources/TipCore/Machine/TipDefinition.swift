public import TipRules

/// The parts of a tip that the engine needs, without its look.
public struct TipDefinition: Hashable, Sendable {
    /// The key of the tip's stored state.
    public var id: TipID
    /// The name of its type, which overrides use (T93).
    public var kind: RuleText
    /// The qualified name of its type, which owns the identifier (TD18).
    public var owner: RuleText
    /// The rules; all must hold (T38).
    public var rules: [RuleExpression]
    /// The number of displays after which it ends; `nil` for no limit (T75).
    public var maximumDisplayCount: Int?
    /// The time on screen after which it ends, in microseconds; `nil` for no limit (T78).
    public var maximumDisplayMicroseconds: Int64?
    /// Whether the tip is exempt from the display frequency (T71).
    public var ignoresDisplayFrequency: Bool
    /// Earlier identifiers of the tip; their stored state is adopted (TD18).
    public var formerIDs: [TipID]
    /// Events that show that the person uses the feature of the tip; a donation to one of them ends the tip
    /// (T85).
    ///
    /// After a reset of eligibility, only donations on devices that declare the tip end it: donations from
    /// other devices may be older than the reset.
    public var endingEvents: [RuleText]

    /// Describes a tip.
    public init(
        id: TipID, kind: RuleText? = nil, owner: RuleText? = nil, rules: [RuleExpression] = [],
        maximumDisplayCount: Int? = nil,
        maximumDisplayMicroseconds: Int64? = nil, ignoresDisplayFrequency: Bool = false,
        formerIDs: [TipID] = [], endingEvents: [RuleText] = []
    ) {
        self.id = id
        self.kind = kind ?? id.name
        self.owner = owner ?? self.kind
        self.rules = rules
        self.maximumDisplayCount = maximumDisplayCount
        self.maximumDisplayMicroseconds = maximumDisplayMicroseconds
        self.ignoresDisplayFrequency = ignoresDisplayFrequency
        self.formerIDs = formerIDs
        self.endingEvents = endingEvents
    }
}

/// The declaration of an event: which donations it keeps.
public struct EventDefinition: Hashable, Sendable {
    /// The default number of donations to keep (T55).
    public static let usualCount = 1_000
    /// The most donations that a catalogue may ask to keep; an undeclared event keeps the same number.
    public static let mostCount = 100_000

    /// The number of newest donations to keep.
    public var maximumCount: Int
    /// The greatest age at which a donation is visible and kept; `nil` for any age (T57).
    public var maximumAge: RuleWindow?
    /// Names that the event had before.
    public var formerNames: [RuleText]
    /// Whether its donations are never sent, for example because they show where a person has been (TA10).
    public var staysOnDevice: Bool

    /// Declares an event; a negative count means zero.
    public init(
        maximumCount: Int = usualCount, maximumAge: RuleWindow? = nil, formerNames: [RuleText] = [],
        staysOnDevice: Bool = false
    ) {
        self.maximumCount = max(maximumCount, 0)
        self.maximumAge = maximumAge
        self.formerNames = formerNames
        self.staysOnDevice = staysOnDevice
    }
}

/// The declaration of a parameter.
public struct ParameterDefinition: Hashable, Sendable {
    /// The value before it is set.
    public var initial: RuleValue
    /// Whether each process starts with the initial value (T50).
    public var isTransient: Bool
    /// Names that the parameter had before.
    public var formerNames: [RuleText]

    /// Declares a parameter.
    public init(initial: RuleValue, isTransient: Bool = false, formerNames: [RuleText] = []) {
        self.initial = initial
        self.isTransient = isTransient
        self.formerNames = formerNames
    }
}

/// The kinds of tips that are shown or hidden for a test, whatever the rules say; kinds are names of types
/// (T93).
public struct TipOverrides: Hashable, Sendable {
    /// Kinds that are shown.
    public var shown: TipSet<RuleText> = []
    /// Kinds that are hidden.
    public var hidden: TipSet<RuleText> = []
    /// Whether all are shown.
    public var showsAll = false
    /// Whether all are hidden.
    public var hidesAll = false

    /// Overrides nothing.
    public init() {}

    /// Whether tips of a kind are shown (`true`), hidden (`false`), or neither; the strongest decides (T89).
    public func verdict(on kind: RuleText) -> Bool? {
        if shown.contains(kind) { return true }
        if hidden.contains(kind) { return false }
        if showsAll { return true }
        return hidesAll ? false : nil
    }
}
