public import TipEngine

/// Makes a rule of a condition on a parameter or an event, as data.
///
/// ```swift
/// #Rule(Self.$isSignedIn) { $0 == true }
/// #Rule(Region.harbour.visited) { $0.donations.donatedWithin(.week).count > 3 }
/// ```
///
/// The closure is read once, when the rule is made, on a stand-in for the value; what it says becomes data that explains
/// itself, travels, and is evaluated alike everywhere (TD24). It may name parts with `let`, and ends with its condition.
/// Values from around it are those of that moment. Statements that would have no effect are errors where they stand.
///
/// - Parameters:
///   - input: The parameter, by its projected value, or the event.
///   - predicate: The condition.
@freestanding(expression)
public macro Rule<Input: Tips.RuleInput>(
    _ input: Input, _ predicate: (Input.RuleTerm) -> Tips.Term<Bool>
) -> Tips.Rule = #externalMacro(module: "TipMacroPlugin", type: "RuleMacro")

/// Makes a rule of a condition on two parameters or events, as data.
///
/// - Parameters:
///   - first: A parameter, by its projected value, or an event.
///   - second: Another one.
///   - predicate: The condition.
@freestanding(expression)
public macro Rule<First: Tips.RuleInput, Second: Tips.RuleInput>(
    _ first: First, _ second: Second, _ predicate: (First.RuleTerm, Second.RuleTerm) -> Tips.Term<Bool>
) -> Tips.Rule = #externalMacro(module: "TipMacroPlugin", type: "RuleMacro")

/// Makes a rule of a condition on three parameters or events, as data.
///
/// - Parameters:
///   - first: A parameter, by its projected value, or an event.
///   - second: Another one.
///   - third: A further one.
///   - predicate: The condition.
@freestanding(expression)
public macro Rule<First: Tips.RuleInput, Second: Tips.RuleInput, Third: Tips.RuleInput>(
    _ first: First, _ second: Second, _ third: Third,
    _ predicate: (First.RuleTerm, Second.RuleTerm, Third.RuleTerm) -> Tips.Term<Bool>
) -> Tips.Rule = #externalMacro(module: "TipMacroPlugin", type: "RuleMacro")

/// Makes a rule of a condition that is no data: one that branches, or calls what only this program has.
///
/// The closure runs at each evaluation, on the value itself. Such a rule stays in its program; asking it to travel is a
/// typed error (TD24). The compiler takes this form only for what the other forms do not accept.
///
/// - Parameters:
///   - input: The parameter, by its projected value, or the event.
///   - predicate: The condition. It is optional only to rank behind the other forms, and must be there.
@freestanding(expression)
public macro Rule<Input: Tips.RuleInput>(
    _ input: Input, _ predicate: (@Sendable (Input.RuleSnapshot) -> Bool)?
) -> Tips.Rule = #externalMacro(module: "TipMacroPlugin", type: "LocalRuleMacro")
