public import Beacons

/// A beacon as ranging reports it: who it is, and how near, as far as its signal shows.
public struct RangedBeacon<Receiver: Hashable & Sendable, Instant: InstantProtocol>: Hashable, Sendable {
    /// Which beacon it says it is.
    public var identity: BeaconIdentity
    /// Who heard it.
    ///
    /// Distances from different receivers do not mix, so a beacon that two of them hear is reported twice.
    public var receiver: Receiver
    /// Which of the devices of this identity that the receiver distinguishes; each is reported by itself (L133).
    public var device: UInt8
    /// How near it is.
    public var proximity: Proximity
    /// How far away it is; `nil` while that is not known.
    public var distance: DistanceEstimate?
    /// The mean strength of what was heard since the report before, in dBm; `nil` without any (L131).
    public var rssi: Double?
    /// When it was last heard (L132).
    public var timestamp: Instant

    /// Makes a beacon as it was ranged, such as a test needs.
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

    /// One sigma of the distance, in metres; negative while it is not known (L130).
    ///
    /// A figure to order beacons by, not a position: smaller usually means nearer.
    public var accuracy: Double { distance?.accuracy ?? -1 }
}
