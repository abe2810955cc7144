import Beacons
import Formats
import Observations

/// The counts over a whole recording, for its closing lines.
struct ReplaySummary {
    /// The newest time of each source; a recording has few, and comparing their names takes less time than hashing one.
    private var sources: [(source: ObservationSource, newest: ObservationTime)] = []
    private var beacons: [AnnouncedBeacon: BeaconCount] = [:]
    private var defects: [RecordingDefect: Int] = [:]
    private var lateCount = 0
    /// What a capture holds; `nil` for other recordings.
    var capture: CaptureCounts?

    /// A beacon with its announced power; a beacon with two announced powers has two lines.
    private struct AnnouncedBeacon: Hashable {
        let identity: BeaconIdentity
        let measuredPower: Int8
    }

    /// Counts an observation.
    ///
    /// - Returns: Whether it counts: an observation older than the newest of its source is late and ignored
    ///   (LD15).
    mutating func count(_ observation: Observation) -> Bool {
        guard isInOrder(observation) else {
            lateCount += 1
            return false
        }
        if case .sighting(let sighting) = observation.content {
            let beacon = AnnouncedBeacon(
                identity: sighting.identity, measuredPower: sighting.measuredPower)
            beacons[beacon, default: BeaconCount()].add(sighting.rssi)
        }
        return true
    }

    private mutating func isInOrder(_ observation: Observation) -> Bool {
        guard let index = sources.firstIndex(where: { $0.source == observation.source }) else {
            sources.append((observation.source, observation.time))
            return true
        }
        guard observation.time >= sources[index].newest else { return false }
        sources[index].newest = observation.time
        return true
    }

    mutating func count(_ defect: RecordingDefect) { defects[defect, default: 0] += 1 }

    /// The closing lines: beacons by identity and power, what a capture holds, damaged parts by reason, then late
    /// observations.
    var lines: [ReplayLine] {
        let ordered = beacons.sorted {
            ($0.key.identity, $0.key.measuredPower) < ($1.key.identity, $1.key.measuredPower)
        }
        let damaged = defects.map { (String(describing: $0.key), $0.value) }.sorted { $0.0 < $1.0 }
        return ordered.map { .beacon($0.key.identity, measuredPower: $0.key.measuredPower, $0.value) }
            + (capture.map { [.capture($0)] } ?? [])
            + damaged.map { .damaged(reason: $0.0, count: $0.1) }
            + (lateCount > 0 ? [.late(count: lateCount)] : [])
    }
}

/// How often a beacon was heard, and how strongly.
struct BeaconCount: Hashable {
    private(set) var count = 0
    /// From the weakest to the strongest, in dBm; `nil` while no receiver has reported a strength.
    private(set) var strengths: ClosedRange<Int8>?

    mutating func add(_ rssi: Int8?) {
        count += 1
        guard let rssi else { return }
        strengths = strengths.map { min($0.lowerBound, rssi)...max($0.upperBound, rssi) } ?? rssi...rssi
    }
}
