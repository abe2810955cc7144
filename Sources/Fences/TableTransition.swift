public import Conditions

/// A change of one shared condition for one device.
public struct TableTransition: Hashable, Sendable {
    /// The name of the condition.
    public let condition: ConditionName
    /// The new state, with its time and reason.
    public let change: ConditionTransition

    /// Makes a transition.
    public init(condition: ConditionName, change: ConditionTransition) {
        self.condition = condition
        self.change = change
    }
}
