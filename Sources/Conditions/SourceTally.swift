import Observations

/// What all sources together say about a condition: one pass over their tracks, in any order.
struct SourceTally {
    private var relevant = 0
    private var interrupted = 0
    private var saysYes = false
    private var saysNo = false
    private var lostKnowledge = false
    private var reasons: ConditionDiagnostics = []
    private var silentAt: ObservationTime?
    private var lastEvidence: ObservationTime?
    private var lastEvidenceIsLost = false

    /// What follows from it.
    struct Decision {
        /// The state.
        var state: ConditionState
        /// Why it cannot be decided.
        var diagnostics: ConditionDiagnostics = []
        /// When it was met, if that is not the moment of the observation.
        var time: ObservationTime?
    }

    /// Counts one source that could tell.
    mutating func add(_ track: SourceTrack, isLost: Bool, policy: ConditionPolicy) {
        relevant += 1
        let verdict = track.verdict(policy)
        let lostVerdict = track.isInterrupted ? track.lostVerdict : isLost ? verdict : nil
        if track.isInterrupted || isLost { interrupted += 1 }
        if lostVerdict != nil { lostKnowledge = true }
        if isLost {
            reasons.formUnion(
                track.availability.isAvailable ? .sourceUnavailable : track.availability.diagnostics)
        } else if verdict == true {
            saysYes = true
        } else if verdict == false {
            saysNo = true
            if let time = track.silentAt(policy) { silentAt = max(silentAt ?? time, time) }
        }
        addEvidence(of: track, isLost: lostVerdict == true)
    }

    private mutating func addEvidence(of track: SourceTrack, isLost: Bool) {
        guard let time = track.evidenceTime else { return }
        if let lastEvidence, time < lastEvidence { return }
        lastEvidenceIsLost = isLost || (time == lastEvidence && lastEvidenceIsLost)
        lastEvidence = time
    }

    /// The state that follows.
    ///
    /// One source that says yes is enough. If the source that spoke last for the condition was lost while it said yes,
    /// nobody knows: the silence of the others is no answer (LD14).
    func decision(assumed: ConditionState) -> Decision {
        if saysYes { return Decision(state: .satisfied) }
        if lastEvidenceIsLost { return Decision(state: .unknown, diagnostics: reasons) }
        if saysNo { return Decision(state: .unsatisfied, time: silentAt) }
        if interrupted > 0, interrupted == relevant || lostKnowledge {
            return Decision(state: .unknown, diagnostics: reasons)
        }
        return Decision(state: assumed)
    }
}
