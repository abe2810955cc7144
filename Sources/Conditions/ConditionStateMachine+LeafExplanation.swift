import Observations

/// What one source says about the leaf that is explained.
private struct Witness {
    let source: Int
    let report: SourceReport

    /// Decides which of several sources that say the same is the newer one.
    let decisiveTime: ObservationTime

    /// How much it has to do with a state: 2 when it speaks for it.
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
    /// Whether anything was observed yet.
    var hasObserved: Bool { !tracks.sources.isEmpty }

    /// Why a leaf that looks at places has its state.
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

    /// Why a leaf that listens for beacons has its state.
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

    /// The source that decided: of those that speak for the state, the one with the newest evidence.
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

    /// What a source that cannot decide is missing.
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
    /// No source has said anything that could decide.
    fileprivate static func nothing(_ state: ConditionState) -> Explanation {
        Explanation(state: state, rule: .undecided, missing: .observation, lateObservations: 0)
    }
}

extension ConditionState {
    /// Whether being satisfied is what is missing, where nothing is known by what is wanted.
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
