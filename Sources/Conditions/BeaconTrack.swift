import Beacons
import Observations

/// What one source heard of a set of beacons, by the rules of LD12 and LD14.
struct BeaconTrack: Hashable {
    /// When the source began to listen without a break.
    private(set) var listensSince: ObservationTime
    /// Until when the source listened, by its own word.
    private(set) var listenedUntil: ObservationTime
    /// When a matching beacon was heard last, since the source listens.
    private(set) var lastMatch: ObservationTime?
    /// How many matching advertisements were heard.
    private(set) var matches = 0
    /// The matching beacons heard last, at most ``mostBeacons``.
    private var heard: [HeardBeacon] = []

    /// More beacons than this at once say nothing more about which is nearest, and a flood of made-up ones costs no memory.
    private static let mostBeacons = 8

    init(listensSince time: ObservationTime) {
        listensSince = time
        listenedUntil = time
    }

    /// Notes a matching advertisement.
    mutating func match(_ sighting: BeaconSighting, at time: ObservationTime, exitAfter: Duration) {
        // A repetition of the same report is no second advertisement.
        let beacon = HeardBeacon(sighting, at: time)
        if heard.contains(beacon) { return }
        matches += 1
        lastMatch = time
        forget(heardBefore: time, exitAfter: exitAfter)
        if let index = heard.firstIndex(where: { $0.identity == sighting.identity }) {
            heard[index] = beacon
        } else if heard.count < Self.mostBeacons {
            heard.append(beacon)
        } else if let farthest = heard.indices.max(by: { heard[$1].isNearer(than: heard[$0]) }),
            beacon.isNearer(than: heard[farthest])
        {
            heard[farthest] = beacon
        }
    }

    /// Notes that the source listened until now.
    mutating func listened(until time: ObservationTime, exitAfter: Duration) {
        listenedUntil = max(listenedUntil, time)
        forget(heardBefore: listenedUntil, exitAfter: exitAfter)
    }

    private mutating func forget(heardBefore time: ObservationTime, exitAfter: Duration) {
        heard.removeAll { $0.time.advanced(by: exitAfter) <= time }
    }

    /// Begins anew after an interruption.
    mutating func restart(at time: ObservationTime) {
        listensSince = time
        listenedUntil = time
        lastMatch = nil
        heard.removeAll()
    }

    /// Whether a beacon is heard; `nil` before the source has heard one or listened long enough.
    func verdict(exitAfter: Duration) -> Bool? {
        if listenedUntil >= silentAt(exitAfter: exitAfter) { return false }
        return lastMatch == nil ? nil : true
    }

    /// When the silence becomes long enough, if it lasts.
    func silentAt(exitAfter: Duration) -> ObservationTime {
        (lastMatch ?? listensSince).advanced(by: exitAfter)
    }

    /// How long nothing has been heard.
    var silence: Duration { max(.zero, (lastMatch ?? listensSince).duration(to: listenedUntil)) }

    /// The nearest of the beacons heard last.
    var nearest: HeardBeacon? { heard.min { $0.isNearer(than: $1) } }
}

/// A beacon with the strength at which it was heard last.
struct HeardBeacon: Hashable {
    /// Which beacon.
    var identity: BeaconIdentity
    /// How far below its strength at one metre it was heard, in dB; the smaller, the nearer.
    var loss: Int
    /// When.
    var time: ObservationTime

    init(_ sighting: BeaconSighting, at time: ObservationTime) {
        identity = sighting.identity
        // Without a signal strength it may be anywhere: farther than any that has one.
        loss = sighting.rssi.map { Int(sighting.measuredPower) - Int($0) } ?? .max
        self.time = time
    }

    /// Orders by nearness; two that are equally near by their identity, so that the order of arrival decides nothing.
    func isNearer(than other: HeardBeacon) -> Bool {
        (loss, identity) < (other.loss, other.identity)
    }
}
