import Observations

/// Decides which of the places that somebody may be at is the one, and asks when it cannot tell.
///
/// A choice is kept for as long as its place is among the nearest. It is given up when it has not been for
/// ``PlaceChoicePolicy/patience``, and places are not exchanged more often than ``PlaceChoicePolicy/rest`` allows. Where
/// two places are as near and neither has been chosen before, the answer is a question, also when the second shows up
/// only just after the first.
struct PlaceChoiceStateMachine<Place: Hashable & Comparable & Sendable>: Sendable {
    /// What is to be done.
    enum Action: Hashable, Sendable {
        /// Nothing has changed.
        case nothing
        /// Tell what the choice is now.
        case announce(PlaceChoice<Place>)
        /// Consider again at that time, should nothing happen before.
        case checkAgain(at: ObservationTime)
    }

    /// The choice that was announced last.
    private(set) var choice = PlaceChoice<Place>.none

    private let policy: PlaceChoicePolicy
    /// Since when the choice has not been what the candidates say.
    private var doubtedSince: ObservationTime?
    private var lastPlace: (place: Place, time: ObservationTime)?
    private var lastQuestion: ObservationTime?
    /// Whether the place was chosen when nothing was known, so that another one as near was not in sight yet.
    private var isFirstSight = false

    /// Makes a machine that has chosen nothing.
    init(policy: PlaceChoicePolicy = PlaceChoicePolicy()) { self.policy = policy }

    /// Takes the places that somebody may be at now.
    ///
    /// - Parameters:
    ///   - candidates: The places, with how near each is.
    ///   - now: The present time; it does not go back.
    /// - Returns: What is to be done.
    /// - Complexity: O(*n*²) in the number of candidates, which are a handful.
    mutating func consider(_ candidates: [Place: Nearness], at now: ObservationTime) -> Action {
        let nearest = policy.nearest(of: candidates)
        let wanted = PlaceChoice(nearest)
        guard wanted != choice else { return keep() }
        if case .place(let place) = choice, nearest.contains(place) {
            guard isFirstSight, let lastPlace, now < lastPlace.time.advanced(by: policy.patience) else {
                return keep()
            }
            return adopt(wanted, at: now, notBefore: now)
        }
        if choice == .none { return adopt(wanted, at: now, notBefore: now) }
        let since = doubtedSince ?? now
        doubtedSince = since
        return adopt(wanted, at: now, notBefore: since.advanced(by: policy.patience))
    }

    private mutating func keep() -> Action {
        doubtedSince = nil
        return .nothing
    }

    private mutating func adopt(
        _ wanted: PlaceChoice<Place>, at now: ObservationTime, notBefore patient: ObservationTime
    ) -> Action {
        let due = max(patient, restEnd(before: wanted) ?? patient)
        guard now >= due else { return .checkAgain(at: due) }
        isFirstSight = choice == .none
        doubtedSince = nil
        choice = wanted
        switch wanted {
        case .none: break
        case .place(let place): lastPlace = (place, now)
        case .between: lastQuestion = now
        }
        return .announce(wanted)
    }

    /// When places, or questions, have rested long enough for another one.
    private func restEnd(before wanted: PlaceChoice<Place>) -> ObservationTime? {
        switch wanted {
        case .none: nil
        case .place(let place): lastPlace?.place == place ? nil : lastPlace?.time.advanced(by: policy.rest)
        case .between: lastQuestion?.advanced(by: policy.rest)
        }
    }
}
