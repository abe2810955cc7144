import Beacons
import Observations
import Ranging

/// One beacon that a scan hears.
struct ScannedBeacon {
    let identity: ScannedIdentity
    let spot: String?
    /// The strength at 1 m that its frame claims, in dBm; `nil` where the format has none.
    private(set) var measuredPower: Int?
    private(set) var address: DeviceAddress
    /// When it was heard last.
    private(set) var newest: ObservationTime
    /// How often it was heard.
    private(set) var count = 0
    private var steps = ProximityStateMachine()
    private var filter = SignalFilter<ObservationTime>()

    init(_ identity: ScannedIdentity, spot: String?, from address: DeviceAddress, at time: ObservationTime) {
        self.identity = identity
        self.spot = spot
        self.address = address
        newest = time
    }

    /// Takes an advertisement.
    mutating func hear(
        _ frame: BeaconFrame, rssi: Int8?, from address: DeviceAddress, at time: ObservationTime
    ) {
        measuredPower = frame.powerAtOneMetre
        self.address = address
        newest = time
        count += 1
        if let rssi { filter.update(rssi: rssi, at: time) }
    }

    /// The smoothed strength in dBm; `nil` where the receiver reports none.
    var level: Double? { filter.level }

    /// The distance, by the power in the frame; `nil` without a strength or a power.
    var distance: DistanceEstimate? {
        guard let level, let measuredPower else { return nil }
        return PathLoss.indoors.distance(rssi: level, measuredPower: Double(measuredPower))
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
        let own = (proximity.rank, spot == nil ? 1 : 0, spot ?? "")
        let others = (other.proximity.rank, other.spot == nil ? 1 : 0, other.spot ?? "")
        return own == others ? identity.isBefore(other.identity) : own < others
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
