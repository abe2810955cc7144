import Beacons
import Conditions
import Geodesy
import Observations

/// What one source says about one condition that it spoke for.
struct NearTrack {
    /// What is kept depends on the kind of the condition.
    enum Knowledge {
        case region(RegionTrack)
        case beacon(BeaconTrack)
    }

    private var knowledge: Knowledge
    private var interruption: Interruption
    /// When something last spoke for the condition: a fix, a matching beacon.
    private var evidenceTime: ObservationTime?

    /// What a source has said about a condition for as long as it never spoke for it.
    init(_ facts: SourceFacts, of kind: PresenceKind, by rules: PresenceRules, believed: Bool = false) {
        switch kind {
        case .region:
            knowledge = .region(
                RegionTrack(
                    outsideRun: facts.outsideRun, verdict: facts.farVerdict(of: .region, by: rules),
                    believedInside: believed))
            interruption = facts.farRegions
            evidenceTime = facts.positionTime
        case .beacon:
            var track = BeaconTrack(listensSince: facts.listensSince)
            track.listened(until: facts.listenedUntil, exitAfter: rules.policy.exitAfter)
            knowledge = .beacon(track)
            interruption = facts.farBeacons
        }
    }

    /// Takes what the source's next observation means.
    mutating func observe(_ step: SourceStep, from facts: SourceFacts, condition: Condition, rules: PresenceRules) {
        if step.isInterrupted {
            interruption.begin(verdict(by: rules))
            if case .region(var track) = knowledge {
                track.forget()
                knowledge = .region(track)
            }
        } else if step.isResumed, case .beacon(var track) = knowledge {
            track.restart(at: facts.newest)
            knowledge = .beacon(track)
        }
        note(step.evidence, at: facts.newest, condition: condition, rules: rules)
        if step.isAvailable, verdict(by: rules) != nil { interruption.end() }
    }

    private mutating func note(
        _ evidence: SourceStep.Evidence, at time: ObservationTime, condition: Condition, rules: PresenceRules
    ) {
        switch (evidence, condition, knowledge) {
        case (.fix(let fix, let isJump), .circular(let circle), .region(var track)):
            track.observe(
                margin: circle.radius - circle.center.distance(to: fix.coordinate),
                cushion: min(rules.policy.cushion, circle.radius), accuracy: fix.horizontalAccuracy,
                isJump: isJump, rules: rules)
            knowledge = .region(track)
            evidenceTime = time
        case (.sighting(let sighting), .beacon(let beacons), .beacon(var track)):
            guard beacons.constraint.matches(sighting.identity) else { return }
            track.match(sighting, at: time, exitAfter: rules.policy.exitAfter)
            knowledge = .beacon(track)
            evidenceTime = time
        case (.elapsed, .beacon, .beacon(var track)):
            track.listened(until: time, exitAfter: rules.policy.exitAfter)
            knowledge = .beacon(track)
        default:
            break
        }
    }

    /// What the source says, while it can tell.
    private func verdict(by rules: PresenceRules) -> Bool? {
        switch knowledge {
        case .region(let track): track.verdict
        case .beacon(let track): track.verdict(exitAfter: rules.policy.exitAfter)
        }
    }

    /// The nearest of the beacons that satisfy the condition by this source's word.
    func nearest(of facts: SourceFacts, by rules: PresenceRules) -> HeardBeacon? {
        guard facts.availability.isAvailable, case .beacon(let track) = knowledge,
            track.verdict(exitAfter: rules.policy.exitAfter) == true
        else { return nil }
        return track.nearest
    }

    /// What is weighed of it.
    func word(of facts: SourceFacts, by rules: PresenceRules) -> SourceTally.Word {
        var silentAt: ObservationTime?
        if case .beacon(let track) = knowledge { silentAt = track.silentAt(exitAfter: rules.policy.exitAfter) }
        return SourceTally.Word(
            verdict: facts.availability.isAvailable ? verdict(by: rules) : nil,
            lostVerdict: interruption.lostVerdict, isInterrupted: interruption.isPresent,
            availability: facts.availability, silentAt: silentAt, evidenceTime: evidenceTime)
    }

    /// Whether it will say what the source says about conditions that it never spoke for, given that no observation
    /// from before that time will be used any more.
    func isFar(_ facts: SourceFacts, by rules: PresenceRules, after time: ObservationTime) -> Bool {
        switch knowledge {
        case .region(let track):
            return interruption == facts.farRegions
                && track.isFar(
                    outsideRun: facts.outsideRun, verdict: facts.farVerdict(of: .region, by: rules))
        case .beacon(let track):
            guard interruption == facts.farBeacons,
                track.verdict(exitAfter: rules.policy.exitAfter) == facts.farVerdict(of: .beacon, by: rules)
            else { return false }
            guard let lastMatch = track.lastMatch else { return true }
            return lastMatch.later(byMicroseconds: rules.exitAfter) <= time
        }
    }
}
