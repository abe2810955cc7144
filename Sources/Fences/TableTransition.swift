public import Conditions

/// A change of one shared condition for one device.
public struct TableTransition: Hashable, Sendable {
    /// Which of the conditions changed.
    public let condition: ConditionName
    /// What it changed to, when and why.
    public let change: ConditionTransition

    /// Makes a transition.
    public init(condition: ConditionName, change: ConditionTransition) {
        self.condition = condition
        self.change = change
    }
}
