package import Observations

/// What one source says about one leaf of a condition.
package struct SourceReport: Hashable, Sendable {
    /// Whether it says yes or no; `nil` while it has not decided or cannot decide.
    package var verdict: Bool?
    /// The verdict that an interruption took away.
    package var lostVerdict: Bool?
    /// Whether it was interrupted, and has decided nothing since.
    package var isInterrupted: Bool
    /// Whether it cannot decide now: its radio, the person's permission, or its silence while others went on.
    package var isLost: Bool
    /// Why it cannot decide.
    package var diagnostics: ConditionDiagnostics
    /// When something last spoke for the condition.
    package var evidenceTime: ObservationTime?
    /// When its silence was long enough, where that is why it says no.
    package var silentAt: ObservationTime?

    /// Makes a report.
    package init(
        verdict: Bool?, continuity: Continuity, isLost: Bool, diagnostics: ConditionDiagnostics = [],
        silentAt: ObservationTime? = nil
    ) {
        self.verdict = verdict
        lostVerdict = continuity.lostVerdict
        isInterrupted = continuity.isInterrupted
        self.isLost = isLost
        self.diagnostics = diagnostics
        evidenceTime = continuity.evidenceTime
        self.silentAt = silentAt
    }

    init(_ sourceVerdict: SourceVerdict, evidence: ObservationTime?) {
        verdict = sourceVerdict.verdict
        lostVerdict = sourceVerdict.lostVerdict
        isInterrupted = sourceVerdict.isInterrupted
        isLost = false
        diagnostics = []
        evidenceTime = evidence
    }
}

/// What all sources together say about a leaf of a condition: one pass over their reports, in any order.
package struct SourceTally {
    private var relevant = 0
    private var interrupted = 0
    private var saysYes = false
    private var saysNo = false
    private var lostKnowledge = false
    private var reasons: ConditionDiagnostics = []
    private var silentAt: ObservationTime?
    private var lastEvidence: ObservationTime?
    private var lastEvidenceIsLost = false

    /// Begins without sources.
    package init() {}

    /// Counts one source that could decide.
    package mutating func add(_ report: SourceReport) {
        relevant += 1
        let lostVerdict =
            report.isInterrupted ? report.lostVerdict : report.isLost ? report.verdict : nil
        if report.isInterrupted || report.isLost { interrupted += 1 }
        if lostVerdict != nil { lostKnowledge = true }
        if report.isLost {
            reasons.formUnion(report.diagnostics)
        } else if report.verdict == true {
            saysYes = true
        } else if report.verdict == false {
            saysNo = true
            if let time = report.silentAt { silentAt = max(silentAt ?? time, time) }
        }
        addEvidence(at: report.evidenceTime, isLost: lostVerdict == true)
    }

    private mutating func addEvidence(at time: ObservationTime?, isLost: Bool) {
        guard let time else { return }
        if let lastEvidence, time < lastEvidence { return }
        lastEvidenceIsLost = isLost || (time == lastEvidence && lastEvidenceIsLost)
        lastEvidence = time
    }

    /// What follows; dated with the given time, or with the moment at which a silence was long enough.
    ///
    /// One source that says yes is enough. If the source that spoke last for the condition was lost while it said yes,
    /// the answer is unknown: the silence of the others is no answer (LD14).
    package func finding(at time: ObservationTime) -> ConditionFinding {
        if saysYes { return ConditionFinding(.satisfied, since: time) }
        if lastEvidenceIsLost { return ConditionFinding(.unknown, since: time, diagnostics: reasons) }
        if saysNo { return ConditionFinding(.unsatisfied, since: silentAt ?? time) }
        if interrupted > 0, interrupted == relevant || lostKnowledge {
            return ConditionFinding(.unknown, since: time, diagnostics: reasons)
        }
        return ConditionFinding(.undecided, since: time)
    }
}
