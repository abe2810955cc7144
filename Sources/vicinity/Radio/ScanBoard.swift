import Beacons
import Observations
import Ranging

/// What a scan hears, and what about it is worth a line.
///
/// It has no clock: times come in.
struct ScanBoard {
    /// A change between two looks.
    enum Change: Equatable {
        case heard
        case moved
        case gone
    }

    /// How long a beacon stays after it was heard last.
    private static let keptFor = Duration.seconds(10)

    private let spots: SpotNames
    private(set) var beacons: [BeaconIdentity: ScannedBeacon] = [:]
    /// The number of advertisements, of beacons or not.
    private(set) var advertisementCount = 0
    private var heardSinceLook: Set<BeaconIdentity> = []
    private var known: Set<BeaconIdentity> = []

    init(spots: SpotNames) { self.spots = spots }

    /// Takes an advertisement.
    mutating func hear(_ report: AdvertisingReport, _ data: Span<UInt8>, at time: ObservationTime) {
        advertisementCount += 1
        // What is no whole frame is no beacon.
        guard let frame = try? AdvertisingData.iBeacon(in: data) else { return }
        heardSinceLook.insert(frame.identity)
        if beacons[frame.identity] == nil {
            beacons[frame.identity] = ScannedBeacon(
                frame, spot: spots[frame.identity], from: report.address, at: time)
        }
        beacons[frame.identity]?.hear(frame, rssi: report.rssi, from: report.address, at: time)
    }

    /// Decides proximities, and drops beacons that fell silent.
    ///
    /// - Returns: The beacons that were heard since the last look, and the changes; each in order.
    /// - Complexity: O(*n* log *n*) in the number of beacons.
    mutating func look(
        at now: ObservationTime
    ) -> (heard: [ScannedBeacon], changes: [(change: Change, beacon: ScannedBeacon)]) {
        var changes: [(change: Change, beacon: ScannedBeacon)] = []
        for identity in Array(beacons.keys) {
            guard var beacon = beacons[identity] else { continue }
            if beacon.newest.advanced(by: Self.keptFor) <= now {
                beacons[identity] = nil
                known.remove(identity)
                changes.append((.gone, beacon))
                continue
            }
            let before = beacon.proximity
            beacon.range(at: now)
            beacons[identity] = beacon
            if known.insert(identity).inserted {
                changes.append((.heard, beacon))
            } else if beacon.proximity != before {
                changes.append((.moved, beacon))
            }
        }
        defer { heardSinceLook.removeAll(keepingCapacity: true) }
        let heard = heardSinceLook.compactMap { beacons[$0] }.sorted { $0.isAbove($1) }
        return (heard, changes.sorted { $0.beacon.isAbove($1.beacon) })
    }

    /// All beacons, the nearest first.
    var rows: [ScannedBeacon] { beacons.values.sorted { $0.isAbove($1) } }

    /// Forgets what was heard, because the radio was lost.
    mutating func clear() {
        beacons = [:]
        known = []
        heardSinceLook = []
    }
}
