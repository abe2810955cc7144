import Beacons
import Observations
import Ranging

/// One beacon that a scan hears.
struct ScannedBeacon {
    let identity: BeaconIdentity
    let spot: String?
    private(set) var frame: IBeaconFrame
    private(set) var address: DeviceAddress
    /// When it was heard last.
    private(set) var newest: ObservationTime
    /// How often it was heard.
    private(set) var count = 0
    private var steps = ProximityStateMachine()
    private var filter = SignalFilter<ObservationTime>()

    init(_ frame: IBeaconFrame, spot: String?, from address: DeviceAddress, at time: ObservationTime) {
        identity = frame.identity
        self.spot = spot
        self.frame = frame
        self.address = address
        newest = time
    }

    /// Takes an advertisement.
    mutating func hear(
        _ frame: IBeaconFrame, rssi: Int8?, from address: DeviceAddress, at time: ObservationTime
    ) {
        self.frame = frame
        self.address = address
        newest = time
        count += 1
        if let rssi { filter.update(rssi: rssi, at: time) }
    }

    /// The smoothed strength in dBm; `nil` where the receiver reports none.
    var level: Double? { filter.level }

    /// The distance, by the power in the frame; `nil` without a strength.
    var distance: DistanceEstimate? {
        level.map { PathLoss.indoors.distance(rssi: $0, measuredPower: Double(frame.measuredPower)) }
    }

    /// How near it is, as of the last ``range(at:)``.
    var proximity: Proximity { steps.proximity }

    /// Decides the proximity, from the distance or from a silence.
    mutating func range(at now: ObservationTime) {
        let isSilent = newest.advanced(by: RangingPolicy().unknownAfter) <= now
        _ = steps.update(metres: isSilent ? nil : distance?.metres)
    }

    /// Orders by proximity, then known spots by name, then by identity: a row moves only when its step changes.
    func isAbove(_ other: ScannedBeacon) -> Bool {
        (proximity.rank, spot == nil ? 1 : 0, spot ?? "", identity)
            < (other.proximity.rank, other.spot == nil ? 1 : 0, other.spot ?? "", other.identity)
    }
}

extension Proximity {
    /// The place in a list with the nearest first.
    fileprivate var rank: UInt8 { self == .unknown ? 4 : rawValue }

    /// The word for people and programs.
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .immediate: "immediate"
        case .near: "near"
        case .far: "far"
        }
    }
}
