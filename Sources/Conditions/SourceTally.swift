package import Observations

/// One source's report on one leaf of a condition.
package struct SourceReport: Hashable, Sendable {
    /// Its verdict; `nil` while it has not decided or cannot decide.
    package var verdict: Bool?
    /// The verdict that an interruption removed.
    package var lostVerdict: Bool?
    /// Whether it was interrupted and has decided nothing since.
    package var isInterrupted: Bool
    /// Whether it cannot decide now, because of its radio, its permission, or its silence while others
    /// continued.
    package var isLost: Bool
    /// The reasons why it cannot decide.
    package var diagnostics: ConditionDiagnostics
    /// The time of its last evidence for a verdict.
    package var evidenceTime: ObservationTime?
    /// When its silence was long enough, if that is the reason for a "no".
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

/// Combines the reports of all sources on a leaf of a condition, in one pass and in any order.
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

    /// Starts without sources.
    package init() {}

    /// Adds the report of a source that could decide.
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

    /// The resulting finding, dated with the given time or with the time at which a silence was long enough.
    ///
    /// One source that says yes is enough. If the source with the newest evidence was lost while it said yes,
    /// the result is unknown, because the silence of the others decides nothing (LD14).
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
