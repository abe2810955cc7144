import Attendance
import Conditions
import Essentials
import Observations

// What follows from what is known.
extension PresenceService {
    /// Considers in which café a person is.
    ///
    /// - Returns: The choice, if it is another one now.
    func choose(for person: PersonID, on campus: Campus, at time: Timestamp) -> PlaceChoice<CafeID>? {
        guard var followed = people[person] else { return nil }
        let candidates = followed.candidates(on: campus, at: time)
        let action = followed.choice.consider(candidates, at: time.observed)
        followed.checkAt = nil
        if case .checkAgain(let due) = action { followed.checkAt = due }
        people[person] = followed
        guard case .announce(let choice) = action else { return nil }
        return choice
    }

    /// Keeps and tells outcomes in one transaction.
    ///
    /// When that fails, what is held about these people is dropped, and how far the gateway has come: memory must not
    /// be ahead of what is durable.
    func keep(_ outcomes: [PresenceOutcome], at time: Timestamp, of gateway: GatewayID? = nil) async throws {
        let outcomes = outcomes.filter { !$0.isEmpty }
        guard !outcomes.isEmpty else { return }
        do {
            try await store.write { [crossed] transaction in
                for outcome in outcomes {
                    try outcome.apply(at: time, in: transaction, crossed: crossed)
                }
            }
        } catch {
            for outcome in outcomes { drop(outcome.person) }
            if let gateway { gateways[gateway] = nil }
            throw error
        }
    }

    /// Considers again the choices whose time has come, and finds the gateways that have gone silent.
    ///
    /// - Throws: The store's own error.
    func lookAtDue() async throws {
        let time = now()
        let due = people.filter { $0.value.checkAt.map { $0 <= time.observed } ?? false }.map(\.key)
        let isSilent = gateways.filter { $0.value.receivedAt.duration(to: time) > Self.gatewayTimeout }
        guard !due.isEmpty || !isSilent.isEmpty else { return }
        let campus = try campus()
        var outcomes = due.map { person in
            var outcome = PresenceOutcome(of: person)
            outcome.choice = choose(for: person, on: campus, at: time)
            return outcome
        }
        for (id, progress) in isSilent {
            gateways[id] = nil
            guard let spot = campus.spot(progress.spot) else { continue }
            let gone = Observation(
                source: ObservationSource("gateway/\(id)"),
                time: min(progress.latest, progress.receivedAt).observed,
                content: .radio(.gone))
            let known = persons(knownAt: spot.id).map { ($0, gone) }
            outcomes += self.outcomes(of: known, at: spot, by: id, on: campus, time)
        }
        try await keep(outcomes, at: time)
    }
}

extension PresenceOutcome {
    /// Notes a change at a spot, and the crossing that it means at an entrance.
    ///
    /// - Parameters:
    ///   - event: The change.
    ///   - spot: Where.
    ///   - lastKnown: The last state that said something, before.
    ///   - source: Names what reported it, in the crossing.
    mutating func note(_ event: PresenceEvent, at spot: Spot, lastKnown: ConditionState?, by source: String) {
        events.append(event)
        purposes[spot.id] = PresenceConsent.Purpose(neededAt: spot)
        guard spot.kind == .entrance, let source = CrossingSourceID(source),
            let kind = Crossing.Kind(event.state, after: lastKnown)
        else { return }
        crossings.append(
            Crossing(
                entrance: spot.id, kind: kind, observedAt: event.time, receivedAt: event.receivedAt,
                source: source))
    }
}

extension Crossing.Kind {
    /// What a state means after the last known one; nothing when it is the same, as after a radio that was off.
    fileprivate init?(_ state: ConditionState, after lastKnown: ConditionState?) {
        switch (state, lastKnown) {
        case (.satisfied, nil): self = .foundInside
        case (.satisfied, .unsatisfied?): self = .entered
        case (.unsatisfied, .satisfied?): self = .exited
        default: return nil
        }
    }
}
