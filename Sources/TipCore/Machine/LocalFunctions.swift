public import TipRules

/// The functions of this process that rules use, by number: computed members and closures (TD24).
public struct LocalFunctions: Sendable {
    /// Computes an answer from a value at a moment.
    public typealias Function = @Sendable (RuleValue, RuleTime) -> RuleAnswer

    private var functions: TipTable<LocalFunction, Known> = [:]

    /// A function, and how often rules of declared tips use it.
    private struct Known: Sendable {
        let function: Function
        var uses = 0
    }

    /// Makes an empty list.
    public init() {}

    /// Whether the list is empty.
    public var isEmpty: Bool { functions.isEmpty }

    /// The function of a number, if it is known.
    public subscript(function: LocalFunction) -> Function? {
        get { functions[function]?.function }
        set {
            functions[function] = newValue.map { Known(function: $0, uses: functions[function]?.uses ?? 0) }
        }
    }

    /// Records that a rule uses functions.
    mutating func use(_ names: [LocalFunction]) {
        for name in names { functions[name]?.uses += 1 }
    }

    /// Records that a rule no longer uses functions, and removes the unused functions.
    mutating func release(_ names: [LocalFunction]) {
        for name in names {
            guard let uses = functions[name]?.uses else { continue }
            if uses > 1 { functions[name]?.uses = uses - 1 } else { functions[name] = nil }
        }
    }

    /// Forgets functions of a rule that is not declared, unless another uses them.
    mutating func removeUnused(_ names: [LocalFunction]) {
        for name in names where functions[name]?.uses == 0 { functions[name] = nil }
    }

    /// Adds the functions of another list.
    public mutating func formUnion(_ other: LocalFunctions) {
        for (name, function) in other.functions where functions[name] == nil { functions[name] = function }
    }
}
