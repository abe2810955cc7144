public import TipRules

/// What the engine needs to know of a tip; what it looks like is not among it.
public struct TipDefinition: Hashable, Sendable {
    /// The key of everything that is kept of it.
    public var id: TipID
    /// The name of its type: what overrides name (T93).
    public var kind: RuleText
    /// Its type's name with all in which the type lies: what claims the identifier (TD18).
    public var owner: RuleText
    /// The rules; all must hold (T38).
    public var rules: [RuleExpression]
    /// After how many displays it ends; `nil` for any number (T75).
    public var maximumDisplayCount: Int?
    /// After how long on the screen it ends, in microseconds; `nil` for any length (T78).
    public var maximumDisplayMicroseconds: Int64?
    /// Whether the display frequency does not hold it back (T71).
    public var ignoresDisplayFrequency: Bool
    /// Identifiers that it had before; what is kept of them is taken over (TD18).
    public var formerIDs: [TipID]
    /// Events that show that the person uses what the tip is about: a donation to one of them ends it (T85).
    ///
    /// After a reset of eligibility, only donations on devices that declare the tip end it: donations from elsewhere may be
    /// older than the reset.
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

/// What an event is declared to keep.
public struct EventDefinition: Hashable, Sendable {
    /// How many donations are kept where nothing else is declared (T55).
    public static let usualCount = 1_000
    /// The most donations that a catalogue may have kept, and that are kept of an event that is not declared.
    public static let mostCount = 100_000

    /// How many donations are kept, the newest.
    public var maximumCount: Int
    /// How old a donation may be to be seen and kept; `nil` for any age (T57).
    public var maximumAge: RuleWindow?
    /// Names that the event had before.
    public var formerNames: [RuleText]
    /// Whether its donations are never sent: such as where somebody has been (TA10).
    public var staysOnDevice: Bool

    /// Declares what an event keeps; a negative count is none.
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

/// What a parameter is declared to be.
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

/// What is shown or hidden for a test, whatever the rules say; raw types are names (T93).
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
