import Observations

extension ConditionStateMachine {
    /// Why the state is what it is, and what is missing for the other one.
    ///
    /// - Complexity: O(*s*) for *s* sources.
    public var explanation: Explanation {
        let track = decisiveTrack
        return Explanation(
            state: state, rule: track.map { rule(for: $0) } ?? .undecided,
            facts: track.flatMap { facts(of: $0) },
            missing: track.map { missing(for: $0) } ?? .observation, lateObservations: lateObservations)
    }

    /// The source that decided: of those that speak for the state, the one with the newest evidence.
    private var decisiveTrack: SourceTrack? {
        var best: (rank: Int, track: SourceTrack)?
        for track in tracks where track.mayTell {
            let rank = rank(of: track)
            if let best, (best.rank, best.track.decisiveTime) >= (rank, track.decisiveTime) { continue }
            best = (rank, track)
        }
        return best?.track
    }

    private func rank(of track: SourceTrack) -> Int {
        let verdict = isLost(track) ? nil : track.verdict(policy)
        return switch state {
        case .satisfied: verdict == true ? 2 : 0
        case .unsatisfied: verdict == false ? 2 : 0
        case .unknown, .unmonitored: isLost(track) ? 2 : track.isInterrupted ? 1 : 0
        }
    }

    private func rule(for track: SourceTrack) -> Explanation.Rule {
        guard track.availability.permission == .granted else { return .notPermitted }
        guard track.availability.isAvailable else { return .sourceUnavailable }
        if isLost(track) { return .sourceSilent }
        guard let verdict = track.verdict(policy) else {
            return track.isInterrupted ? .interrupted : .undecided
        }
        switch track.knowledge {
        case .circle(let circle):
            return verdict ? (circle.decidedByOneFix ? .sureFixInside : .fixesInside) : .fixesOutside
        case .beacon:
            return verdict ? .heard : .silence
        case .nothing:
            return .undecided
        }
    }

    private func facts(of track: SourceTrack) -> Explanation.Facts? {
        switch track.knowledge {
        case .circle(let circle):
            .circle(
                CircleFacts(
                    margin: circle.newest.map { circle.radius - $0.distance },
                    accuracy: circle.newest?.accuracy,
                    time: circle.newest?.time, consecutiveInside: circle.insideRun,
                    consecutiveOutside: circle.outsideRun, jumps: circle.jumps))
        case .beacon(let beacon):
            .beacon(
                BeaconFacts(
                    advertisements: beacon.matches, lastHeard: beacon.lastMatch,
                    listenedUntil: beacon.listenedUntil, silence: beacon.silence, exitAfter: policy.exitAfter)
            )
        case .nothing: nil
        }
    }

    private func missing(for track: SourceTrack) -> Explanation.Missing {
        guard track.availability.permission == .granted else { return .permission }
        guard !isLost(track) else { return .source }
        switch track.knowledge {
        case .circle(let circle):
            guard state == .satisfied else { return .fixesInside(max(1, policy.fixes - circle.insideRun)) }
            let cushion = circle.leavingRadius(policy) - circle.radius
            return .fixesOutside(max(1, policy.fixes - circle.outsideRun), cushion: cushion)
        case .beacon(let beacon):
            guard state == .satisfied else { return .advertisement }
            return .silence(policy.exitAfter - beacon.silence)
        case .nothing: return .observation
        }
    }
}

extension SourceTrack {
    /// By which of several sources that say the same the newer is told.
    fileprivate var decisiveTime: ObservationTime { evidenceTime ?? newest }
}
