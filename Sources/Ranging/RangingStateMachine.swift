public import Beacons

/// Decides with every sighting which beacons to report: nearest first, on a steady beat.
///
/// It has no clock; its inputs carry the time. A sighting that is older than a beacon's newest one does not
/// change that beacon's distance. A receiver's clock may lag behind others: its silence is measured from its
/// own last input. Give the machine only sightings of the ranged beacons.
public struct RangingStateMachine<
    Receiver: Hashable & Comparable & Sendable, Instant: InstantProtocol & Sendable
>: Sendable where Instant.Duration == Duration {
    /// How it reports.
    public let policy: RangingPolicy
    private var tracks: [Track] = []
    /// The last input of each receiver, unless it was so long ago that its sightings no longer count.
    private var receivers: [Receiver: Speaking] = [:]
    private var now: Instant?
    private var nextBeat: Instant?

    /// The time of a receiver's last input.
    private struct Speaking: Sendable {
        /// By the receiver's own clock.
        var newest: Instant
        /// How far that was behind the newest time of all receivers.
        var lag: Duration
    }

    /// A report: the beacons, nearest first (L124); empty when none is heard (L127).
    public typealias Report = [RangedBeacon<Receiver, Instant>]

    /// Starts without sightings.
    public init(policy: RangingPolicy = RangingPolicy()) { self.policy = policy }

    /// Updates the state with a sighting.
    ///
    /// - Parameters:
    ///   - identity: The beacon's identity.
    ///   - receiver: The receiver that heard it.
    ///   - device: The number of the device, if the receiver distinguishes several with this identity.
    ///   - rssi: The strength at the receiver, in dBm; `nil` when the receiver did not report it.
    ///   - measuredPower: The beacon's strength at one metre, in dBm.
    ///   - time: When it was heard.
    /// - Returns: A report, if one is due. A report on the beat has the state before the sighting; a report
    ///   of a change includes the sighting.
    /// - Complexity: O(*n*) in the number of beacons that are heard.
    public mutating func sighted(
        _ identity: BeaconIdentity, by receiver: Receiver, device: UInt8 = 0, rssi: Int8?,
        measuredPower: Int8, at time: Instant
    ) -> Report? {
        let isDue = isReportDue(at: time, by: receiver)
        let before = isDue ? tracks : []
        var place = place(of: identity, by: receiver, device, at: time)
        tracks[place].hear(rssi: rssi, measuredPower: measuredPower, at: time, policy: policy)
        if policy.reportsChangesAtOnce, tracks[place].isNews { return report() }
        guard isDue else { return nil }
        // Makes only one report, because each one restarts the means of strength (L131). This sighting counts
        // for the next report.
        tracks = before
        let beat = report()
        place = self.place(of: identity, by: receiver, device, at: time)
        tracks[place].hear(rssi: rssi, measuredPower: measuredPower, at: time, policy: policy)
        return beat
    }

    /// Records that the receivers listened until a moment.
    ///
    /// - Parameters:
    ///   - time: The moment.
    ///   - receiver: The receiver that listened; `nil` for a clock of all receivers.
    /// - Returns: A report, when a beat has come or a beacon's proximity has ended.
    public mutating func elapsed(until time: Instant, by receiver: Receiver? = nil) -> Report? {
        isReportDue(at: time, by: receiver) ? report() : nil
    }

    /// Advances the time and determines whether a report is due.
    private mutating func isReportDue(at time: Instant, by receiver: Receiver?) -> Bool {
        let now = max(now ?? time, time)
        self.now = now
        let (count, goneAfter) = (tracks.count, policy.goneAfter)
        // A time before the receiver's newest one arrived late, and says nothing about the receiver's clock.
        if let receiver, time >= receivers[receiver]?.newest ?? time {
            let lag = time.duration(to: now)
            receivers[receiver] = Speaking(newest: time, lag: lag)
            for place in tracks.indices where tracks[place].receiver == receiver { tracks[place].lag = lag }
        }
        // A loop instead of `filter`, which would make another dictionary each time.
        while let silent = receivers.first(where: { entry in
            entry.value.newest.advanced(by: entry.value.lag + goneAfter) <= now
        }) {
            receivers[silent.key] = nil
        }
        tracks.removeAll { $0.lastHeard.advanced(by: goneAfter) <= now }
        for place in tracks.indices { tracks[place].fallSilent(at: now, policy: policy) }
        let isNews = tracks.count != count || tracks.contains { $0.isNews }
        return isBeat(at: now) || (isNews && policy.reportsChangesAtOnce)
    }

    /// Drops the sightings of a receiver, for example when its radio is switched off.
    ///
    /// - Returns: A report, if the receiver had heard anything.
    public mutating func lost(_ receiver: Receiver) -> Report? {
        let count = tracks.count
        receivers[receiver] = nil
        tracks.removeAll { $0.receiver == receiver }
        return tracks.count == count ? nil : report()
    }

    /// Whether a beat has come; missed beats are not repeated.
    private mutating func isBeat(at now: Instant) -> Bool {
        guard let beat = policy.beat, beat > .zero else { return false }
        guard let due = nextBeat else {
            nextBeat = now.advanced(by: beat)
            return false
        }
        guard due <= now else { return false }
        let next = due.advanced(by: beat)
        nextBeat = next > now ? next : now.advanced(by: beat)
        return true
    }

    private mutating func report() -> Report {
        tracks.sort { $0.isNearer(than: $1) }
        var report: Report = []
        report.reserveCapacity(tracks.count)
        for place in tracks.indices { report.append(tracks[place].reported()) }
        return report
    }

    private mutating func place(
        of identity: BeaconIdentity, by receiver: Receiver, _ device: UInt8, at time: Instant
    ) -> Int {
        let known = tracks.firstIndex {
            $0.identity == identity && $0.receiver == receiver && $0.device == device
        }
        if let known { return known }
        var track = Track(identity, receiver: receiver, device: device, at: time, policy: policy)
        track.lag = receivers[receiver]?.lag ?? .zero
        tracks.append(track)
        return tracks.count - 1
    }
}

// MARK: - One device at one receiver

extension RangingStateMachine {
    private struct Track: Sendable {
        let identity: BeaconIdentity
        let receiver: Receiver
        let device: UInt8
        private(set) var timestamp: Instant
        /// How far the receiver's time was behind the newest of all, at its last input.
        var lag = Duration.zero
        private var filter: SignalFilter<Instant>
        private var proximity: ProximityStateMachine
        private var distance: DistanceEstimate?
        private var sum = 0.0
        private var count = 0.0
        private var reportedProximity: Proximity?

        init(
            _ identity: BeaconIdentity, receiver: Receiver, device: UInt8, at time: Instant,
            policy: RangingPolicy
        ) {
            self.identity = identity
            self.receiver = receiver
            self.device = device
            timestamp = time
            filter = SignalFilter(timeConstant: policy.timeConstant)
            proximity = ProximityStateMachine(thresholds: policy.thresholds)
        }

        /// The time of the last sighting, corrected by the receiver's lag.
        var lastHeard: Instant { timestamp.advanced(by: lag) }

        /// Whether its proximity differs from the last reported one.
        var isNews: Bool { reportedProximity != proximity.proximity }

        mutating func hear(rssi: Int8?, measuredPower: Int8, at time: Instant, policy: RangingPolicy) {
            timestamp = max(timestamp, time)
            guard let rssi else { return }
            sum += Double(rssi)
            count += 1
            if let newest = filter.newest, time <= newest { return }
            let level = filter.update(rssi: rssi, at: time)
            let estimate = policy.pathLoss.distance(rssi: level, measuredPower: Double(measuredPower))
            distance = estimate
            _ = proximity.update(metres: estimate.metres)
        }

        mutating func fallSilent(at now: Instant, policy: RangingPolicy) {
            guard distance != nil, lastHeard.advanced(by: policy.unknownAfter) <= now else { return }
            distance = nil
            filter = SignalFilter(timeConstant: policy.timeConstant)
            _ = proximity.update(metres: nil)
        }

        mutating func reported() -> RangedBeacon<Receiver, Instant> {
            defer {
                sum = 0
                count = 0
                reportedProximity = proximity.proximity
            }
            return RangedBeacon(
                identity: identity, receiver: receiver, proximity: proximity.proximity, distance: distance,
                rssi: count > 0 ? sum / count : nil, timestamp: timestamp, device: device)
        }

        /// Orders by distance, unknown distances last, and then by identity, so that the order of arrival has
        /// no effect.
        func isNearer(than other: Track) -> Bool {
            let own = distance?.metres ?? .infinity
            let others = other.distance?.metres ?? .infinity
            return (own, identity, receiver, device) < (others, other.identity, other.receiver, other.device)
        }
    }
}
