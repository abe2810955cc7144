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

    /// Takes what the source's next observation means.
    ///
    /// - Returns: Whether the source now says something else about the condition.
    mutating func observe(_ step: SourceStep, of leaf: NearLeaf) -> Bool {
        switch leaf {
        case .region(let region): observe(step, of: region)
        case .beacon(let beacons, let rules): observe(step, of: beacons, by: rules)
        }
    }

    private mutating func observe(_ step: SourceStep, of region: RegionLeaf) -> Bool {
        let isCut = step.effect.interrupts || step.effect.resumes
        guard case .region(var track) = self else { return false }
        if case .fix(let place, let isJump) = step.evidence {
            if step.effect.interrupts { track.interrupt() }
            let measured = MeasuredFix(
                margin: region.margin(at: place), accuracy: place.fix.horizontalAccuracy, time: step.time)
            let isChanged = track.observe(
                measured, isJump: isJump, cushion: region.boundary.cushion, rules: region.rules)
            self = .region(track)
            return isChanged || isCut
        }
        guard isCut else { return false }
        if step.effect.interrupts { track.interrupt() }
        self = .region(track)
        return true
    }

    private mutating func observe(_ step: SourceStep, of beacons: BeaconLeaf, by rules: EvaluationRules)
        -> Bool
    {
        let isCut = step.effect.interrupts || step.effect.resumes
        guard isCut || step.evidence.concerns(beacons) else { return false }
        // Taken out and put back: a copy would count references to what the track gathered.
        var taken = NearTrack.taken
        swap(&taken, &self)
        guard case .beacon(var track) = consume taken else { return false }
        if step.effect.interrupts { track.interrupt(exitAfter: rules.exitAfter) }
        if step.effect.resumes { track.restart(at: step.time) }
        let isChanged =
            switch step.evidence {
            case .sighting(let sighting) where beacons.counts(sighting):
                track.match(sighting, at: step.time, exitAfter: rules.exitAfter)
            case .elapsed: track.listened(until: step.time, exitAfter: rules.exitAfter)
            case .sighting, .fix, .none: false
            }
        self = .beacon(track)
        return isChanged || isCut
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

    /// A number from the memory that it lies in, which all devices share.
    var touched: Int {
        switch self {
        case .region(let region): region.boundary.place
        case .beacon(let beacons, _): beacons.place
        }
    }

    /// By what it is decided.
    var kind: ConditionKind {
        switch self {
        case .region: .region
        case .beacon: .beacon
        }
    }
}

extension SourceStep.Evidence {
    /// Whether it says anything about a set of beacons.
    fileprivate func concerns(_ beacons: BeaconLeaf) -> Bool {
        switch self {
        case .sighting(let sighting): beacons.counts(sighting)
        case .elapsed: true
        case .fix, .none: false
        }
    }
}
