/// The opposite of a condition.
public struct NegatedCondition: Hashable, Sendable {
    /// What must be unsatisfied.
    public let condition: Condition

    /// Turns a condition round.
    ///
    /// - Throws: ``ConditionError/tooManyLevels`` when the tree becomes too high.
    public init(_ condition: Condition) throws(ConditionError) {
        self.condition = try condition.checkedAsPart()
    }
}
