import Observations

/// One source's contribution to the explanation of a leaf.
private struct Witness {
    let source: Int
    let report: SourceReport

    /// Orders sources with the same verdict by how recent their evidence is.
    let decisiveTime: ObservationTime

    /// How relevant the source is for a state: 2 when its verdict supports the state.
    func rank(for state: ConditionState) -> Int {
        let verdict = report.isLost ? nil : report.verdict
        return switch state {
        case .satisfied: verdict == true ? 2 : 0
        case .unsatisfied: verdict == false ? 2 : 0
        case .unknown, .unmonitored: report.isLost ? 2 : report.isInterrupted ? 1 : 0
        }
    }
}

extension ConditionStateMachine {
    /// Whether there was an observation yet.
    var hasObserved: Bool { !tracks.sources.isEmpty }

    /// Explains the state of a leaf that tests places.
    func boundaryExplanation(_ number: Int, state: ConditionState, wanted: Bool) -> Explanation {
        let witnesses = tracks.sources.indices.filter { tracks.sources[$0].mayTellPlaces }.map { source in
            witness(source, tracks.report(ofBoundary: number, source, plan: plan))
        }
        guard let witness = decisive(of: witnesses, for: state) else { return .nothing(state) }
        let track = tracks.boundaries[witness.source * plan.boundaries.count + number]
        let leaf = plan.boundaries[number]
        let decided: Explanation.Rule? = track.verdict.map {
            $0 ? (track.decidedByOneFix ? .sureFixInside : .fixesInside) : .fixesOutside
        }
        return Explanation(
            state: state, rule: rule(for: witness, decided: decided), facts: leaf.facts(of: track),
            missing: reason(for: witness) ?? missing(track, leaf, inside: state.lacks(wanted)),
            lateObservations: 0)
    }

    /// Explains the state of a leaf that listens for beacons.
    func beaconExplanation(_ number: Int, state: ConditionState, wanted: Bool) -> Explanation {
        let witnesses = tracks.sources.indices.filter { tracks.sources[$0].mayTellBeacons }.map { source in
            witness(source, tracks.report(ofBeacon: number, source, plan: plan))
        }
        guard let witness = decisive(of: witnesses, for: state) else { return .nothing(state) }
        let track = tracks.beacons[witness.source * plan.beacons.count + number]
        let decided: Explanation.Rule? = witness.report.verdict.map { $0 ? .heard : .silence }
        let exitAfter = plan.rules.exitAfter
        return Explanation(
            state: state, rule: rule(for: witness, decided: decided),
            facts: .beacon(
                BeaconFacts(
                    advertisements: Int(track.matches), lastHeard: track.lastMatch,
                    listenedUntil: track.listenedUntil, silence: .microseconds(track.silence),
                    exitAfter: .microseconds(exitAfter))),
            missing: reason(for: witness)
                ?? (state.lacks(wanted)
                    ? .advertisement : .silence(.microseconds(max(0, exitAfter - track.silence)))),
            lateObservations: 0)
    }

    private func witness(_ source: Int, _ report: SourceReport) -> Witness {
        Witness(
            source: source, report: report,
            decisiveTime: report.evidenceTime ?? tracks.sources[source].newest)
    }

    /// The source that decided: among those that support the state, the one with the newest evidence.
    private func decisive(of witnesses: [Witness], for state: ConditionState) -> Witness? {
        var best: Witness?
        for witness in witnesses {
            if let best,
                (best.rank(for: state), best.decisiveTime) >= (witness.rank(for: state), witness.decisiveTime)
            {
                continue
            }
            best = witness
        }
        return best
    }

    private func rule(for witness: Witness, decided: Explanation.Rule?) -> Explanation.Rule {
        let availability = tracks.sources[witness.source].availability
        guard availability.permission == .granted else { return .notPermitted }
        guard availability.isAvailable else { return .sourceUnavailable }
        if witness.report.isLost { return .sourceSilent }
        return decided ?? (witness.report.isInterrupted ? .interrupted : .undecided)
    }

    /// What a source needs in order to decide.
    private func reason(for witness: Witness) -> Explanation.Missing? {
        guard tracks.sources[witness.source].availability.permission == .granted else { return .permission }
        return witness.report.isLost ? .source : nil
    }

    private func missing(
        _ track: MarginTrack, _ leaf: BoundaryLeaf, inside: Bool
    ) -> Explanation.Missing {
        if inside {
            return .fixesInside(max(1, plan.rules.fixes - Int(track.insideRun)))
        }
        return .fixesOutside(
            max(1, plan.rules.fixes - Int(track.outsideRun)),
            cushion: track.leavingCushion(leaf.cushion, plan.rules))
    }
}

extension Explanation {
    /// An explanation before any source could decide.
    fileprivate static func nothing(_ state: ConditionState) -> Explanation {
        Explanation(state: state, rule: .undecided, missing: .observation, lateObservations: 0)
    }
}

extension ConditionState {
    /// Whether the missing truth is "satisfied"; if the state is unknown, this is the wanted truth.
    fileprivate func lacks(_ wanted: Bool) -> Bool { isKnown ? self != .satisfied : wanted }
}

extension BoundaryLeaf {
    fileprivate func facts(of track: MarginTrack) -> Explanation.Facts {
        let facts = BoundaryFacts(
            margin: track.newest?.margin, accuracy: track.newest?.accuracy, time: track.newest?.time,
            consecutiveInside: Int(track.insideRun), consecutiveOutside: Int(track.outsideRun),
            jumps: Int(track.jumps))
        switch shape {
        case .circle: return .circle(facts)
        case .polygon: return .polygon(facts)
        }
    }
}
