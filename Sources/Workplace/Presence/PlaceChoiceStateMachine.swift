import Observations

/// Chooses the place of a person among several candidates, and asks when it cannot decide.
///
/// A choice is kept while its place is among the nearest. It is given up when its place has not been among
/// them for ``PlaceChoicePolicy/patience``. A new place is chosen only after ``PlaceChoicePolicy/rest``. If
/// two places are equally near and neither was chosen before, the answer is a question, also when the second
/// place appears just after the first.
struct PlaceChoiceStateMachine<Place: Hashable & Comparable & Sendable>: Sendable {
    /// The action after the input.
    enum Action: Hashable, Sendable {
        /// Nothing has changed.
        case nothing
        /// Announce the new choice.
        case announce(PlaceChoice<Place>)
        /// Consider again at that time, unless there is an input before.
        case checkAgain(at: ObservationTime)
    }

    /// The choice that was announced last.
    private(set) var choice = PlaceChoice<Place>.none

    private let policy: PlaceChoicePolicy
    /// The time since which the candidates contradict the choice.
    private var doubtedSince: ObservationTime?
    private var lastPlace: (place: Place, time: ObservationTime)?
    private var lastQuestion: ObservationTime?
    /// Whether the place was chosen when no other was known, so that an equally near place may still appear.
    private var isFirstSight = false

    /// Makes a machine without a choice.
    init(policy: PlaceChoicePolicy = PlaceChoicePolicy()) { self.policy = policy }

    /// Considers the places where a person may be now.
    ///
    /// - Parameters:
    ///   - candidates: The places, with the nearness of each.
    ///   - now: The present time; it must not go back.
    /// - Returns: The action after the input.
    /// - Complexity: O(*n*²) in the number of candidates, of which there are few.
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

    /// When the rest is over, so that another place can be chosen, or another question asked.
    private func restEnd(before wanted: PlaceChoice<Place>) -> ObservationTime? {
        switch wanted {
        case .none: nil
        case .place(let place): lastPlace?.place == place ? nil : lastPlace?.time.advanced(by: policy.rest)
        case .between: lastQuestion?.advanced(by: policy.rest)
        }
    }
}
