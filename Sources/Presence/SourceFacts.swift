import Conditions
import Geodesy
import Observations

/// What one source told about itself, and what it says about every condition that it never spoke for.
///
/// Of ten thousand conditions a device is near a handful. For all others the source's observations mean the same: the fix
/// lies outside, the beacon is another one. That is kept once, here; ``NearTrack`` holds what differs.
struct SourceFacts {
    /// Whose observations.
    let source: ObservationSource
    /// The newest observation's time.
    private(set) var newest: ObservationTime
    /// Whether it can tell anything.
    private(set) var availability = SourceAvailability()
    /// When it began to listen without a break, and until when it did, by its own word.
    private(set) var listensSince: ObservationTime
    private(set) var listenedUntil: ObservationTime
    /// When its newest position was taken that counted.
    private(set) var positionTime: ObservationTime?
    /// The time of the newest report that an interruption kept from being used; repeated later, it is not used either.
    private var refusedAt: ObservationTime?
    private var jumps = JumpGuard()
    private(set) var reportedPosition = false
    private(set) var reportedSighting = false
    /// How many fixes in a row lay outside of whatever is far; counted as far as the policy looks.
    private(set) var outsideRun: UInt16 = 0
    private(set) var farRegions = Interruption()
    private(set) var farBeacons = Interruption()

    init(_ source: ObservationSource, since time: ObservationTime) {
        self.source = source
        newest = time
        listensSince = time
        listenedUntil = time
    }

    /// What the source's next observation, which is not older than its newest, means for every condition.
    ///
    /// What it means for those that are far is noted by ``noteFar(_:of:)``, once those have been set apart that it
    /// brings near.
    mutating func take(_ observation: Observation, by rules: PresenceRules) -> SourceStep {
        newest = observation.time
        let wasAvailable = availability.isAvailable
        availability.observe(observation.content, at: observation.time)
        var step = SourceStep(wasAvailable: wasAvailable, isAvailable: availability.isAvailable)
        if step.isInterrupted { jumps.forget() }
        step.evidence = evidence(in: observation, by: rules)
        return step
    }

    private mutating func evidence(in observation: Observation, by rules: PresenceRules) -> SourceStep.Evidence {
        switch observation.content {
        case .position: reportedPosition = true
        case .sighting: reportedSighting = true
        case .elapsed, .radio, .permission:
            guard availability.isAvailable else { return .none }
        }
        guard availability.isAvailable else {
            refusedAt = observation.time
            return .none
        }
        if observation.time == refusedAt { return .none }
        switch observation.content {
        case .position(let fix):
            if let positionTime, observation.time <= positionTime { return .none }
            positionTime = observation.time
            return .fix(fix, isJump: jumps.isJump(to: fix.coordinate, at: observation.time, policy: rules.policy))
        case .sighting(let sighting): return .sighting(sighting)
        case .elapsed: return .elapsed
        case .radio, .permission: return .none
        }
    }

    /// Notes what a step means for the conditions that are far.
    mutating func noteFar(_ step: SourceStep, by rules: PresenceRules) {
        let before = (regions: farVerdict(of: .region, by: rules), beacons: farVerdict(of: .beacon, by: rules))
        if step.isInterrupted {
            farRegions.begin(before.regions)
            farBeacons.begin(before.beacons)
            outsideRun = 0
        } else if step.isResumed {
            listensSince = newest
            listenedUntil = newest
        }
        switch step.evidence {
        case .fix(_, isJump: false): outsideRun = min(outsideRun + 1, rules.decidingFixes)
        case .elapsed: listenedUntil = max(listenedUntil, newest)
        case .fix, .sighting, .none: break
        }
        guard step.isAvailable else { return }
        if farVerdict(of: .region, by: rules) != nil { farRegions.end() }
        if farVerdict(of: .beacon, by: rules) != nil { farBeacons.end() }
    }

    /// What the source says, while it can tell, about a condition that it never spoke for: no, or nothing.
    func farVerdict(of kind: PresenceKind, by rules: PresenceRules) -> Bool? {
        switch kind {
        case .region: outsideRun >= rules.decidingFixes ? false : nil
        case .beacon: listenedUntil >= silentAt(by: rules) ? false : nil
        }
    }

    /// When its silence is or was long enough.
    func silentAt(by rules: PresenceRules) -> ObservationTime {
        listensSince.later(byMicroseconds: rules.exitAfter)
    }

    /// Whether it could tell: a source that only ever reports the other kind of thing does not listen for this one.
    func mayTell(of kind: PresenceKind) -> Bool {
        switch kind {
        case .region: reportedPosition || !reportedSighting
        case .beacon: reportedSighting || !reportedPosition
        }
    }

    /// What is weighed of it for the conditions that it never spoke for.
    func farWord(of kind: PresenceKind, by rules: PresenceRules) -> SourceTally.Word {
        let interruption = kind == .region ? farRegions : farBeacons
        return SourceTally.Word(
            verdict: availability.isAvailable ? farVerdict(of: kind, by: rules) : nil,
            lostVerdict: interruption.lostVerdict, isInterrupted: interruption.isPresent,
            availability: availability, silentAt: kind == .beacon ? silentAt(by: rules) : nil,
            evidenceTime: kind == .region ? positionTime : nil)
    }

    /// Whether it will say what another says about the same source from now on, given that no observation from before
    /// that time will be used any more.
    func agrees(with other: SourceFacts, by rules: PresenceRules, after time: ObservationTime) -> Bool {
        guard source == other.source, newest == other.newest, positionTime == other.positionTime,
            reportedPosition == other.reportedPosition, reportedSighting == other.reportedSighting,
            outsideRun == other.outsideRun, farRegions == other.farRegions, farBeacons == other.farBeacons,
            jumps == other.jumps, listenedUntil == other.listenedUntil
        else { return false }
        // Only what is switched off is still asked since when; what was refused can only come again at the newest time.
        guard availability == other.availability || availability.isAvailable && other.availability.isAvailable,
            refusedAt == other.refusedAt || refusedAt != newest && other.refusedAt != newest
        else { return false }
        return listensSince == other.listensSince
            || max(silentAt(by: rules), other.silentAt(by: rules)) <= min(time, listenedUntil)
    }

    /// Whether it cannot tell: it says so, or it fell silent while others went on (LD15).
    func isLost(at newest: ObservationTime, by rules: PresenceRules) -> Bool {
        !availability.isAvailable || self.newest.later(byMicroseconds: rules.goneAfter) <= newest
    }
}

/// What an interruption took away, until there is a verdict again.
struct Interruption: Hashable {
    /// The verdict before it.
    private(set) var lostVerdict: Bool?
    /// Whether it has not ended.
    private(set) var isPresent = false

    mutating func begin(_ verdict: Bool?) {
        isPresent = true
        lostVerdict = verdict ?? lostVerdict
    }

    mutating func end() {
        guard isPresent else { return }
        isPresent = false
        lostVerdict = nil
    }
}

/// What an observation means for each condition that its source may tell about.
struct SourceStep {
    /// What speaks for or against conditions.
    enum Evidence {
        case none
        case fix(PositionFix, isJump: Bool)
        case sighting(BeaconSighting)
        case elapsed
    }

    let wasAvailable: Bool
    let isAvailable: Bool
    var evidence = Evidence.none

    init(wasAvailable: Bool, isAvailable: Bool) {
        self.wasAvailable = wasAvailable
        self.isAvailable = isAvailable
    }

    /// Whether the source can no longer tell from here on.
    var isInterrupted: Bool { wasAvailable && !isAvailable }
    /// Whether it can again.
    var isResumed: Bool { !wasAvailable && isAvailable }
}
