import Conditions
import Geodesy
import Observations

/// One source's track for one near condition.
enum NearTrack {
    case region(MarginTrack)
    case beacon(BeaconTrack)
    /// A placeholder during changes, so that the track's data has one owner and is not copied.
    case taken

    /// Makes the track of a source for a condition that has been far until now.
    init(_ source: DeviceSource, of leaf: NearLeaf, believed: Bool = false) {
        switch leaf {
        case .region(let region):
            self = .region(source.farRegion(by: region.rules, believedInside: believed))
        case .beacon: self = .beacon(source.farBeacons)
        }
    }

    /// Records the meaning of the source's next observation.
    ///
    /// - Returns: Whether the source's verdict on the condition changed.
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
        // Moved out and back: a copy would count references to the track's data.
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

    /// The track's report.
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

    /// The nearest beacon that satisfies the condition, according to this source.
    func nearest(by rules: EvaluationRules) -> HeardBeacon? {
        guard case .beacon(let track) = self, track.verdict(exitAfter: rules.exitAfter) == true else {
            return nil
        }
        return track.nearest
    }

    /// Whether it will give the same verdicts as the source's far conditions from now on.
    ///
    /// No observation from before the given time may still count.
    func isFar(_ source: DeviceSource, by rules: EvaluationRules, after time: ObservationTime) -> Bool {
        switch self {
        case .region(let track): source.isFar(track, by: rules, after: time)
        case .beacon(let track): source.isFar(track, by: rules, after: time)
        case .taken: false
        }
    }
}

/// A near condition's leaf, with its rules.
indirect enum NearLeaf {
    case region(RegionLeaf)
    case beacon(BeaconLeaf, EvaluationRules)

    /// The leaf of a condition that consists of one leaf.
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

    /// A number from its memory, which all devices share.
    var touched: Int {
        switch self {
        case .region(let region): region.boundary.place
        case .beacon(let beacons, _): beacons.place
        }
    }

    /// The kind of evidence that decides it.
    var kind: ConditionKind {
        switch self {
        case .region: .region
        case .beacon: .beacon
        }
    }
}

extension SourceStep.Evidence {
    /// Whether it is evidence about a set of beacons.
    fileprivate func concerns(_ beacons: BeaconLeaf) -> Bool {
        switch self {
        case .sighting(let sighting): beacons.counts(sighting)
        case .elapsed: true
        case .fix, .none: false
        }
    }
}
