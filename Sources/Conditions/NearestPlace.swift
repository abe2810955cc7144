public import Geodesy
public import Observations

/// A place that may be the nearest one, such as a café.
public struct CandidatePlace: Hashable, Sendable {
    /// Where it is.
    public var coordinate: Coordinate
    /// Whether it can be chosen now; a closed place is only named as the reason why nothing was chosen.
    public var isOpen: Bool

    /// Makes a candidate.
    public init(coordinate: Coordinate, isOpen: Bool) {
        self.coordinate = coordinate
        self.isOpen = isOpen
    }
}

/// Which place is the nearest, or which ones to ask about; places are named by their index.
public enum NearestPlaceDecision: Hashable, Sendable {
    /// One place, and its distance in metres.
    case choose(RankedPlace)
    /// The position cannot distinguish these, nearest first; rough means that a better position would.
    case ask([RankedPlace], isRough: Bool)
    /// The position is too coarse to say anything.
    case imprecise
    /// No place is open.
    case allClosed
    /// Every open place is farther than anybody goes; a closed one may be near.
    case tooFar(closed: RankedPlace?)
}

/// A place by its index, with its distance from the position.
public struct RankedPlace: Hashable, Sendable {
    /// The place's index among the candidates.
    public var index: Int
    /// The distance in metres along the ground.
    public var distance: Double
}

/// Decides which of a few places is nearest to a position, and asks rather than guesses.
///
/// Pure: a position goes in, a decision comes out, nothing is kept. The thresholds are in metres.
public struct NearestPlaceRule: Hashable, Sendable {
    /// What two fixes of one standing person differ by; a fix is never taken to be more exact.
    public var smallestAccuracy = 10.0
    /// A coarser position says which country, not which place.
    public var usableAccuracy = 50_000.0
    /// A coarser position cannot say that somebody stands between two places.
    public var exactAccuracy = 1000.0
    /// Nobody goes farther.
    public var longestWay = 50_000.0

    /// The rule with its usual thresholds.
    public init() {}

    /// Decides among the open places.
    ///
    /// Every place that the position cannot distinguish from the best one is a candidate; more than one is never settled
    /// silently. A current choice that is still a candidate stays, so that walking between two near places does not
    /// flip from one to the other.
    ///
    /// - Complexity: O(*n* log *n*) in the number of places.
    public func decide(
        _ fix: PositionFix, among places: [CandidatePlace], current: Int? = nil
    ) -> NearestPlaceDecision {
        guard fix.horizontalAccuracy <= usableAccuracy else { return .imprecise }
        let open = ranked(places, from: fix.coordinate, isOpen: true)
        guard let best = open.first else { return .allClosed }
        guard best.distance <= longestWay else {
            let closed = ranked(places, from: fix.coordinate, isOpen: false).first
            return .tooFar(closed: closed.flatMap { $0.distance <= longestWay ? $0 : nil })
        }
        let limit = best.distance + max(fix.horizontalAccuracy, smallestAccuracy)
        let candidates = open.filter { $0.distance <= limit }
        if let kept = candidates.first(where: { $0.index == current }) { return .choose(kept) }
        if candidates.count == 1 { return .choose(best) }
        return .ask(candidates, isRough: fix.horizontalAccuracy > exactAccuracy)
    }

    /// The open or the closed places, nearest first; of two equally near ones the earlier stays first.
    private func ranked(
        _ places: [CandidatePlace], from coordinate: Coordinate, isOpen: Bool
    ) -> [RankedPlace] {
        places.indices
            .filter { places[$0].isOpen == isOpen }
            .map { RankedPlace(index: $0, distance: coordinate.distance(to: places[$0].coordinate)) }
            .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }
}
