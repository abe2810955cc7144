public import Essentials

/// What led to a decision whether to remind a person.
public enum ReminderCause: Hashable, Sendable {
    /// A crossing of an entrance.
    case crossing(Crossing)
    /// The time alone: the person was still clocked in at a site.
    case time(Timestamp, site: SiteID)

    /// The crossing; `nil` without one.
    public var crossing: Crossing? {
        guard case .crossing(let crossing) = self else { return nil }
        return crossing
    }

    /// The proposed punch, also when there was no reminder.
    public var proposal: PunchKind { crossing?.kind.proposal ?? .out }

    /// When it happened.
    public var time: Timestamp {
        switch self {
        case .crossing(let crossing): crossing.observedAt
        case .time(let time, _): time
        }
    }

    /// When it was known.
    public var knownAt: Timestamp { crossing?.receivedAt ?? time }
}
