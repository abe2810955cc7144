public import TipRules

/// The effects of an input: what to store and send, and what happened for statistics.
public struct TipChange: Hashable, Sendable {
    /// The data to make durable and to send to other devices; empty when there is nothing to store.
    public var delta: TipLedger
    /// The occurrences for the host's sink (TA4).
    public var occurrences: [TipOccurrence]
    /// For each event, the moment before which its donations were removed.
    public var trimmed: TipTable<RuleText, RuleTime>

    /// Events that stay on the device from now on, whatever is declared later (TA10).
    public var staying: [RuleText] = []

    /// Changes nothing.
    public init(epoch: Int64) {
        delta = TipLedger(epoch: epoch)
        occurrences = []
        trimmed = [:]
    }

    /// Whether there is something to store.
    public var isWorthKeeping: Bool {
        !delta.tips.isEmpty || !delta.parameters.isEmpty || !delta.events.isEmpty || resetsStore
            || !trimmed.isEmpty || !staying.isEmpty
    }

    /// Adds the change of a further input.
    public mutating func add(_ other: TipChange) {
        guard other.isWorthKeeping || !other.occurrences.isEmpty || other.delta.epoch > delta.epoch else {
            return
        }
        if other.resetsStore {
            let earlier = self
            self = other
            occurrences = earlier.occurrences + occurrences
            staying = earlier.staying + staying
            resetsOthers = earlier.resetsOthers || resetsOthers
        } else {
            staying += other.staying
            delta.merge(other.delta)
            occurrences += other.occurrences
            for (name, start) in other.trimmed { trimmed[name] = max(trimmed[name] ?? start, start) }
        }
    }

    /// Whether all data stored before is to be removed.
    public package(set) var resetsStore = false

    /// Whether the data of other devices is to be removed too, however often they have been reset (T16).
    package var resetsOthers = false
}

/// Something that happened to a tip (TA4).
public struct TipOccurrence: Hashable, Sendable {
    /// Which tip.
    public let tip: TipID
    /// When.
    public let time: RuleTime
    /// What.
    public let kind: Kind

    /// What can happen to a tip.
    public enum Kind: Hashable, Sendable {
        /// It may be shown from now on.
        ///
        /// Reported only for tips whose status is read or observed, and once until the tip is no longer
        /// available.
        case available
        /// It is shown on a surface.
        case shown(surface: RuleText)
        /// It is no longer shown on a surface, after a number of microseconds.
        case dismissed(surface: RuleText, microseconds: Int64)
        /// The person chose an action.
        case acted(action: RuleText)
        /// It ended.
        case invalidated(Tips.InvalidationReason)
        /// Its eligibility was reset.
        case eligibilityReset
    }
}

/// The result of a request to show a tip.
public enum AppearanceOutcome: Hashable, Sendable {
    /// The appearance begins, and counts (T74).
    case began
    /// The tip was on that surface already; nothing is counted (TD2).
    case continued
    /// The tip may not be shown.
    case refused(Tips.Status)
}
