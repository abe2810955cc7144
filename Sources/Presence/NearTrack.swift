import Conditions
import Geodesy
import Observations

/// What one source says about one condition that it spoke for.
enum NearTrack {
    case region(MarginTrack)
    case beacon(BeaconTrack)
    /// While it is changed, so that nothing is held twice and copied for that.
    case taken

    /// What a source has said about a condition for as long as it never spoke for it.
    init(_ source: DeviceSource, of leaf: NearLeaf, believed: Bool = false) {
        switch leaf {
        case .region(let region):
            self = .region(source.farRegion(by: region.rules, believedInside: believed))
        case .beacon: self = .beacon(source.farBeacons)
        }
    }

    /// Whether a step says anything about the condition, or about its source.
    func isConcerned(by step: SourceStep, of leaf: NearLeaf) -> Bool {
        if step.effect.interrupts || step.effect.resumes { return true }
        return switch (step.evidence, leaf) {
        case (.fix, .region): true
        case (.sighting(let sighting), .beacon(let beacons, _)): beacons.counts(sighting)
        case (.elapsed, .beacon): true
        default: false
        }
    }

    /// Takes what the source's next observation means.
    ///
    /// - Returns: Whether the source now says something else about the condition.
    mutating func observe(_ step: SourceStep, of leaf: NearLeaf) -> Bool {
        guard isConcerned(by: step, of: leaf) else { return false }
        let before = Standing(self, of: leaf)
        take(step, of: leaf)
        return Standing(self, of: leaf) != before
    }

    private mutating func take(_ step: SourceStep, of leaf: NearLeaf) {
        switch (self, leaf) {
        case (.region(var track), .region(let region)):
            if step.effect.interrupts { track.interrupt() }
            if case .fix(let place, let isJump) = step.evidence {
                let measured = MeasuredFix(
                    margin: region.margin(at: place), accuracy: place.fix.horizontalAccuracy, time: step.time)
                track.observe(
                    measured, isJump: isJump, cushion: region.boundary.cushion, rules: region.rules)
            }
            self = .region(track)
        case (.beacon(var track), .beacon(let beacons, let rules)):
            self = .taken
            if step.effect.interrupts { track.interrupt(exitAfter: rules.exitAfter) }
            if step.effect.resumes { track.restart(at: step.time) }
            switch step.evidence {
            case .sighting(let sighting) where beacons.counts(sighting):
                track.match(sighting, at: step.time, exitAfter: rules.exitAfter)
            case .elapsed: track.listened(until: step.time, exitAfter: rules.exitAfter)
            case .sighting, .fix, .none: break
            }
            self = .beacon(track)
        default: break
        }
    }

    /// What a source says about the condition, but for when.
    private struct Standing: Equatable {
        let verdict: Bool?
        let lostVerdict: Bool?
        let isInterrupted: Bool

        init(_ track: NearTrack, of leaf: NearLeaf) {
            let continuity: Continuity
            switch (track, leaf) {
            case (.beacon(let track), .beacon(_, let rules)):
                verdict = track.verdict(exitAfter: rules.exitAfter)
                continuity = track.continuity
            case (.beacon(let track), .region):
                verdict = nil
                continuity = track.continuity
            case (.region(let track), _):
                verdict = track.verdict
                continuity = track.continuity
            case (.taken, _):
                verdict = nil
                continuity = Continuity()
            }
            lostVerdict = continuity.lostVerdict
            isInterrupted = continuity.isInterrupted
        }
    }

    /// What is weighed of it.
    func report(
        of source: DeviceSource, witnessed: ObservationTime, by rules: EvaluationRules
    ) -> SourceReport {
        switch self {
        case .region(let track):
            return source.report(
                verdict: track.verdict, continuity: track.continuity, silentAt: nil, witnessed: witnessed,
                by: rules)
        case .taken:
            return source.report(
                verdict: nil, continuity: Continuity(), silentAt: nil, witnessed: witnessed, by: rules)
        case .beacon(let track):
            let verdict =
                source.facts.availability.isAvailable ? track.verdict(exitAfter: rules.exitAfter) : nil
            return source.report(
                verdict: verdict, continuity: track.continuity,
                silentAt: verdict == false ? track.silentAt(exitAfter: rules.exitAfter) : nil,
                witnessed: witnessed, by: rules)
        }
    }

    /// The nearest of the beacons that satisfy the condition by this source's word.
    func nearest(by rules: EvaluationRules) -> HeardBeacon? {
        guard case .beacon(let track) = self, track.verdict(exitAfter: rules.exitAfter) == true else {
            return nil
        }
        return track.nearest
    }

    /// Whether it will say from now on what the source says about conditions that it never spoke for, given that no
    /// observation from before that time will be used any more.
    func isFar(_ source: DeviceSource, by rules: EvaluationRules, after time: ObservationTime) -> Bool {
        switch self {
        case .region(let track): source.isFar(track, by: rules, after: time)
        case .beacon(let track): source.isFar(track, by: rules, after: time)
        case .taken: false
        }
    }
}

/// A condition that sources speak for, with the rules by which it is decided.
indirect enum NearLeaf {
    case region(RegionLeaf)
    case beacon(BeaconLeaf, EvaluationRules)

    /// The leaf of a condition that is nothing but one.
    init?(_ plan: ConditionPlan) {
        guard plan.isSingleLeaf else { return nil }
        if let boundary = plan.boundaries.first {
            self = .region(RegionLeaf(boundary, rules: plan.rules))
        } else if let beacons = plan.beacons.first {
            self = .beacon(beacons, plan.rules)
        } else {
            return nil
        }
    }

    /// By what it is decided.
    var kind: PresenceKind {
        switch self {
        case .region: .region
        case .beacon: .beacon
        }
    }
}
