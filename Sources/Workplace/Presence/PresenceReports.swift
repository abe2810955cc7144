public import Conditions
public import Essentials

/// The sightings of a gateway at its spot, up to a time.
public struct GatewayReport: Hashable, Sendable {
    /// The end of listening, by the gateway's clock: a badge that is not in the report was not heard.
    public let until: Timestamp
    /// The sightings, in any order.
    public let sightings: [Sighting]
    /// Whether the gateway's radio listened until the end.
    ///
    /// If not, the states at its spot are unknown, because silence says nothing about a badge.
    public let isListening: Bool
    /// When the gateway sent the report, by its clock; reports that waited on its disk end long before.
    public let sentAt: Timestamp?
    /// What the gateway says about itself; `nil` when it says nothing.
    public let health: GatewayHealth?

    /// Makes a report from its parts.
    public init(
        until: Timestamp, sightings: [Sighting], isListening: Bool = true, sentAt: Timestamp? = nil,
        health: GatewayHealth? = nil
    ) {
        self.until = until
        self.sightings = sightings
        self.isListening = isListening
        self.sentAt = sentAt
        self.health = health
    }

    /// A badge, or another beacon, that a gateway heard.
    public struct Sighting: Hashable, Sendable {
        /// The identity that it sends.
        public let identity: SightedIdentity
        /// How many advertisements the sighting stands for, at least 1.
        public let count: Int
        /// The signal strength that it claims for a distance of one metre, in dBm.
        public let measuredPower: Int8
        /// The signal strength at the gateway, in dBm; `nil` when it is unknown.
        ///
        /// Of several advertisements it is the mean, in which a later one counts for more.
        public let rssi: Int8?
        /// When it was heard last, by the gateway's clock.
        public let time: Timestamp

        /// Makes a sighting from its parts.
        public init(
            identity: SightedIdentity, measuredPower: Int8, rssi: Int8?, time: Timestamp, count: Int = 1
        ) {
            self.identity = identity
            self.count = max(1, count)
            self.measuredPower = measuredPower
            self.rssi = rssi
            self.time = time
        }
    }
}

/// The result of a gateway's report.
///
/// The counts say nothing about consent: a badge that may not be followed counts like any other.
public struct GatewayReceipt: Hashable, Sendable {
    /// The number of sightings of known badges that were not late.
    public var accepted = 0
    /// The number of late sightings: older than the end of the gateway's report before, or older than a day.
    public var late = 0
    /// The number of sightings of beacons that are nobody's badge and mark no spot.
    public var unknown = 0
    /// The indices of refused sightings, whose times are after the end of the report.
    public var refused: [Int] = []
    /// How far the gateway's clock is ahead, by the end of the report.
    ///
    /// If negative, the clock is behind, or the report took that long to arrive.
    public var clockAhead: Duration = .zero

    /// Which identities that change the gateway should send, because the server may recognise them.
    public var wants = Wants(ephemeral: false, addresses: false)

    /// Makes an empty receipt.
    public init() {}

    /// Kinds of identities that change.
    public struct Wants: Hashable, Sendable {
        /// Eddystone EIDs.
        public let ephemeral: Bool
        /// Resolvable private addresses.
        public let addresses: Bool
    }
}

/// The result of a device's report.
public struct DeviceReceipt: Hashable, Sendable {
    /// The number up to which the device need not send again.
    public var acknowledged: Int64
    /// The indices of refused events, whose times are too far in the future.
    public var refused: [Int]
    /// The number of events about no spot of the campus, or with another beacon than the spot's.
    public var unknown: Int

    /// Makes a receipt from its parts.
    public init(acknowledged: Int64, refused: [Int] = [], unknown: Int = 0) {
        self.acknowledged = acknowledged
        self.refused = refused
        self.unknown = unknown
    }
}

/// A change of a condition that a person's own device decided and reports.
public struct DeviceEvent: Hashable, Sendable {
    /// The number of the event, from 1, in the order in which the device's events happened.
    public let number: Int64
    /// The condition: a spot's identifier.
    public let spot: String
    /// The new state.
    public let state: ConditionState
    /// The time of the change, by the device's clock.
    public let time: Timestamp
    /// The beacon that matched, if the device reports it.
    public let refinement: Badge?

    /// Makes an event from its parts.
    public init(
        number: Int64, spot: String, state: ConditionState, time: Timestamp, refinement: Badge? = nil
    ) {
        self.number = number
        self.spot = spot
        self.state = state
        self.time = time
        self.refinement = refinement
    }
}
