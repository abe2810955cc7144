public import Conditions

extension Monitor {
    /// A monitor's stored data about a condition.
    public struct Record: Hashable, Sendable {
        /// The condition.
        public let condition: Condition
        /// How certain the condition must be before its state changes.
        public let policy: ConditionPolicy
        /// The last acknowledged event (L22, L23), or the state with which the condition was added.
        public let lastEvent: Event

        /// Makes a record, for example in a test.
        public init(condition: Condition, policy: ConditionPolicy = ConditionPolicy(), lastEvent: Event) {
            self.condition = condition
            self.policy = policy
            self.lastEvent = lastEvent
        }
    }
}
