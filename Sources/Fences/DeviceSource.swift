import Conditions
import Observations

/// The reports of one source of a device, with their common meaning for all far conditions.
///
/// A device is near a handful of ten thousand conditions. For all others, the source's observations mean the
/// same: the fix is outside, the beacon is another one. This type stores that once; a ``NearTrack`` stores
/// the differences.
struct DeviceSource {
    private(set) var facts: SourceFacts
    /// The number of its last observation within its evaluation.
    var lastHeard: UInt32 = 0
    private var jumps = JumpGuard()
    /// The time since which it listens without a break, by its own reports.
    private var listensSince: ObservationTime
    private var listenedUntil: ObservationTime
    /// The time of its newest position, used or ignored.
    private var positionTime = ObservationTime(microseconds: .min)
    /// The number of consecutive newest fixes outside all far regions, up to the limit of the rules.
    private var outsideRun: UInt32 = 0
    private var regionContinuity = Continuity()
    private var beaconContinuity = Continuity()

    /// Starts before the source's first observation, which the caller passes to `take` next.
    init(_ source: ObservationSource, since time: ObservationTime) {
        facts = SourceFacts(source, since: time)
        listensSince = time
        listenedUntil = time
    }

    /// A source without observations.
    static let blank = DeviceSource(ObservationSource(""), since: ObservationTime(microseconds: .min))

    /// The meaning of the source's next observation for every condition; `nil` when it is late.
    ///
    /// ``noteFar(_:by:)`` records the meaning for the far conditions, after the caller has made those
    /// conditions near that the observation supports.
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

    /// Records the meaning of a step for the far conditions.
    ///
    /// - Returns: Whether the source's verdict on them changed.
    mutating func noteFar(_ step: SourceStep, by rules: EvaluationRules) -> Bool {
        let before = saysNo(by: rules)
        takeFar(step, by: rules)
        return saysNo(by: rules) != before
    }

    /// An interruption is reported separately, so this compares only the verdicts.
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

// MARK: - Verdicts on far conditions

extension DeviceSource {
    /// The source's verdict on a far condition while it can decide: no, or undecided.
    private func farVerdict(of kind: ConditionKind, by rules: EvaluationRules) -> Bool? {
        switch kind {
        case .region: outsideRun >= rules.fixes ? false : nil
        case .beacon: listenedUntil >= silentAt(by: rules) ? false : nil
        }
    }

    /// When its silence is or was long enough for the verdict "no".
    func silentAt(by rules: EvaluationRules) -> ObservationTime {
        listensSince.advanced(byMicroseconds: rules.exitAfter)
    }

    /// Its report on the far conditions.
    func farReport(
        of kind: ConditionKind, witnessed: ObservationTime, by rules: EvaluationRules
    ) -> SourceReport {
        let verdict = facts.availability.isAvailable ? farVerdict(of: kind, by: rules) : nil
        return report(
            verdict: verdict, continuity: kind == .region ? regionContinuity : beaconContinuity,
            silentAt: kind == .beacon && verdict == false ? silentAt(by: rules) : nil,
            witnessed: witnessed, by: rules)
    }

    /// Its report with a given verdict.
    func report(
        verdict: Bool?, continuity: Continuity, silentAt: ObservationTime?, witnessed: ObservationTime,
        by rules: EvaluationRules
    ) -> SourceReport {
        let isLost = isLost(witnessed: witnessed, by: rules)
        return SourceReport(
            verdict: verdict, continuity: continuity, isLost: isLost, diagnostics: isLost ? reasons : [],
            silentAt: silentAt)
    }

    /// Whether it cannot decide: it reports so, or it was silent while others continued (LD15).
    func isLost(witnessed: ObservationTime, by rules: EvaluationRules) -> Bool {
        !facts.availability.isAvailable || isSilent(witnessed: witnessed, by: rules)
    }

    /// Whether it was silent while others continued.
    func isSilent(witnessed: ObservationTime, by rules: EvaluationRules) -> Bool {
        facts.newest.advanced(byMicroseconds: rules.goneAfter) <= witnessed
    }

    private var reasons: ConditionDiagnostics {
        facts.availability.isAvailable ? .sourceUnavailable : facts.availability.diagnostics
    }

    /// Whether it could decide a kind; a source that has only reported the other kind cannot.
    func mayTell(of kind: ConditionKind) -> Bool {
        kind == .region ? facts.mayTellPlaces : facts.mayTellBeacons
    }

    /// Its track for a far region.
    func farRegion(by rules: EvaluationRules, believedInside: Bool = false) -> MarginTrack {
        MarginTrack(
            outsideRun: outsideRun, verdict: farVerdict(of: .region, by: rules),
            believedInside: believedInside,
            continuity: regionContinuity, newestTime: positionTime)
    }

    /// Its track for a far set of beacons.
    var farBeacons: BeaconTrack {
        BeaconTrack(
            listensSince: listensSince, listenedUntil: listenedUntil, continuity: beaconContinuity)
    }

    /// Whether a track will give the same verdicts as the far regions from now on.
    ///
    /// No observation from before the given time may still count.
    func isFar(_ track: MarginTrack, by rules: EvaluationRules, after time: ObservationTime) -> Bool {
        track.insideRun == 0 && !track.believedInside && track.verdict == farVerdict(of: .region, by: rules)
            && min(Int(track.outsideRun), rules.fixes) == Int(outsideRun)
            && track.continuity.agrees(with: regionContinuity, after: time)
    }

    /// Whether a track will give the same verdicts as the far sets of beacons from now on.
    ///
    /// No observation from before the given time may still count.
    func isFar(_ track: BeaconTrack, by rules: EvaluationRules, after time: ObservationTime) -> Bool {
        guard track.continuity.agrees(with: beaconContinuity, after: time),
            track.verdict(exitAfter: rules.exitAfter) == farVerdict(of: .beacon, by: rules)
        else { return false }
        return track.lastMatch == nil || track.silentAt(exitAfter: rules.exitAfter) <= time
    }

    /// Whether it will give the same verdicts as another value for the same source from now on.
    ///
    /// No observation from before the given time may still count. While no state is known, the beginning of a
    /// silence also matters.
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
    /// Whether the source's statements about itself will be the same from now on.
    fileprivate func agrees(with other: SourceFacts) -> Bool {
        guard source == other.source, newest == other.newest, mayTellPlaces == other.mayTellPlaces,
            mayTellBeacons == other.mayTellBeacons
        else { return false }
        // The time since which it is switched on does not matter. A refused report matters only while it is
        // the newest, because only then can it be repeated.
        return self == other
            || availability.isAvailable && other.availability.isAvailable && reportsBoth && other.reportsBoth
    }

    private var reportsBoth: Bool { mayTellPlaces && mayTellBeacons }
}

extension Continuity {
    /// Whether both lead to the same verdicts, if no observation from before the time still counts.
    func agrees(with other: Continuity, after time: ObservationTime) -> Bool {
        guard lostVerdict == other.lostVerdict, isInterrupted == other.isInterrupted else { return false }
        if lostVerdict == true { return self == other }
        return evidenceTime == other.evidenceTime
            || [evidenceTime, other.evidenceTime].allSatisfy { $0.map { $0 <= time } ?? true }
    }
}

/// The meaning of an observation for the conditions that its source may decide.
struct SourceStep {
    /// Evidence for or against conditions.
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

    /// Whether the source itself changed.
    var isNews: Bool { effect.isNews || effect.interrupts || effect.resumes }
}
