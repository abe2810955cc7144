public import Beacons

/// A beacon as ranging reports it: its identity, and its proximity as estimated from the signal.
public struct RangedBeacon<Receiver: Hashable & Sendable, Instant: InstantProtocol>: Hashable, Sendable {
    /// The identity that the beacon sends.
    public var identity: BeaconIdentity
    /// The receiver that heard it.
    ///
    /// Distances from different receivers do not mix, so a beacon that two receivers hear is reported twice.
    public var receiver: Receiver
    /// The number of the device, if the receiver distinguishes several with this identity; each is reported
    /// separately (L133).
    public var device: UInt8
    /// How near it is.
    public var proximity: Proximity
    /// The estimated distance; `nil` while it is unknown.
    public var distance: DistanceEstimate?
    /// The mean strength of the sightings since the previous report, in dBm; `nil` without any (L131).
    public var rssi: Double?
    /// When it was last heard (L132).
    public var timestamp: Instant

    /// Makes a ranged beacon, for example for a test.
    public init(
        identity: BeaconIdentity, receiver: Receiver, proximity: Proximity, distance: DistanceEstimate?,
        rssi: Double?, timestamp: Instant, device: UInt8 = 0
    ) {
        self.identity = identity
        self.receiver = receiver
        self.device = device
        self.proximity = proximity
        self.distance = distance
        self.rssi = rssi
        self.timestamp = timestamp
    }

    /// One sigma of the distance, in metres; negative while the distance is unknown (L130).
    ///
    /// Use it to order beacons, not as a position: smaller usually means nearer.
    public var accuracy: Double { distance?.accuracy ?? -1 }
}
