/// The parts of a condition over several others, at least one.
public struct CompoundCondition: Hashable, Sendable {
    /// The parts, in the order in which they were given.
    public let parts: [Condition]

    /// Puts conditions together.
    ///
    /// - Throws: ``ConditionError/noParts`` without any, ``ConditionError/tooManyLevels`` and
    ///   ``ConditionError/tooManyLeaves`` when the tree becomes too large.
    public init(_ parts: [Condition]) throws(ConditionError) {
        guard !parts.isEmpty else { throw .noParts }
        var leaves = 0
        for part in parts { leaves += try part.checkedAsPart().leaves }
        guard leaves <= Condition.mostLeaves else { throw .tooManyLeaves }
        self.parts = parts
    }
}
