import Observations

/// The state that one evaluation keeps of its sources: a row for each source, a column for each leaf.
struct SourceTracks: Sendable {
    /// One for each source, in the order of their first reports.
    private(set) var sources: [SourceFacts] = []
    /// One for each source and leaf that tests places, grouped by source.
    private(set) var boundaries: [MarginTrack] = []
    /// One for each source and leaf that listens for beacons, grouped by source.
    private(set) var beacons: [BeaconTrack] = []
    /// One for each source, if the policy distinguishes jumps from movements.
    private var guards: [JumpGuard] = []
    /// One for each source and leaf, places before beacons, if the tree has dwells.
    private(set) var histories: [VerdictHistory] = []
    /// The time that more than one report confirms to have passed; a source that is too far behind it counts
    /// as silent (LD15).
    private(set) var witnessed = ObservationTime(microseconds: .min)

    /// Updates the tracks of a source with an observation.
    ///
    /// - Returns: Whether any verdict or statement of the source changed; `nil` when the observation came too
    ///   late.
    mutating func observe(
        _ observation: Observation, plan: ConditionPlan, assumed: ConditionState
    ) -> Bool? {
        let known = sources.count
        let source = place(of: observation, plan: plan, assumed: assumed)
        let goneAfter = plan.rules.goneAfter
        guard let effect = sources[source].observe(observation, goneAfter: goneAfter) else { return nil }
        witnessed = max(witnessed, effect.witnessed)
        var isNews = effect.isNews || effect.interrupts || effect.resumes || source == known
        if effect.interrupts { interrupt(source, at: observation.time, plan: plan) }
        if effect.resumes { restart(source, at: observation.time, plan: plan) }
        guard effect.isUsable else { return isNews }
        switch observation.content {
        case .position(let fix):
            isNews = measure(fix, at: observation.time, source, plan: plan) || isNews
        case .sighting(let sighting):
            isNews = hear(sighting, at: observation.time, source, plan: plan) || isNews
        case .elapsed:
            isNews = listen(until: observation.time, source, plan: plan) || isNews
        case .radio, .permission: break
        }
        return isNews
    }

    private mutating func place(
        of observation: Observation, plan: ConditionPlan, assumed: ConditionState
    ) -> Int {
        for place in 0..<sources.count where sources[place].source == observation.source { return place }
        sources.append(SourceFacts(observation.source, since: observation.time))
        for leaf in plan.boundaries {
            boundaries.append(
                MarginTrack(believedInside: plan.assumed(assumed, at: leaf.place) == .satisfied))
        }
        for _ in plan.beacons { beacons.append(BeaconTrack(listensSince: observation.time)) }
        if !plan.boundaries.isEmpty, !plan.rules.areRaw { guards.append(JumpGuard()) }
        if plan.dwells > 0 {
            for _ in 0..<plan.sensedLeaves { histories.append(VerdictHistory(since: observation.time)) }
        }
        return sources.count - 1
    }
}

// MARK: - Sources that are gone

extension SourceTracks {
    /// Drops the reports of a source.
    ///
    /// - Returns: Whether the source was known.
    mutating func forget(_ source: ObservationSource, plan: ConditionPlan) -> Bool {
        guard let place = sources.firstIndex(where: { $0.source == source }) else { return false }
        sources.remove(at: place)
        boundaries.removeRow(place, of: plan.boundaries.count)
        beacons.removeRow(place, of: plan.beacons.count)
        if !guards.isEmpty { guards.remove(at: place) }
        if plan.dwells > 0 { histories.removeRow(place, of: plan.sensedLeaves) }
        return true
    }
}

extension Array {
    fileprivate mutating func removeRow(_ row: Int, of width: Int) {
        removeSubrange(row * width..<(row + 1) * width)
    }
}

// MARK: - Reports

extension SourceTracks {
    private mutating func measure(
        _ fix: PositionFix, at time: ObservationTime, _ source: Int, plan: ConditionPlan
    ) -> Bool {
        if plan.boundaries.isEmpty { return false }
        let isJump =
            plan.rules.areRaw
            ? false
            : guards[source].isJump(
                to: fix.coordinate, at: time, maximumSpeed: plan.rules.maximumSpeed)
        var isNews = false
        for number in 0..<plan.boundaries.count {
            let track = source * plan.boundaries.count + number
            let measured = MeasuredFix(
                margin: plan.boundaries[number].margin(at: fix.coordinate), accuracy: fix.horizontalAccuracy,
                time: time)
            let evidence = plan.dwells > 0 ? boundaries[track].continuity.evidenceTime : nil
            let cushion = plan.boundaries[number].cushion
            let changes = boundaries[track].observe(
                measured, isJump: isJump, cushion: cushion, rules: plan.rules)
            guard changes else { continue }
            isNews = true
            noteBoundary(source, number, since: time, evidence, at: time, plan: plan)
        }
        return isNews
    }

    private mutating func hear(
        _ sighting: BeaconSighting, at time: ObservationTime, _ source: Int, plan: ConditionPlan
    ) -> Bool {
        var isNews = false
        for number in 0..<plan.beacons.count where plan.beacons[number].counts(sighting) {
            let track = source * plan.beacons.count + number
            let evidence = plan.dwells > 0 ? beacons[track].continuity.evidenceTime : nil
            guard beacons[track].match(sighting, at: time, exitAfter: plan.rules.exitAfter) else { continue }
            isNews = true
            noteBeacon(source, number, since: time, evidence, at: time, plan: plan)
        }
        return isNews
    }

    private mutating func listen(
        until time: ObservationTime, _ source: Int, plan: ConditionPlan
    ) -> Bool {
        var isNews = false
        for number in 0..<plan.beacons.count {
            let track = source * plan.beacons.count + number
            guard beacons[track].listened(until: time, exitAfter: plan.rules.exitAfter) else { continue }
            isNews = true
            let silentAt = beacons[track].silentAt(exitAfter: plan.rules.exitAfter)
            let evidence = beacons[track].continuity.evidenceTime
            noteBeacon(source, number, since: silentAt, evidence, at: time, plan: plan)
        }
        return isNews
    }
}

// MARK: - Interruptions

extension SourceTracks {
    private mutating func interrupt(_ source: Int, at time: ObservationTime, plan: ConditionPlan) {
        if !guards.isEmpty { guards[source].forget() }
        for number in 0..<plan.boundaries.count {
            let track = source * plan.boundaries.count + number
            let evidence = boundaries[track].continuity.evidenceTime
            boundaries[track].interrupt()
            noteBoundary(source, number, since: time, evidence, at: time, plan: plan)
        }
        for number in 0..<plan.beacons.count {
            let track = source * plan.beacons.count + number
            let evidence = beacons[track].continuity.evidenceTime
            beacons[track].interrupt(exitAfter: plan.rules.exitAfter)
            noteBeacon(source, number, since: time, evidence, at: time, plan: plan)
        }
    }

    private mutating func restart(_ source: Int, at time: ObservationTime, plan: ConditionPlan) {
        for number in plan.beacons.indices {
            beacons[source * plan.beacons.count + number].restart(at: time)
        }
    }

    /// Records a source's verdict on a leaf that tests places, for the dwells above the leaf.
    ///
    /// Not inlined: otherwise the loops that call it would check the uniqueness of the histories before each
    /// iteration.
    @inline(never)
    private mutating func noteBoundary(
        _ source: Int, _ number: Int, since: ObservationTime, _ evidence: ObservationTime?,
        at time: ObservationTime, plan: ConditionPlan
    ) {
        guard plan.boundaries[number].horizon > 0 else { return }
        histories[source * plan.sensedLeaves + number].note(
            boundaries[source * plan.boundaries.count + number].sourceVerdict, since: since,
            lastEvidenceBefore: evidence, newest: time, horizon: plan.boundaries[number].horizon)
    }

    /// Records a source's verdict on a leaf that listens for beacons; not inlined for the same reason.
    @inline(never)
    private mutating func noteBeacon(
        _ source: Int, _ number: Int, since: ObservationTime, _ evidence: ObservationTime?,
        at time: ObservationTime, plan: ConditionPlan
    ) {
        guard plan.beacons[number].horizon > 0 else { return }
        let track = beacons[source * plan.beacons.count + number]
        histories[source * plan.sensedLeaves + plan.boundaries.count + number].note(
            track.sourceVerdict(exitAfter: plan.rules.exitAfter), since: since,
            lastEvidenceBefore: evidence, newest: time, horizon: plan.beacons[number].horizon)
    }
}
