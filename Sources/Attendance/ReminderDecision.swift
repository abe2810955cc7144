public import Essentials

extension Named {
    /// A decision whether to remind somebody.
    public enum Reminder: Sendable {}
}

/// Names a decision whether to remind somebody, and the reminder if there was one.
public typealias ReminderID = Identifier<Named.Reminder>

/// What a crossing led to, so that the person can be told why.
public struct ReminderDecision: Hashable, Sendable {
    /// Names the decision.
    public let id: ReminderID
    /// The report that was decided on.
    public let crossing: Crossing
    /// The decision.
    public let reason: ReminderReason

    /// Makes a decision from its parts.
    public init(id: ReminderID, crossing: Crossing, reason: ReminderReason) {
        self.id = id
        self.crossing = crossing
        self.reason = reason
    }

    /// What was proposed, or would have been.
    public var proposal: PunchKind { crossing.kind.proposal }
}
