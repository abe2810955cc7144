public import Observations

/// Why a condition has the state it has, and what is missing for the other one (LA2).
///
/// It holds margins, counts, times and the names of rules; never a place or an advertisement (LD20).
public struct Explanation: Hashable, Sendable {
    /// The state that is explained.
    public var state: ConditionState
    /// The rule that decided it.
    public var rule: Rule
    /// The numbers that the rule looked at; `nil` when there are none.
    public var facts: Facts?
    /// What would have to be observed for the other state.
    public var missing: Missing
    /// How many observations came too late to be used.
    public var lateObservations: Int

    /// The rules by which a state is decided; raw values are their stable names.
    public enum Rule: String, Hashable, Sendable {
        /// Nothing observed has decided anything yet: the state is the one that was assumed.
        case undecided = "undecided"
        /// One fix lies inside the circle with its whole uncertainty (LD13).
        case sureFixInside = "sure-fix-inside"
        /// Consecutive fixes lie inside the circle (LD13).
        case fixesInside = "fixes-inside"
        /// Consecutive fixes lie outside the circle (LD13).
        case fixesOutside = "fixes-outside"
        /// A matching beacon was heard, and has not been silent for long enough since (LD14).
        case heard = "heard"
        /// No matching beacon was heard for long enough (LD14).
        case silence = "silence"
        /// The radio is off, or the source is gone (LD14).
        case sourceUnavailable = "source-unavailable"
        /// The source has said nothing for long, while others went on (LD15).
        case sourceSilent = "source-silent"
        /// The person does not allow it (LD14).
        case notPermitted = "not-permitted"
        /// The source is back after an interruption, and has decided nothing since.
        case interrupted = "interrupted"
    }

    /// The numbers behind a decision, by the kind of the condition.
    public enum Facts: Hashable, Sendable {
        /// What the fixes of a source said about a circle.
        case circle(CircleFacts)
        /// What a source heard of a set of beacons.
        case beacon(BeaconFacts)
    }

    /// What would have to be observed for the other state.
    public enum Missing: Hashable, Sendable {
        /// An observation of any kind that could decide.
        case observation
        /// So many consecutive fixes inside, or one that lies inside with its whole uncertainty.
        case fixesInside(Int)
        /// So many consecutive fixes outside, each at least so many metres past the radius.
        case fixesOutside(Int, cushion: Double)
        /// An advertisement of a matching beacon.
        case advertisement
        /// So much more time in which no matching beacon is heard.
        case silence(Duration)
        /// A source that can tell.
        case source
        /// The person's permission.
        case permission
    }
}

/// What the fixes of a source said about a circle.
public struct CircleFacts: Hashable, Sendable {
    /// How far inside the radius the newest fix lies, in metres; negative outside; `nil` before any fix.
    public var margin: Double?
    /// What the newest fix claims as one sigma of its error, in metres.
    public var accuracy: Double?
    /// When the newest fix was taken.
    public var time: ObservationTime?
    /// How many of the newest fixes lie inside, one after the other.
    public var consecutiveInside: Int
    /// How many of the newest fixes lie outside, one after the other.
    public var consecutiveOutside: Int
    /// How many fixes were set aside because only a jump leads to them (LD13).
    public var jumps: Int
}

/// What a source heard of a set of beacons.
public struct BeaconFacts: Hashable, Sendable {
    /// How many matching advertisements were heard.
    public var advertisements: Int
    /// When the last of them was heard; `nil` without any.
    public var lastHeard: ObservationTime?
    /// Until when the source has listened.
    public var listenedUntil: ObservationTime
    /// How long nothing has been heard: since the last advertisement, or since the source began to listen.
    public var silence: Duration
    /// How long the silence must last (LD14).
    public var exitAfter: Duration
}
