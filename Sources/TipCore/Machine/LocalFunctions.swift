public import TipRules

/// The functions of this process that rules use, by number: computed members and closures (TD24).
public struct LocalFunctions: Sendable {
    /// What a function makes of a value at a moment.
    public typealias Function = @Sendable (RuleValue, RuleTime) -> RuleAnswer

    private var functions: TipTable<LocalFunction, Function> = [:]

    /// Makes an empty list.
    public init() {}

    /// Whether the list is empty.
    public var isEmpty: Bool { functions.isEmpty }

    /// The function of a number, if it is known.
    public subscript(function: LocalFunction) -> Function? {
        get { functions[function] }
        set { functions[function] = newValue }
    }

    /// Adds the functions of another list.
    public mutating func formUnion(_ other: LocalFunctions) {
        for (name, function) in other.functions where functions[name] == nil { functions[name] = function }
    }
}
