package import Attendance
package import Conditions
import Essentials
import Observations

// The choice of a café, and the consequences of reports.
extension PresenceService {
    /// Decides in which café a person is.
    ///
    /// - Returns: The choice, if it has changed.
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

    /// Stores and announces outcomes in one transaction.
    ///
    /// Where another process evaluates presence by now, nothing is stored. If the transaction fails, the data in memory about these people and the gateway's progress are
    /// dropped, because memory must not be ahead of the durable state.
    func keep(
        _ outcomes: [PresenceOutcome], at time: Timestamp, of gateway: GatewayID? = nil, holding token: Int64
    ) async throws {
        let outcomes = outcomes.filter { !$0.isEmpty }
        guard !outcomes.isEmpty else { return }
        do {
            try await store.write { [crossed] transaction in
                try transaction.requireDuty(token)
                for outcome in outcomes {
                    try outcome.apply(at: time, in: transaction, crossed: crossed)
                }
            }
        } catch {
            for outcome in outcomes { drop(outcome.person) }
            if let gateway { gateways[gateway] = nil }
            throw error
        }
        if outcomes.contains(where: { !$0.crossings.isEmpty }) { crossed.stored() }
    }

    /// Reconsiders the choices that are due, finds the gateways that have gone silent, and forgets strangers.
    ///
    /// - Throws: The store's own error.
    func lookAtDue() async throws {
        guard let token = try? takeDuty() else { return }
        let time = now()
        forgetStrangers(at: time)
        let due = people.waiting.filter { person in
            people[person]?.checkAt.map { $0 <= time.observed } ?? false
        }
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
            let known = people.known(at: spot.id).map { ($0, gone) }
            outcomes += self.outcomes(of: known, at: spot, by: id, on: campus, time)
        }
        try await keep(outcomes, at: time, holding: token)
    }

    /// Forgets the beacons and addresses that nobody has heard for a minute, also when no gateway reports.
    private func forgetStrangers(at time: Timestamp) {
        wearers.update(at: time)
        for gateway in notes.keys { notes[gateway]?.unknown.forget(at: time) }
    }
}

extension PresenceOutcome {
    /// Records a change at a spot, and at an entrance also the crossing.
    ///
    /// - Parameters:
    ///   - event: The change.
    ///   - spot: The spot.
    ///   - lastKnown: The last known state before the change.
    ///   - source: The reporter of the crossing.
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
    /// The kind of crossing between the last known state and a state; `nil` if they are equal, as after a
    /// radio was off.
    package init?(_ state: ConditionState, after lastKnown: ConditionState?) {
        switch (state, lastKnown) {
        case (.satisfied, nil): self = .foundInside
        case (.satisfied, .unsatisfied?): self = .entered
        case (.unsatisfied, .satisfied?): self = .exited
        default: return nil
        }
    }
}
