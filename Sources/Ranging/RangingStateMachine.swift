public import Beacons

/// Decides what to report of the beacons that are heard, sighting by sighting: nearest first, on a steady beat.
///
/// It has no clock: time is that of its inputs, and what is older than the newest of a beacon changes nothing about its
/// distance. A receiver whose times lag behind those of others is taken at its own: silence counts by its last report.
/// Give it only sightings of the beacons that are ranged.
public struct RangingStateMachine<
    Receiver: Hashable & Comparable & Sendable, Instant: InstantProtocol & Sendable
>: Sendable where Instant.Duration == Duration {
    /// How it reports.
    public let policy: RangingPolicy
    private var tracks: [Track] = []
    /// When each receiver spoke, as long as that was not too long ago for what it heard to count.
    private var receivers: [Receiver: Speaking] = [:]
    private var now: Instant?
    private var nextBeat: Instant?

    /// When a receiver said something last.
    private struct Speaking: Sendable {
        /// In its own time.
        var newest: Instant
        /// How far that was behind the newest time of all.
        var lag: Duration
    }

    /// What is reported: the beacons, nearest first (L124); empty when none is heard (L127).
    public typealias Report = [RangedBeacon<Receiver, Instant>]

    /// Begins with nothing heard.
    public init(policy: RangingPolicy = RangingPolicy()) { self.policy = policy }

    /// Takes a sighting.
    ///
    /// - Parameters:
    ///   - identity: Which beacon.
    ///   - receiver: Who heard it.
    ///   - device: Which of the devices of this identity that the receiver distinguishes.
    ///   - rssi: The strength at the receiver, in dBm; `nil` when the receiver did not report it.
    ///   - measuredPower: The beacon's strength at one metre, in dBm.
    ///   - time: When it was heard.
    /// - Returns: What is to be reported: on the beat as it was before the sighting, or at once with it.
    /// - Complexity: O(*n*) in the beacons that are heard.
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
        // Only one report is made: each starts the means of strength over (L131). This sighting counts for the next.
        tracks = before
        let beat = report()
        place = self.place(of: identity, by: receiver, device, at: time)
        tracks[place].hear(rssi: rssi, measuredPower: measuredPower, at: time, policy: policy)
        return beat
    }

    /// Notes that the receivers listened until a moment.
    ///
    /// - Parameters:
    ///   - time: Until when.
    ///   - receiver: Who says so; `nil` for a clock of all.
    /// - Returns: What is to be reported, when a beat has come or a beacon's proximity has ended.
    public mutating func elapsed(until time: Instant, by receiver: Receiver? = nil) -> Report? {
        isReportDue(at: time, by: receiver) ? report() : nil
    }

    /// Lets time pass.
    private mutating func isReportDue(at time: Instant, by receiver: Receiver?) -> Bool {
        let now = max(now ?? time, time)
        self.now = now
        let (count, goneAfter) = (tracks.count, policy.goneAfter)
        // A time before the receiver's newest is a late one, which says nothing about its clock.
        if let receiver, time >= receivers[receiver]?.newest ?? time {
            let lag = time.duration(to: now)
            receivers[receiver] = Speaking(newest: time, lag: lag)
            for place in tracks.indices where tracks[place].receiver == receiver { tracks[place].lag = lag }
        }
        // In a loop: what filters a dictionary makes another one each time.
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

    /// Forgets what a receiver heard, such as when its radio is switched off.
    ///
    /// - Returns: What is to be reported, if it heard anything.
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
        /// How far the receiver's time was behind the newest of all when it last said something.
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

        /// When it was heard, as if its receiver's time were the newest of all.
        var lastHeard: Instant { timestamp.advanced(by: lag) }

        /// Whether its proximity is another one than was reported last.
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

        /// Orders by distance, the unknown last, and equal ones by their names, so that arrival decides nothing.
        func isNearer(than other: Track) -> Bool {
            let own = distance?.metres ?? .infinity
            let others = other.distance?.metres ?? .infinity
            return (own, identity, receiver, device) < (others, other.identity, other.receiver, other.device)
        }
    }
}
