import Beacons
import Geodesy
import Numerics
import Observations
import Ranging

/// One device in simulated surroundings: its position, its sensors, and their random errors.
struct SimulatedDevice: Sendable {
    /// An observation, with the time of its arrival.
    struct Report: Sendable {
        let arrival: ObservationTime
        let observation: Observation
    }

    private let device: SimulatedSurroundings.Companion
    private var chance: SimulatedChance
    private var nextFix: ObservationTime
    private var nextChange = 0
    private var radio = RadioState.on
    private var permission = Permission.granted
    /// The error of its clock.
    private var clockError = Duration.zero
    /// The effect of walls and bodies on the signal of each beacon, in dB, at the device's last position.
    private var shadows: [Double?]
    /// For each beacon, its device number among those with the same identity.
    private let deviceNumbers: [UInt8]
    private var lastPlace: Coordinate?
    private var reports: [Report] = []

    init(
        _ device: SimulatedSurroundings.Companion, seed: UInt64, since start: ObservationTime,
        beacons: [SimulatedSurroundings.Beacon]
    ) {
        self.device = device
        chance = SimulatedChance(seed: seed)
        nextFix = start
        shadows = Array(repeating: nil, count: beacons.count)
        var counts: [BeaconIdentity: UInt8] = [:]
        deviceNumbers = beacons.map { beacon in
            defer { counts[beacon.identity, default: 0] &+= 1 }
            return counts[beacon.identity, default: 0]
        }
    }

    /// The device's reports on one beat.
    mutating func sense(at now: ObservationTime, in surroundings: SimulatedSurroundings) -> [Report] {
        reports.removeAll(keepingCapacity: true)
        takeChanges(at: now, surroundings)
        if radio == .on, permission == .granted {
            if let place = place(at: now) {
                measure(place, at: now, surroundings)
                hear(from: place, at: now, surroundings)
                lastPlace = place
            }
            report(.elapsed, at: now, surroundings)
        }
        return reports
    }

    private mutating func takeChanges(at now: ObservationTime, _ surroundings: SimulatedSurroundings) {
        while nextChange < device.changes.count, device.changes[nextChange].time <= now {
            switch device.changes[nextChange].kind {
            case .radio(let state):
                radio = state
                report(.radio(state), at: now, surroundings)
            case .permission(let state):
                permission = state
                report(.permission(state), at: now, surroundings)
            case .clock(let change):
                clockError += change
            }
            nextChange += 1
        }
    }

    private mutating func report(
        _ content: Observation.Content, at now: ObservationTime, _ surroundings: SimulatedSurroundings
    ) {
        let time = now.advanced(by: clockError)
        let observation = Observation(source: device.source, time: time, content: content)
        let faults = surroundings.faults
        let isDelayed = chance.happens(faults.delayed)
        let isDuplicated = chance.happens(faults.duplicated)
        let arrival = isDelayed ? now.advanced(by: faults.delay) : now
        reports.append(Report(arrival: arrival, observation: observation))
        if isDuplicated { reports.append(Report(arrival: now, observation: observation)) }
    }
}

// Positions.
extension SimulatedDevice {
    private mutating func measure(
        _ place: Coordinate, at now: ObservationTime, _ surroundings: SimulatedSurroundings
    ) {
        guard let interval = surroundings.fixInterval, now >= nextFix else { return }
        nextFix = now.advanced(by: interval)
        // A degree of latitude is about 111,195 metres. The same value for longitudes keeps the noise simple.
        let sigma = surroundings.positionError / 111_195
        let measured = Coordinate(
            latitude: place.latitude + sigma * chance.normal(),
            longitude: place.longitude + sigma * chance.normal())
        guard let measured,
            let fix = PositionFix(coordinate: measured, horizontalAccuracy: surroundings.positionError)
        else { return }
        report(.position(fix), at: now, surroundings)
    }

    /// The device's position at a time; before the first place of its path and after the last, it stands
    /// there.
    private func place(at time: ObservationTime) -> Coordinate? {
        let path = device.path
        let next = path.firstPlace { $0.time > time }
        guard next > path.startIndex else { return path.first?.place }
        let from = path[next - 1]
        guard next < path.endIndex else { return from.place }
        let to = path[next]
        let share =
            Double(time.microseconds &- from.time.microseconds)
            / Double(to.time.microseconds &- from.time.microseconds)
        return Coordinate(
            latitude: from.place.latitude + share * (to.place.latitude - from.place.latitude),
            longitude: from.place.longitude + share * (to.place.longitude - from.place.longitude))
    }
}

// Signals.
extension SimulatedDevice {
    private mutating func hear(
        from place: Coordinate, at now: ObservationTime, _ surroundings: SimulatedSurroundings
    ) {
        let moved = lastPlace.map { $0.distance(to: place) } ?? 0
        for (index, beacon) in surroundings.beacons.enumerated() {
            let distance = max(place.distance(to: beacon.place), 1)
            let noise = surroundings.signalError * chance.normal()
            let shadow = shadow(of: index, after: moved, surroundings)
            let strength =
                surroundings.pathLoss.rssi(metres: distance, measuredPower: Double(beacon.measuredPower))
                + shadow + noise
            guard strength >= Double(surroundings.sensitivity) else { continue }
            let rssi = Int8(max(-127, min(strength.rounded(), 20)))
            report(
                .sighting(
                    BeaconSighting(
                        identity: beacon.identity, measuredPower: beacon.measuredPower, rssi: rssi,
                        device: deviceNumbers[index])),
                at: now, surroundings)
        }
    }

    private mutating func shadow(
        of beacon: Int, after moved: Double, _ surroundings: SimulatedSurroundings
    ) -> Double {
        guard let distance = surroundings.shadowingDistance, distance > 0 else { return 0 }
        let fresh = surroundings.pathLoss.shadowing * chance.normal()
        let kept = shadows[beacon].map { (share: Elementary.exponential(-moved / distance), shadow: $0) }
        let shadow =
            kept.map { $0.share * $0.shadow + (1 - $0.share * $0.share).squareRoot() * fresh } ?? fresh
        shadows[beacon] = shadow
        return shadow
    }
}
