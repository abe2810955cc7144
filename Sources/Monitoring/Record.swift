public import Conditions

extension Monitor {
    /// What a monitor keeps about a condition.
    public struct Record: Hashable, Sendable {
        /// What is monitored.
        public let condition: Condition
        /// How sure the condition must be before it changes.
        public let policy: ConditionPolicy
        /// The last event whose handling is complete (L22, L23), or the state with which the condition was added.
        public let lastEvent: Event

        /// Makes a record, for example in a test.
        public init(condition: Condition, policy: ConditionPolicy = ConditionPolicy(), lastEvent: Event) {
            self.condition = condition
            self.policy = policy
            self.lastEvent = lastEvent
        }
    }
}
