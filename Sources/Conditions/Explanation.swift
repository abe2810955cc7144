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
    /// Why each part has its state, in the order of the parts; empty for a condition without parts.
    public var parts: [Explanation] = []
    /// The place of the part that decided; `nil` without parts, and while nothing is decided.
    public var decisivePart: Int?
    /// How many observations came too late to be used.
    public var lateObservations: Int

    /// The rules by which a state is decided; raw values are their stable names.
    public enum Rule: String, Hashable, Sendable {
        /// Nothing observed has decided anything yet: the state is the one that was assumed.
        case undecided = "undecided"
        /// One fix lies inside the boundary with its whole uncertainty (LD13).
        case sureFixInside = "sure-fix-inside"
        /// Consecutive fixes lie inside the boundary (LD13).
        case fixesInside = "fixes-inside"
        /// Consecutive fixes lie outside the boundary (LD13).
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
        /// The time lies in a window.
        case windowOpen = "window-open"
        /// The time lies in no window.
        case windowClosed = "window-closed"
        /// The part has been satisfied for long enough.
        case stayed = "stayed"
        /// The part is satisfied, but not for long enough yet.
        case staying = "staying"
        /// The part is not satisfied, so no stay is counted.
        case notStaying = "not-staying"
        /// Every part is satisfied.
        case everyPart = "every-part"
        /// A part is unsatisfied, and every one is needed.
        case partMissing = "part-missing"
        /// A part is satisfied, and one is enough.
        case anyPart = "any-part"
        /// Every part is unsatisfied, and one would be enough.
        case noPart = "no-part"
        /// The opposite of the part.
        case opposite = "opposite"
        /// A part that is needed for a decision cannot be decided.
        case partUnknown = "part-unknown"
        /// Others come before it, and no more are evaluated (LD3).
        case limitExceeded = "limit-exceeded"
    }

    /// The numbers behind a decision, by the kind of the condition.
    public enum Facts: Hashable, Sendable {
        /// What the fixes of a source said about a circle.
        case circle(BoundaryFacts)
        /// What the fixes of a source said about a polygon.
        case polygon(BoundaryFacts)
        /// What a source heard of a set of beacons.
        case beacon(BeaconFacts)
        /// How the time lies to the windows.
        case timeWindow(TimeWindowFacts)
        /// How long the stay has lasted.
        case dwell(DwellFacts)
    }

    /// What would have to be observed for the other state.
    public enum Missing: Hashable, Sendable {
        /// An observation of any kind that could decide.
        case observation
        /// So many consecutive fixes inside, or one that lies inside with its whole uncertainty.
        case fixesInside(Int)
        /// So many consecutive fixes outside, each at least so many metres past the boundary.
        case fixesOutside(Int, cushion: Double)
        /// An advertisement of a matching beacon.
        case advertisement
        /// So much more time in which no matching beacon is heard.
        case silence(Duration)
        /// A source that can decide.
        case source
        /// The person's permission.
        case permission
        /// Room within the limit of conditions.
        case room
        /// So much more time in which the part stays satisfied.
        case stay(Duration)
        /// Any observation so much later.
        case later(Duration)
        /// Nothing would do: the last window has passed.
        case nothing
        /// Each of several.
        case all([Missing])
        /// One of several.
        case any([Missing])
    }
}

/// What the fixes of a source said about a shape on the ground.
public struct BoundaryFacts: Hashable, Sendable {
    /// How far inside the boundary the newest fix lies, in metres; negative outside; `nil` before any fix.
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

/// How the time of the newest observation lies to the windows of a condition.
public struct TimeWindowFacts: Hashable, Sendable {
    /// The time of the newest observation.
    public var time: ObservationTime
    /// The last border before; `nil` before the first window.
    public var since: ObservationTime?
    /// The next border; `nil` after the last window.
    public var until: ObservationTime?
}

/// How long a stay has lasted.
public struct DwellFacts: Hashable, Sendable {
    /// Since when the part has been satisfied without a break; `nil` while it is not, and when that was assumed.
    public var since: ObservationTime?
    /// How long that is, by the newest observation; zero while it is not known.
    public var stayed: Duration
    /// How long it must be.
    public var required: Duration
}
