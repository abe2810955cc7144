public import Conditions
public import Essentials

/// A change at a spot that a purpose needs to be kept, for a day at most.
public struct PresenceEvent: Hashable, Sendable {
    /// Where it comes from.
    public enum Source: Hashable, Comparable, Sendable {
        /// Gateways heard the person's badge.
        case badge
        /// The person's device of this name decided it.
        case device(String)
    }

    /// Who it is about.
    public let person: PersonID
    /// Where it comes from.
    public let source: Source
    /// The place among the source's events: a greater number is a later event.
    public let number: Int64
    /// Where it happened.
    public let spot: SpotID
    /// What the condition of being there became.
    public let state: ConditionState
    /// When, by the clock of the source.
    public let time: Timestamp
    /// When it became known here.
    public let receivedAt: Timestamp

    /// Makes an event from its parts.
    public init(
        person: PersonID, source: Source, number: Int64, spot: SpotID, state: ConditionState, time: Timestamp,
        receivedAt: Timestamp
    ) {
        self.person = person
        self.source = source
        self.number = number
        self.spot = spot
        self.state = state
        self.time = time
        self.receivedAt = receivedAt
    }

    /// How long events are kept.
    public static let retention: Duration = .seconds(24 * 3_600)
    /// By how much a time may lie in the future, because clocks differ.
    public static let futureTolerance: Duration = .seconds(600)
}
