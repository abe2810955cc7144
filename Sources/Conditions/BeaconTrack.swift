import Beacons
package import Observations

/// One source's sightings of a set of beacons, by the rules of LD12 and LD14.
package struct BeaconTrack: Hashable, Sendable {
    /// The time since which the source has listened without a break.
    package private(set) var listensSince: ObservationTime
    /// The time until which the source reports that it listened.
    package private(set) var listenedUntil: ObservationTime
    /// The matching beacon heard last.
    private var latest = HeardBeacon.none
    /// The other matching beacons heard within the exit time, at most ``mostOthers``.
    private var others: [HeardBeacon] = []
    /// The effects of interruptions.
    package private(set) var continuity = Continuity()
    /// The number of matching sightings.
    package private(set) var matches: UInt32 = 0

    /// More beacons than this do not help to find the nearest; the limit also bounds the memory for a flood
    /// of made-up beacons.
    private static let mostOthers = 7

    /// Starts listening.
    package init(listensSince time: ObservationTime) {
        listensSince = time
        listenedUntil = time
    }

    /// Continues after a time without matching sightings.
    package init(listensSince: ObservationTime, listenedUntil: ObservationTime, continuity: Continuity) {
        self.listensSince = listensSince
        self.listenedUntil = listenedUntil
        self.continuity = continuity
    }

    /// The time of the last matching sighting since the source listens.
    package var lastMatch: ObservationTime? { latest.isHeard ? latest.time : nil }

    /// Records a matching sighting.
    ///
    /// - Returns: Whether the source's verdict changed.
    @discardableResult
    package mutating func match(
        _ sighting: BeaconSighting, at time: ObservationTime, exitAfter: Int64
    ) -> Bool {
        let beacon = HeardBeacon(sighting, at: time)
        // A repeated report is not a second sighting; if two reports have the same time, the stronger one
        // counts.
        if latest.covers(beacon) || others.contains(where: { $0.covers(beacon) }) { return false }
        let before = sourceVerdict(exitAfter: exitAfter)
        if latest.isHeard, !latest.isSameBeacon(as: beacon) { keep(latest, besides: beacon) }
        latest = beacon
        matches &+= 1
        forget(heardBefore: time, exitAfter: exitAfter)
        continuity.noteEvidence(at: time)
        continuity.conclude(verdict(exitAfter: exitAfter))
        return sourceVerdict(exitAfter: exitAfter) != before
    }

    /// Records that the source listened until now.
    ///
    /// - Returns: Whether the source's verdict changed.
    @discardableResult
    package mutating func listened(until time: ObservationTime, exitAfter: Int64) -> Bool {
        let end = silentAt(exitAfter: exitAfter)
        let wasSilent = listenedUntil >= end
        listenedUntil = max(listenedUntil, time)
        forget(heardBefore: listenedUntil, exitAfter: exitAfter)
        guard continuity.isInterrupted else { return !wasSilent && listenedUntil >= end }
        continuity.conclude(verdict(exitAfter: exitAfter))
        return !continuity.isInterrupted
    }

    /// Records that the source was interrupted.
    package mutating func interrupt(exitAfter: Int64) { continuity.interrupt(verdict(exitAfter: exitAfter)) }

    /// Starts over after an interruption.
    package mutating func restart(at time: ObservationTime) {
        listensSince = time
        listenedUntil = time
        latest = .none
        others = []
    }

    /// Whether a beacon is heard; `nil` until the source has heard one or has listened long enough.
    package func verdict(exitAfter: Int64) -> Bool? {
        if listenedUntil >= silentAt(exitAfter: exitAfter) { return false }
        return latest.isHeard ? true : nil
    }

    /// The source's verdict on the condition.
    func sourceVerdict(exitAfter: Int64) -> SourceVerdict {
        SourceVerdict(verdict: verdict(exitAfter: exitAfter), continuity: continuity)
    }

    /// When the silence becomes long enough for the verdict "no", if it lasts.
    package func silentAt(exitAfter: Int64) -> ObservationTime {
        (lastMatch ?? listensSince).advanced(byMicroseconds: exitAfter)
    }

    /// The time without matching sightings, in microseconds.
    package var silence: Int64 { max(0, (lastMatch ?? listensSince).microseconds(to: listenedUntil)) }

    /// The nearest of the beacons heard last; `nil` before any.
    package var nearest: HeardBeacon? {
        guard latest.isHeard else { return nil }
        return others.reduce(latest) { $1.isNearer(than: $0) ? $1 : $0 }
    }

    private mutating func keep(_ beacon: HeardBeacon, besides newer: HeardBeacon) {
        others.removeAll { $0.isSameBeacon(as: newer) }
        if others.count < Self.mostOthers {
            others.append(beacon)
        } else if let farthest = others.indices.max(by: { others[$1].isNearer(than: others[$0]) }),
            beacon.isNearer(than: others[farthest])
        {
            others[farthest] = beacon
        }
    }

    private mutating func forget(heardBefore time: ObservationTime, exitAfter: Int64) {
        if others.isEmpty { return }
        others.removeAll { $0.time.advanced(byMicroseconds: exitAfter) <= time }
    }
}

/// A beacon of a set with its strength at the last sighting; the set has its UUID.
package struct HeardBeacon: Hashable, Sendable {
    /// The time of the sighting.
    package var time: ObservationTime
    /// How much weaker the signal was than at one metre, in dB; smaller means nearer.
    package var loss: Int16
    /// The beacon's major.
    package var major: UInt16
    /// The beacon's minor.
    package var minor: UInt16
    /// Whether this is a beacon; `false` for ``none``.
    package var isHeard: Bool

    /// No beacon.
    static let none = HeardBeacon(
        time: ObservationTime(microseconds: .min), loss: .max, major: 0, minor: 0, isHeard: false)

    private init(time: ObservationTime, loss: Int16, major: UInt16, minor: UInt16, isHeard: Bool) {
        self.time = time
        self.loss = loss
        self.major = major
        self.minor = minor
        self.isHeard = isHeard
    }

    /// Makes a beacon from a sighting.
    init(_ sighting: BeaconSighting, at time: ObservationTime) {
        // Without a signal strength, the distance is unknown: such a beacon sorts after all others.
        let loss = sighting.rssi.map { Int16(sighting.measuredPower) - Int16($0) } ?? .max
        self.init(
            time: time, loss: loss, major: sighting.identity.major, minor: sighting.identity.minor,
            isHeard: true)
    }

    /// Whether another report of the same time adds nothing to this one.
    func covers(_ other: HeardBeacon) -> Bool {
        isSameBeacon(as: other) && isHeard && time == other.time && loss <= other.loss
    }

    func isSameBeacon(as other: HeardBeacon) -> Bool { major == other.major && minor == other.minor }

    /// Orders by nearness, and equally near beacons by identity, so that the order of arrival has no effect.
    package func isNearer(than other: HeardBeacon) -> Bool {
        (loss, major, minor) < (other.loss, other.major, other.minor)
    }
}
