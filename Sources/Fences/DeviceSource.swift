import Conditions
import Observations

/// The reports of one source of a device, and what they say about every condition that it never spoke for.
///
/// A device is near a handful of ten thousand conditions. For all others the source's observations mean the same: the
/// fix lies outside, the beacon is another one. That is kept once, here; ``NearTrack`` holds what differs.
struct DeviceSource {
    private(set) var facts: SourceFacts
    /// Which of its evaluation's observations was its last.
    var lastHeard: UInt32 = 0
    private var jumps = JumpGuard()
    /// When it began to listen without a break, and until when it did, by its own word.
    private var listensSince: ObservationTime
    private var listenedUntil: ObservationTime
    /// When its newest position was taken, used or not.
    private var positionTime = ObservationTime(microseconds: .min)
    /// How many of the newest fixes lay outside of whatever is far; counted as far as the rules look.
    private var outsideRun: UInt32 = 0
    private var regionContinuity = Continuity()
    private var beaconContinuity = Continuity()

    /// Begins with a source's first observation, which is yet to be taken.
    init(_ source: ObservationSource, since time: ObservationTime) {
        facts = SourceFacts(source, since: time)
        listensSince = time
        listenedUntil = time
    }

    /// A source without observations.
    static let blank = DeviceSource(ObservationSource(""), since: ObservationTime(microseconds: .min))

    /// What the source's next observation means for every condition; `nil` when it is late.
    ///
    /// What it means for those that are far is noted by ``noteFar(_:by:)``, once those have been set apart that it
    /// brings near.
    mutating func take(_ observation: Observation, by rules: EvaluationRules) -> SourceStep? {
        guard let effect = facts.observe(observation, goneAfter: rules.goneAfter) else { return nil }
        var step = SourceStep(time: observation.time, effect: effect)
        if effect.interrupts { jumps.forget() }
        guard effect.isUsable else { return step }
        switch observation.content {
        case .position(let fix):
            let isJump =
                !rules.areRaw
                && jumps.isJump(to: fix.coordinate, at: step.time, maximumSpeed: rules.maximumSpeed)
            step.evidence = .fix(FixedPlace(fix), isJump: isJump)
        case .sighting(let sighting): step.evidence = .sighting(sighting)
        case .elapsed: step.evidence = .elapsed
        case .radio, .permission: break
        }
        return step
    }

    /// Notes what a step means for the conditions that are far.
    ///
    /// - Returns: Whether the source now says something else about them.
    mutating func noteFar(_ step: SourceStep, by rules: EvaluationRules) -> Bool {
        let before = saysNo(by: rules)
        takeFar(step, by: rules)
        return saysNo(by: rules) != before
    }

    /// An interruption is news by itself, so that only the verdicts are compared.
    private func saysNo(by rules: EvaluationRules) -> (Bool, Bool) {
        (farVerdict(of: .region, by: rules) == false, farVerdict(of: .beacon, by: rules) == false)
    }

    private mutating func takeFar(_ step: SourceStep, by rules: EvaluationRules) {
        if step.effect.interrupts {
            regionContinuity.interrupt(farVerdict(of: .region, by: rules))
            beaconContinuity.interrupt(farVerdict(of: .beacon, by: rules))
            outsideRun = 0
        }
        if step.effect.resumes {
            listensSince = step.time
            listenedUntil = step.time
        }
        switch step.evidence {
        case .fix(_, let isJump): noteFarFix(at: step.time, isJump: isJump, by: rules)
        case .elapsed:
            listenedUntil = max(listenedUntil, step.time)
            beaconContinuity.conclude(farVerdict(of: .beacon, by: rules))
        case .sighting, .none: break
        }
    }

    private mutating func noteFarFix(at time: ObservationTime, isJump: Bool, by rules: EvaluationRules) {
        guard time > positionTime || positionTime.microseconds == .min else { return }
        positionTime = time
        if isJump { return }
        if outsideRun < rules.fixes { outsideRun += 1 }
        regionContinuity.noteEvidence(at: time)
        regionContinuity.conclude(farVerdict(of: .region, by: rules))
    }
}

// MARK: - What it says about what is far

extension DeviceSource {
    /// What the source says, while it can decide, about a condition that it never spoke for: no, or nothing.
    private func farVerdict(of kind: ConditionKind, by rules: EvaluationRules) -> Bool? {
        switch kind {
        case .region: outsideRun >= rules.fixes ? false : nil
        case .beacon: listenedUntil >= silentAt(by: rules) ? false : nil
        }
    }

    /// When its silence is or was long enough.
    func silentAt(by rules: EvaluationRules) -> ObservationTime {
        listensSince.advanced(byMicroseconds: rules.exitAfter)
    }

    /// What is weighed of it for the conditions that it never spoke for.
    func farReport(
        of kind: ConditionKind, witnessed: ObservationTime, by rules: EvaluationRules
    ) -> SourceReport {
        let verdict = facts.availability.isAvailable ? farVerdict(of: kind, by: rules) : nil
        return report(
            verdict: verdict, continuity: kind == .region ? regionContinuity : beaconContinuity,
            silentAt: kind == .beacon && verdict == false ? silentAt(by: rules) : nil,
            witnessed: witnessed, by: rules)
    }

    /// What is weighed of a verdict of the source.
    func report(
        verdict: Bool?, continuity: Continuity, silentAt: ObservationTime?, witnessed: ObservationTime,
        by rules: EvaluationRules
    ) -> SourceReport {
        let isLost = isLost(witnessed: witnessed, by: rules)
        return SourceReport(
            verdict: verdict, continuity: continuity, isLost: isLost, diagnostics: isLost ? reasons : [],
            silentAt: silentAt)
    }

    /// Whether it cannot decide: it says so, or it fell silent while others went on (LD15).
    func isLost(witnessed: ObservationTime, by rules: EvaluationRules) -> Bool {
        !facts.availability.isAvailable || isSilent(witnessed: witnessed, by: rules)
    }

    /// Whether it fell silent while others went on.
    func isSilent(witnessed: ObservationTime, by rules: EvaluationRules) -> Bool {
        facts.newest.advanced(byMicroseconds: rules.goneAfter) <= witnessed
    }

    private var reasons: ConditionDiagnostics {
        facts.availability.isAvailable ? .sourceUnavailable : facts.availability.diagnostics
    }

    /// Whether it could decide: a source that only ever reports the other kind of thing does not look for this one.
    func mayTell(of kind: ConditionKind) -> Bool {
        kind == .region ? facts.mayTellPlaces : facts.mayTellBeacons
    }

    /// What it says about a region that it never spoke for.
    func farRegion(by rules: EvaluationRules, believedInside: Bool = false) -> MarginTrack {
        MarginTrack(
            outsideRun: outsideRun, verdict: farVerdict(of: .region, by: rules),
            believedInside: believedInside,
            continuity: regionContinuity, newestTime: positionTime)
    }

    /// What it says about a set of beacons that it never spoke for.
    var farBeacons: BeaconTrack {
        BeaconTrack(
            listensSince: listensSince, listenedUntil: listenedUntil, continuity: beaconContinuity)
    }

    /// Whether a track will say from now on what the source says about regions that it never spoke for, given that no
    /// observation from before that time will be used any more.
    func isFar(_ track: MarginTrack, by rules: EvaluationRules, after time: ObservationTime) -> Bool {
        track.insideRun == 0 && !track.believedInside && track.verdict == farVerdict(of: .region, by: rules)
            && min(Int(track.outsideRun), rules.fixes) == Int(outsideRun)
            && track.continuity.agrees(with: regionContinuity, after: time)
    }

    /// Whether a track will say from now on what the source says about beacons that it never spoke for, given that no
    /// observation from before that time will be used any more.
    func isFar(_ track: BeaconTrack, by rules: EvaluationRules, after time: ObservationTime) -> Bool {
        guard track.continuity.agrees(with: beaconContinuity, after: time),
            track.verdict(exitAfter: rules.exitAfter) == farVerdict(of: .beacon, by: rules)
        else { return false }
        return track.lastMatch == nil || track.silentAt(exitAfter: rules.exitAfter) <= time
    }

    /// Whether it will say from now on what another says about the same source, given that no observation from before
    /// that time will be used any more; when nothing is known, a silence counts from its beginning.
    func agrees(
        with other: DeviceSource, by rules: EvaluationRules, after time: ObservationTime, isKnown: Bool
    ) -> Bool {
        guard facts.agrees(with: other.facts), jumps == other.jumps, positionTime == other.positionTime,
            outsideRun == other.outsideRun, listenedUntil == other.listenedUntil,
            regionContinuity.agrees(with: other.regionContinuity, after: time),
            beaconContinuity.agrees(with: other.beaconContinuity, after: time)
        else { return false }
        return listensSince == other.listensSince
            || isKnown && max(silentAt(by: rules), other.silentAt(by: rules)) <= min(time, listenedUntil)
    }
}

extension SourceFacts {
    /// Whether the source says the same about itself from now on.
    fileprivate func agrees(with other: SourceFacts) -> Bool {
        guard source == other.source, newest == other.newest, mayTellPlaces == other.mayTellPlaces,
            mayTellBeacons == other.mayTellBeacons
        else { return false }
        // The time since something is switched on does not matter; what was refused once can only come again while it is newest.
        return self == other
            || availability.isAvailable && other.availability.isAvailable && reportsBoth && other.reportsBoth
    }

    private var reportsBoth: Bool { mayTellPlaces && mayTellBeacons }
}

extension Continuity {
    /// Whether the same follows from both, given that no observation from before that time will be used any more.
    func agrees(with other: Continuity, after time: ObservationTime) -> Bool {
        guard lostVerdict == other.lostVerdict, isInterrupted == other.isInterrupted else { return false }
        if lostVerdict == true { return self == other }
        return evidenceTime == other.evidenceTime
            || [evidenceTime, other.evidenceTime].allSatisfy { $0.map { $0 <= time } ?? true }
    }
}

/// What an observation means for each condition that its source may decide.
struct SourceStep {
    /// What speaks for or against conditions.
    enum Evidence {
        case none
        case fix(FixedPlace, isJump: Bool)
        case sighting(BeaconSighting)
        case elapsed
    }

    let time: ObservationTime
    let effect: SourceFacts.Effect
    var evidence = Evidence.none

    init(time: ObservationTime, effect: SourceFacts.Effect) {
        self.time = time
        self.effect = effect
    }

    /// Whether something is new about the source itself.
    var isNews: Bool { effect.isNews || effect.interrupts || effect.resumes }
}
