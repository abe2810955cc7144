package import Observations

/// The effects of a source's interruptions on a track.
package struct Continuity: Hashable, Sendable {
    /// The verdict that an interruption removed; `nil` again after a new verdict.
    package private(set) var lostVerdict: Bool?
    /// Whether the source was interrupted and has decided nothing since.
    package private(set) var isInterrupted = false
    private var hasEvidence = false
    private var lastEvidence = ObservationTime(microseconds: .min)

    /// Starts without interruptions.
    package init() {}

    /// The time of the last evidence for a verdict: a fix, or a matching beacon.
    package var evidenceTime: ObservationTime? { hasEvidence ? lastEvidence : nil }

    /// Records that the source can no longer decide.
    package mutating func interrupt(_ verdict: Bool?) {
        isInterrupted = true
        lostVerdict = verdict ?? lostVerdict
    }

    /// Records evidence.
    package mutating func noteEvidence(at time: ObservationTime) {
        hasEvidence = true
        lastEvidence = time
    }

    /// Ends the interruption if there is a verdict.
    package mutating func conclude(_ verdict: Bool?) {
        guard isInterrupted, verdict != nil else { return }
        isInterrupted = false
        lostVerdict = nil
    }
}
