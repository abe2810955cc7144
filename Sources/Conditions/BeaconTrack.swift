import Beacons
package import Observations

/// What one source heard of a set of beacons, by the rules of LD12 and LD14.
package struct BeaconTrack: Hashable, Sendable {
    /// When the source began to listen without a break.
    package private(set) var listensSince: ObservationTime
    /// Until when the source listened, by its own word.
    package private(set) var listenedUntil: ObservationTime
    /// The matching beacon heard last.
    private var latest = HeardBeacon.none
    /// The other matching beacons heard within the exit time, at most ``mostOthers``.
    private var others: [HeardBeacon] = []
    /// What interruptions did.
    package private(set) var continuity = Continuity()
    /// How many matching advertisements were heard.
    package private(set) var matches: UInt32 = 0

    /// More beacons than this at once say nothing more about which is nearest, and a flood of made-up ones costs no memory.
    private static let mostOthers = 7

    /// Begins to listen.
    package init(listensSince time: ObservationTime) {
        listensSince = time
        listenedUntil = time
    }

    /// Goes on after having heard nothing that matches.
    package init(listensSince: ObservationTime, listenedUntil: ObservationTime, continuity: Continuity) {
        self.listensSince = listensSince
        self.listenedUntil = listenedUntil
        self.continuity = continuity
    }

    /// When a matching beacon was heard last, since the source listens.
    package var lastMatch: ObservationTime? { latest.isHeard ? latest.time : nil }

    /// Notes a matching advertisement.
    ///
    /// - Returns: Whether the source stands otherwise to the condition than before.
    @discardableResult
    package mutating func match(
        _ sighting: BeaconSighting, at time: ObservationTime, exitAfter: Int64
    ) -> Bool {
        let beacon = HeardBeacon(sighting, at: time)
        // A repetition of the same report is no second advertisement; of two for one moment the stronger holds.
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

    /// Notes that the source listened until now.
    ///
    /// - Returns: Whether the source stands otherwise to the condition than before.
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

    /// Notes that the source was interrupted.
    package mutating func interrupt(exitAfter: Int64) { continuity.interrupt(verdict(exitAfter: exitAfter)) }

    /// Starts over after an interruption.
    package mutating func restart(at time: ObservationTime) {
        listensSince = time
        listenedUntil = time
        latest = .none
        others = []
    }

    /// Whether a beacon is heard; `nil` before the source has heard one or listened long enough.
    package func verdict(exitAfter: Int64) -> Bool? {
        if listenedUntil >= silentAt(exitAfter: exitAfter) { return false }
        return latest.isHeard ? true : nil
    }

    /// How the source stands to the condition.
    func sourceVerdict(exitAfter: Int64) -> SourceVerdict {
        SourceVerdict(verdict: verdict(exitAfter: exitAfter), continuity: continuity)
    }

    /// When the silence becomes long enough, if it lasts.
    package func silentAt(exitAfter: Int64) -> ObservationTime {
        (lastMatch ?? listensSince).advanced(byMicroseconds: exitAfter)
    }

    /// How long nothing has been heard, in microseconds.
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

/// A beacon of a set with the strength at which it was heard last; whose it is, the set says.
package struct HeardBeacon: Hashable, Sendable {
    /// When.
    package var time: ObservationTime
    /// How far below its strength at one metre it was heard, in dB; the smaller, the nearer.
    package var loss: Int16
    /// The beacon's major.
    package var major: UInt16
    /// The beacon's minor.
    package var minor: UInt16
    /// Whether there is a beacon at all.
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

    /// Takes what an advertisement says.
    init(_ sighting: BeaconSighting, at time: ObservationTime) {
        // Without a signal strength it may be anywhere: farther than any that has one.
        let loss = sighting.rssi.map { Int16(sighting.measuredPower) - Int16($0) } ?? .max
        self.init(
            time: time, loss: loss, major: sighting.identity.major, minor: sighting.identity.minor,
            isHeard: true)
    }

    /// Whether another report of the same moment says nothing that this one does not.
    func covers(_ other: HeardBeacon) -> Bool {
        isSameBeacon(as: other) && isHeard && time == other.time && loss <= other.loss
    }

    func isSameBeacon(as other: HeardBeacon) -> Bool { major == other.major && minor == other.minor }

    /// Orders by nearness; two that are equally near by their identity, so that the order of arrival decides nothing.
    package func isNearer(than other: HeardBeacon) -> Bool {
        (loss, major, minor) < (other.loss, other.major, other.minor)
    }
}
