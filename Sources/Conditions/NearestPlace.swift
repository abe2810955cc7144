public import Geodesy
public import Observations

/// A place that may be the nearest one, such as a café.
public struct CandidatePlace: Hashable, Sendable {
    /// The location.
    public var coordinate: Coordinate
    /// Whether it is open now; a closed place is never chosen, but named as the reason.
    public var isOpen: Bool

    /// Makes a candidate.
    public init(coordinate: Coordinate, isOpen: Bool) {
        self.coordinate = coordinate
        self.isOpen = isOpen
    }
}

/// The nearest place, or the places to ask about; places are identified by their indexes.
public enum NearestPlaceDecision: Hashable, Sendable {
    /// One place, with its distance in metres.
    case choose(RankedPlace)
    /// The position cannot distinguish these places, nearest first; if `isRough`, a better position could.
    case ask([RankedPlace], isRough: Bool)
    /// The position is too coarse for any decision.
    case imprecise
    /// No place is open.
    case allClosed
    /// Every open place is beyond the maximum distance; a closed one may be near.
    case tooFar(closed: RankedPlace?)
}

/// A place by its index, with its distance from the position.
public struct RankedPlace: Hashable, Sendable {
    /// The place's index among the candidates.
    public var index: Int
    /// The distance in metres along the ground.
    public var distance: Double
}

/// Decides which of a few places is nearest to a position, and asks instead of guessing.
///
/// It is a pure function of the position: it stores nothing. The thresholds are in metres.
public struct NearestPlaceRule: Hashable, Sendable {
    /// The assumed minimum error of a fix: two fixes of a person who stands still differ by this much.
    public var smallestAccuracy = 10.0
    /// A coarser position identifies at most a country, not a place.
    public var usableAccuracy = 50_000.0
    /// A coarser position cannot show that a person stands between two places.
    public var exactAccuracy = 1000.0
    /// The maximum distance that a person goes.
    public var longestWay = 50_000.0

    /// The rule with its usual thresholds.
    public init() {}

    /// Decides among the open places.
    ///
    /// A candidate is every place that the position cannot distinguish from the best one. The rule never
    /// silently picks one of several candidates. A current choice that is still a candidate stays, so a walk
    /// between two near places does not switch back and forth.
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

    /// The open or the closed places, nearest first; equally near places keep their order.
    private func ranked(
        _ places: [CandidatePlace], from coordinate: Coordinate, isOpen: Bool
    ) -> [RankedPlace] {
        places.indices
            .filter { places[$0].isOpen == isOpen }
            .map { RankedPlace(index: $0, distance: coordinate.distance(to: places[$0].coordinate)) }
            .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }
}
