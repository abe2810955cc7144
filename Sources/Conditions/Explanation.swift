public import Observations

/// The reason for a condition's state, and what is missing for the other state (LA2).
///
/// It has margins, counts, times and the names of rules, but never a place or an advertisement (LD20).
public struct Explanation: Hashable, Sendable {
    /// The explained state.
    public var state: ConditionState
    /// The rule that decided the state.
    public var rule: Rule
    /// The numbers that the rule used; `nil` when there are none.
    public var facts: Facts?
    /// The observations that would lead to the other state.
    public var missing: Missing
    /// The explanation for each part, in the order of the parts; empty for a condition without parts.
    public var parts: [Explanation] = []
    /// The index of the part that decided; `nil` without parts, or while nothing is decided.
    public var decisivePart: Int?
    /// The number of observations that came too late.
    public var lateObservations: Int

    /// The rules that decide states; raw values are their stable names.
    public enum Rule: String, Hashable, Sendable {
        /// No observation has decided anything yet: the state is the assumed one.
        case undecided = "undecided"
        /// One fix is inside the boundary with its whole uncertainty (LD13).
        case sureFixInside = "sure-fix-inside"
        /// Consecutive fixes are inside the boundary (LD13).
        case fixesInside = "fixes-inside"
        /// Consecutive fixes are outside the boundary (LD13).
        case fixesOutside = "fixes-outside"
        /// A matching beacon was heard, and has not been silent long enough since (LD14).
        case heard = "heard"
        /// No matching beacon was heard for the whole exit time (LD14).
        case silence = "silence"
        /// The radio is off, or the source is gone (LD14).
        case sourceUnavailable = "source-unavailable"
        /// The source has reported nothing for a long time while others continued (LD15).
        case sourceSilent = "source-silent"
        /// The person does not permit it (LD14).
        case notPermitted = "not-permitted"
        /// The source is back after an interruption and has decided nothing since.
        case interrupted = "interrupted"
        /// The time is in a window.
        case windowOpen = "window-open"
        /// The time is in no window.
        case windowClosed = "window-closed"
        /// The part has been satisfied for long enough.
        case stayed = "stayed"
        /// The part is satisfied, but not for long enough yet.
        case staying = "staying"
        /// The part is not satisfied, so the dwell has not begun.
        case notStaying = "not-staying"
        /// Every part is satisfied.
        case everyPart = "every-part"
        /// A part is unsatisfied, but every part is needed.
        case partMissing = "part-missing"
        /// A part is satisfied, and one is enough.
        case anyPart = "any-part"
        /// Every part is unsatisfied, but one satisfied part is needed.
        case noPart = "no-part"
        /// The opposite of the part.
        case opposite = "opposite"
        /// A part that the decision needs is unknown.
        case partUnknown = "part-unknown"
        /// Other conditions come first, and the limit allows no more (LD3).
        case limitExceeded = "limit-exceeded"
    }

    /// The numbers behind a decision, by kind of condition.
    public enum Facts: Hashable, Sendable {
        /// Numbers from a source's fixes for a circle.
        case circle(BoundaryFacts)
        /// Numbers from a source's fixes for a polygon.
        case polygon(BoundaryFacts)
        /// Numbers from a source's sightings of a set of beacons.
        case beacon(BeaconFacts)
        /// The position of the time among the windows.
        case timeWindow(TimeWindowFacts)
        /// How long the dwell has lasted.
        case dwell(DwellFacts)
    }

    /// The observations that would lead to the other state.
    public enum Missing: Hashable, Sendable {
        /// Any observation that can decide.
        case observation
        /// This many consecutive fixes inside, or one fix that is inside with its whole uncertainty.
        case fixesInside(Int)
        /// This many consecutive fixes outside, each at least the cushion in metres past the boundary.
        case fixesOutside(Int, cushion: Double)
        /// An advertisement of a matching beacon.
        case advertisement
        /// This much more time in which no matching beacon is heard.
        case silence(Duration)
        /// A source that can decide.
        case source
        /// The person's permission.
        case permission
        /// A free place within the limit of conditions.
        case room
        /// This much more time in which the part stays satisfied.
        case stay(Duration)
        /// Any observation after this much more time.
        case later(Duration)
        /// Nothing can change the state: the last window has passed.
        case nothing
        /// All of several.
        case all([Missing])
        /// One of several.
        case any([Missing])
    }
}

/// Numbers from a source's fixes for a shape on the ground.
public struct BoundaryFacts: Hashable, Sendable {
    /// The distance of the newest fix from the boundary, in metres; negative outside; `nil` before any fix.
    public var margin: Double?
    /// The claimed error of the newest fix, one sigma in metres.
    public var accuracy: Double?
    /// When the newest fix was taken.
    public var time: ObservationTime?
    /// The number of consecutive newest fixes that are inside.
    public var consecutiveInside: Int
    /// The number of consecutive newest fixes that are outside.
    public var consecutiveOutside: Int
    /// The number of fixes that were ignored as jumps (LD13).
    public var jumps: Int
}

/// Numbers from a source's sightings of a set of beacons.
public struct BeaconFacts: Hashable, Sendable {
    /// The number of matching advertisements.
    public var advertisements: Int
    /// The time of the last matching advertisement; `nil` without any.
    public var lastHeard: ObservationTime?
    /// The time until which the source has listened.
    public var listenedUntil: ObservationTime
    /// The time since the last matching advertisement, or since the source began to listen.
    public var silence: Duration
    /// How long the silence must last (LD14).
    public var exitAfter: Duration
}

/// The position of the newest observation's time among the windows of a condition.
public struct TimeWindowFacts: Hashable, Sendable {
    /// The time of the newest observation.
    public var time: ObservationTime
    /// The border before the time; `nil` before the first window.
    public var since: ObservationTime?
    /// The border after the time; `nil` after the last window.
    public var until: ObservationTime?
}

/// How long a dwell has lasted.
public struct DwellFacts: Hashable, Sendable {
    /// The time since which the part has been satisfied without a break; `nil` while it is not, or when that
    /// was assumed.
    public var since: ObservationTime?
    /// The length of that time, until the newest observation; zero while it is unknown.
    public var stayed: Duration
    /// The required length.
    public var required: Duration
}
