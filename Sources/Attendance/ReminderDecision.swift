public import Essentials

extension Named {
    /// A decision whether to remind a person.
    public enum Reminder: Sendable {}
}

/// Identifies a decision whether to remind a person, and the reminder if there is one.
public typealias ReminderID = Identifier<Named.Reminder>

/// A decision on a crossing or at a time, stored so that the person can see the reason.
public struct ReminderDecision: Hashable, Sendable {
    /// The identifier.
    public let id: ReminderID
    /// What led to the decision.
    public let cause: ReminderCause
    /// The decision.
    public let reason: ReminderReason
    /// When a departure that is held back reminds, unless the person comes back; `nil` for any other decision.
    public let remindsAt: Timestamp?

    /// Makes a decision from its parts.
    public init(id: ReminderID, cause: ReminderCause, reason: ReminderReason, remindsAt: Timestamp? = nil) {
        self.id = id
        self.cause = cause
        self.reason = reason
        self.remindsAt = remindsAt
    }

    /// The report behind the decision; `nil` when the time alone led to it.
    public var crossing: Crossing? { cause.crossing }

    /// The proposed punch, also when there was no reminder.
    public var proposal: PunchKind { cause.proposal }
}
