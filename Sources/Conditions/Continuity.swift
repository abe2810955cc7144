package import Observations

/// What an interruption of its source did to a track.
package struct Continuity: Hashable, Sendable {
    /// The verdict that an interruption took away, until there is a new one.
    package private(set) var lostVerdict: Bool?
    /// Whether the source was interrupted, and has decided nothing since.
    package private(set) var isInterrupted = false
    private var hasEvidence = false
    private var lastEvidence = ObservationTime(microseconds: .min)

    /// Was never interrupted.
    package init() {}

    /// When something last spoke for the condition: a fix, a matching beacon.
    package var evidenceTime: ObservationTime? { hasEvidence ? lastEvidence : nil }

    /// The source can no longer decide.
    package mutating func interrupt(_ verdict: Bool?) {
        isInterrupted = true
        lostVerdict = verdict ?? lostVerdict
    }

    /// Something spoke for the condition.
    package mutating func noteEvidence(at time: ObservationTime) {
        hasEvidence = true
        lastEvidence = time
    }

    /// A verdict after the interruption ends it.
    package mutating func conclude(_ verdict: Bool?) {
        guard isInterrupted, verdict != nil else { return }
        isInterrupted = false
        lostVerdict = nil
    }
}
