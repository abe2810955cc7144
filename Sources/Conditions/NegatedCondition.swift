/// The opposite of a condition.
public struct NegatedCondition: Hashable, Sendable {
    /// The condition that must be unsatisfied.
    public let condition: Condition

    /// Negates a condition.
    ///
    /// - Throws: ``ConditionError/tooManyLevels`` when the tree becomes too deep.
    public init(_ condition: Condition) throws(ConditionError) {
        self.condition = try condition.checkedAsPart()
    }
}
