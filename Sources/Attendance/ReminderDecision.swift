public import Essentials

extension Named {
    /// A decision whether to remind a person.
    public enum Reminder: Sendable {}
}

/// Identifies a decision whether to remind a person, and the reminder if there is one.
public typealias ReminderID = Identifier<Named.Reminder>

/// A decision on a crossing, stored so that the person can see the reason.
public struct ReminderDecision: Hashable, Sendable {
    /// The identifier.
    public let id: ReminderID
    /// The report behind the decision.
    public let crossing: Crossing
    /// The decision.
    public let reason: ReminderReason
    /// When a departure that is held back reminds, unless the person comes back; `nil` for any other decision.
    public let remindsAt: Timestamp?

    /// Makes a decision from its parts.
    public init(id: ReminderID, crossing: Crossing, reason: ReminderReason, remindsAt: Timestamp? = nil) {
        self.id = id
        self.crossing = crossing
        self.reason = reason
        self.remindsAt = remindsAt
    }

    /// The proposed punch, also when there was no reminder.
    public var proposal: PunchKind { crossing.kind.proposal }
}
