import Observations

extension SourceTracks {
    /// Whether a source cannot decide: it reports so, or it was silent while others continued (LD15).
    func isLost(_ source: Int, plan: ConditionPlan) -> Bool {
        !sources[source].availability.isAvailable || isSilent(source, plan: plan)
    }

    /// Whether a source was silent while others continued.
    func isSilent(_ source: Int, plan: ConditionPlan) -> Bool {
        sources[source].newest.advanced(byMicroseconds: plan.rules.goneAfter) <= witnessed
    }

    /// The finding for a condition that is a single leaf.
    func findingOfOnlyLeaf(plan: ConditionPlan, at time: ObservationTime) -> ConditionFinding {
        plan.beacons.isEmpty
            ? finding(ofBoundary: 0, plan: plan, at: time)
            : finding(ofBeacon: 0, plan: plan, at: time)
    }

    /// Updates the findings for the leaves; unchanged findings keep their times.
    func update(
        _ leaves: inout LeafFindings, plan: ConditionPlan, at time: ObservationTime
    ) {
        for number in plan.boundaries.indices {
            let finding = finding(ofBoundary: number, plan: plan, at: time)
            leaves.boundaries[number].replace(with: finding)
        }
        for number in plan.beacons.indices {
            let finding = finding(ofBeacon: number, plan: plan, at: time)
            leaves.beacons[number].replace(with: finding)
        }
    }

    private func finding(
        ofBoundary number: Int, plan: ConditionPlan, at time: ObservationTime
    ) -> ConditionFinding {
        var tally = SourceTally()
        for source in sources.indices where sources[source].mayTellPlaces {
            tally.add(report(ofBoundary: number, source, plan: plan))
        }
        return tally.finding(at: time)
    }

    private func finding(
        ofBeacon number: Int, plan: ConditionPlan, at time: ObservationTime
    ) -> ConditionFinding {
        var tally = SourceTally()
        for source in sources.indices where sources[source].mayTellBeacons {
            tally.add(report(ofBeacon: number, source, plan: plan))
        }
        return tally.finding(at: time)
    }

    func report(
        ofBoundary number: Int, _ source: Int, plan: ConditionPlan
    ) -> SourceReport {
        let track = boundaries[source * plan.boundaries.count + number]
        let isLost = isLost(source, plan: plan)
        return SourceReport(
            verdict: track.verdict, continuity: track.continuity, isLost: isLost,
            diagnostics: isLost ? reasons(of: source) : [])
    }

    func report(
        ofBeacon number: Int, _ source: Int, plan: ConditionPlan
    ) -> SourceReport {
        let place = source * plan.beacons.count + number
        let verdict =
            sources[source].availability.isAvailable
            ? beacons[place].verdict(exitAfter: plan.rules.exitAfter) : nil
        let isLost = isLost(source, plan: plan)
        return SourceReport(
            verdict: verdict, continuity: beacons[place].continuity, isLost: isLost,
            diagnostics: isLost ? reasons(of: source) : [],
            silentAt: verdict == false ? beacons[place].silentAt(exitAfter: plan.rules.exitAfter) : nil)
    }

    private func reasons(of source: Int) -> ConditionDiagnostics {
        let availability = sources[source].availability
        return availability.isAvailable ? .sourceUnavailable : availability.diagnostics
    }
}

extension ConditionFinding {
    /// Stores a newer finding; an unchanged truth keeps its time, and times never go back.
    fileprivate mutating func replace(with newer: ConditionFinding) {
        if newer.truth == truth {
            diagnostics = newer.diagnostics
        } else {
            let time = max(newer.since, since)
            self = newer
            since = time
        }
    }
}
