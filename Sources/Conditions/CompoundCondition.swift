/// The parts of a compound condition, at least one.
public struct CompoundCondition: Hashable, Sendable {
    /// The parts, in the order in which they were passed in.
    public let parts: [Condition]

    /// Combines conditions.
    ///
    /// - Throws: ``ConditionError/noParts`` for an empty list; ``ConditionError/tooManyLevels`` and
    ///   ``ConditionError/tooManyLeaves`` when the tree becomes too large.
    public init(_ parts: [Condition]) throws(ConditionError) {
        guard !parts.isEmpty else { throw .noParts }
        var leaves = 0
        for part in parts { leaves += try part.checkedAsPart().leaves }
        guard leaves <= Condition.mostLeaves else { throw .tooManyLeaves }
        self.parts = parts
    }
}
