/// Why a rule holds or does not: the values at every node that matters (TA2).
public struct RuleExplanation: Hashable, Sendable {
    /// The part of the rule that is explained.
    public let expression: RuleExpression
    /// The value of that part.
    public let value: RuleValue
    /// The first moment at which time alone could change that; `nil` for never.
    public let nextChange: RuleTime?
    /// The parts from which the value was computed, in order: the sides of a comparison, the parts of a
    /// combination.
    public let parts: [RuleExplanation]
    /// The index of the first part that decided alone: the false one of ``RuleExpression/all(_:)``, the true
    /// one of ``RuleExpression/any(_:)``.
    public let decisivePart: Int?

    /// Whether the part is true.
    public var holds: Bool { value.isTrue }
}

extension RuleExpression {
    /// Evaluates the rule and records the value of every part.
    ///
    /// Unlike ``answer(from:at:)``, it evaluates all parts.
    ///
    /// - Complexity: As ``answer(from:at:)``, once for each level.
    public func explanation<Facts: RuleFacts>(from facts: Facts, at now: RuleTime) -> RuleExplanation {
        let answer = answer(from: facts, at: now)
        return RuleExplanation(
            expression: self, value: answer.value, nextChange: answer.nextChange,
            parts: explainedParts.map { $0.explanation(from: facts, at: now) },
            decisivePart: decisivePart(from: facts, at: now))
    }

    // The parts inside a filter have no single value: they are evaluated for each donation.
    private var explainedParts: [RuleExpression] { query == nil ? parts : [] }

    private func decisivePart<Facts: RuleFacts>(from facts: Facts, at now: RuleTime) -> Int? {
        switch self {
        case .all(let parts): parts.firstIndex { !$0.answer(from: facts, at: now).holds }
        case .any(let parts): parts.firstIndex { $0.answer(from: facts, at: now).holds }
        default: nil
        }
    }
}
