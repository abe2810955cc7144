public import Conditions
public import Essentials

/// A change at a spot that is stored for a purpose, for a day at most.
public struct PresenceEvent: Hashable, Sendable {
    /// The source of the event.
    public enum Source: Hashable, Comparable, Sendable {
        /// Gateways heard the person's badge.
        case badge
        /// The person's device with this name decided it.
        case device(String)
    }

    /// The person.
    public let person: PersonID
    /// The source of the event.
    public let source: Source
    /// The number among the source's events: a greater number is a later event.
    public let number: Int64
    /// The spot.
    public let spot: SpotID
    /// The new state of the condition of being there.
    public let state: ConditionState
    /// When, by the clock of the source.
    public let time: Timestamp
    /// When the report arrived.
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

    /// How long events are stored.
    public static let retention: Duration = .seconds(24 * 3_600)
    /// How far a time may be in the future, because clocks differ.
    public static let futureTolerance: Duration = .seconds(600)
}
