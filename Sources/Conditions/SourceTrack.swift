import Beacons
import Geodesy
import Observations

/// Everything that one condition keeps about one source.
///
/// It depends on nothing but that source's own observations in their order, which is why the order in which different
/// sources' observations arrive cannot matter in the end (LD15).
struct SourceTrack: Hashable {
    /// Whose observations.
    let source: ObservationSource
    /// The newest observation's time.
    private(set) var newest: ObservationTime
    /// Whether it can tell anything.
    private(set) var availability = SourceAvailability()
    /// What it told.
    private(set) var knowledge: Knowledge
    /// The verdict that an interruption took away, until there is a new one.
    private(set) var lostVerdict: Bool?
    /// Whether it was interrupted, and has decided nothing since.
    private(set) var isInterrupted = false
    /// When something last spoke for the condition: a fix, a matching beacon.
    private(set) var evidenceTime: ObservationTime?
    /// The time of the newest report that an interruption kept from being used; repeated later, it is not used either.
    private var refusedAt: ObservationTime?
    private var reportedPosition = false
    private var reportedSighting = false

    /// What is kept depends on the kind of the condition.
    enum Knowledge: Hashable {
        case circle(CircleTrack)
        case beacon(BeaconTrack)
        case nothing
    }

    init(_ source: ObservationSource, since time: ObservationTime, condition: Condition, believed: Bool) {
        self.source = source
        newest = time
        switch condition {
        case .circular(let circle):
            knowledge = .circle(CircleTrack(radius: circle.radius, believedInside: believed))
        case .beacon: knowledge = .beacon(BeaconTrack(listensSince: time))
        case .timeWindow, .dwell, .all, .any, .not: knowledge = .nothing
        }
    }

    /// Whether it could tell: a source that only ever reports the other kind of thing does not listen for this one.
    var mayTell: Bool {
        switch knowledge {
        case .circle: reportedPosition || !reportedSighting
        case .beacon: reportedSighting || !reportedPosition
        case .nothing: false
        }
    }

    /// What it says about the condition now.
    func verdict(_ policy: ConditionPolicy) -> Bool? {
        guard availability.isAvailable else { return nil }
        return switch knowledge {
        case .circle(let track): track.verdict
        case .beacon(let track): track.verdict(exitAfter: policy.exitAfter)
        case .nothing: nil
        }
    }

    /// When its silence is or was long enough; `nil` for a circle.
    func silentAt(_ policy: ConditionPolicy) -> ObservationTime? {
        guard case .beacon(let track) = knowledge else { return nil }
        return track.silentAt(exitAfter: policy.exitAfter)
    }

    /// Takes the source's next observation, which is not older than its newest.
    mutating func observe(_ observation: Observation, condition: Condition, policy: ConditionPolicy) {
        newest = observation.time
        let verdictBefore = verdict(policy)
        let wasAvailable = availability.isAvailable
        availability.observe(observation.content, at: observation.time)
        if !availability.isAvailable {
            if wasAvailable { interrupt(verdictBefore) }
        } else if !wasAvailable {
            resume(at: observation.time)
        }
        note(observation, condition: condition, policy: policy)
        if isInterrupted, verdict(policy) != nil {
            isInterrupted = false
            lostVerdict = nil
        }
    }

    private mutating func interrupt(_ verdict: Bool?) {
        isInterrupted = true
        lostVerdict = verdict ?? lostVerdict
        if case .circle(var track) = knowledge {
            track.forget()
            knowledge = .circle(track)
        }
    }

    private mutating func resume(at time: ObservationTime) {
        if case .beacon(var track) = knowledge {
            track.restart(at: time)
            knowledge = .beacon(track)
        }
    }

    private mutating func note(_ observation: Observation, condition: Condition, policy: ConditionPolicy) {
        switch observation.content {
        case .position: reportedPosition = true
        case .sighting: reportedSighting = true
        case .elapsed, .radio, .permission:
            guard availability.isAvailable else { return }
        }
        guard availability.isAvailable else {
            refusedAt = observation.time
            return
        }
        if observation.time == refusedAt { return }
        switch (observation.content, condition, knowledge) {
        case (.position(let fix), .circular(let circle), .circle(var track)):
            let measured = MeasuredFix(
                distance: circle.center.distance(to: fix.coordinate), accuracy: fix.horizontalAccuracy,
                time: observation.time)
            track.observe(measured, policy: policy)
            knowledge = .circle(track)
            evidenceTime = observation.time
        case (.sighting(let sighting), .beacon(let beacons), .beacon(var track)):
            guard beacons.constraint.matches(sighting.identity) else { return }
            track.match(sighting, at: observation.time, exitAfter: policy.exitAfter)
            knowledge = .beacon(track)
            evidenceTime = observation.time
        case (.elapsed, .beacon, .beacon(var track)):
            track.listened(until: observation.time, exitAfter: policy.exitAfter)
            knowledge = .beacon(track)
        default:
            break
        }
    }
}
