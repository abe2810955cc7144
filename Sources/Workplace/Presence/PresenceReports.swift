public import Beacons
public import Conditions
public import Essentials

/// What a gateway heard at its spot, up to a time.
public struct GatewayReport: Hashable, Sendable {
    /// Until when it listened, by its clock: a badge that it does not name was not heard.
    public let until: Timestamp
    /// What it heard, in the order of its hearing.
    public let sightings: [Sighting]

    /// Makes a report from its parts.
    public init(until: Timestamp, sightings: [Sighting]) {
        self.until = until
        self.sightings = sightings
    }

    /// A badge, or another beacon, that a gateway heard.
    public struct Sighting: Hashable, Sendable {
        /// What it says it is.
        public let identity: BeaconIdentity
        /// The signal strength that it claims for a distance of one metre, in dBm.
        public let measuredPower: Int8
        /// The signal strength at the gateway, in dBm; `nil` when it could not tell.
        public let rssi: Int8?
        /// When it was heard, by the gateway's clock.
        public let time: Timestamp

        /// Makes a sighting from its parts.
        public init(identity: BeaconIdentity, measuredPower: Int8, rssi: Int8?, time: Timestamp) {
            self.identity = identity
            self.measuredPower = measuredPower
            self.rssi = rssi
            self.time = time
        }
    }
}

/// What a gateway's report came to.
///
/// The counts say nothing about consent: a badge that may not be followed counts like any other.
public struct GatewayReceipt: Hashable, Sendable {
    /// How many sightings were of a known badge and in time.
    public var accepted = 0
    /// How many were older than one that the gateway had reported before, or than a day.
    public var late = 0
    /// How many were of beacons that are nobody's badge.
    public var unknown = 0
    /// The places in the report of those that were refused, since they lie after the end of the report.
    public var refused: [Int] = []
    /// How far the gateway's clock is ahead, as far as the report tells.
    ///
    /// Below zero it is behind, or the report was on its way for that long.
    public var clockAhead: Duration = .zero

    /// Makes a receipt of nothing.
    public init() {}
}

/// What a device's report came to.
public struct DeviceReceipt: Hashable, Sendable {
    /// The number up to which the device need not send again.
    public var acknowledged: Int64
    /// The places in the report of events that were refused, since they lie too far in the future.
    public var refused: [Int]

    /// Makes a receipt from its parts.
    public init(acknowledged: Int64, refused: [Int] = []) {
        self.acknowledged = acknowledged
        self.refused = refused
    }
}

/// A change of a condition that a person's own device decided and reports.
public struct DeviceEvent: Hashable, Sendable {
    /// Counts the device's events, from 1; the order in which they happened.
    public let number: Int64
    /// The condition: a spot's identifier.
    public let spot: String
    /// The state that it met.
    public let state: ConditionState
    /// When it met it, by the device's clock.
    public let time: Timestamp
    /// The beacon that matched, if the device says.
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
