import TipCore
import TipRules

/// The functions of this process and the declarations that a rule needs besides its expression.
struct RuleContext: Sendable {
    var functions = LocalFunctions()
    var parameters: [RuleText: ParameterDefinition] = [:]
    var events: [RuleText: EventDefinition] = [:]
    /// Why the rule is invalid; such a rule never holds.
    var refusal: TipKitError?

    mutating func formUnion(_ other: RuleContext) {
        functions.formUnion(other.functions)
        parameters.merge(other.parameters) { first, _ in first }
        events.merge(other.events) { first, _ in first }
        refusal = refusal ?? other.refusal
    }

    func union(_ other: RuleContext) -> RuleContext {
        var all = self
        all.formUnion(other)
        return all
    }
}
