import Conditions
import Essentials
import Observations

// Reports of gateways.
extension PresenceService {
    /// Processes the sightings of a gateway at its spot.
    ///
    /// Hearing a badge counts as if its wearer's device heard the spot (LD18). Future times are clamped to
    /// now. A sighting after the end of its own report is refused; the others are accepted.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownGateway(_:)``, ``WorkplaceRefusal/noCampus``, ``StoreError/noSender`` when another process
    ///   evaluates presence, or the store's own error; then the gateway must send the report again.
    public func take(_ report: GatewayReport, from gateway: Gateway) async throws -> GatewayReceipt {
        let token = try takeDuty()
        let campus = try campus()
        guard let spot = campus.spot(gateway.spot), let beacon = campus.beacon(of: gateway.spot) else {
            throw WorkplaceRefusal.unknownGateway(gateway.id)
        }
        let isToBeStored = note(report, from: gateway.id, at: now())
        let wearersInOrder = try await wearers(of: report.sightings, on: campus, at: now())
        let present = Set(wearersInOrder.compactMap(\.self))
        let consents = try await consents(of: present.union(people.known(at: spot.id)))
            .filter { $0.value.allows(spot) }
        let time = now()
        var receipt = GatewayReceipt()
        receipt.wants = self.wearers.wants
        var heard: [(person: PersonID, observation: Observation)] = []
        let source = ObservationSource("gateway/\(gateway.id)")
        for place in accepted(
            report, of: wearersInOrder, from: gateway, on: campus, at: time, counting: &receipt)
        {
            guard let person = wearersInOrder[place], consents[person] != nil else { continue }
            let sighting = report.sightings[place]
            let content = BeaconSighting(
                identity: beacon, measuredPower: sighting.measuredPower, rssi: sighting.rssi)
            heard.append(
                (
                    person,
                    Observation(
                        source: source, time: min(sighting.time, time).observed, content: .sighting(content))
                ))
            hear(sighting, of: person, at: spot.id, time: time)
        }
        let end = Observation(
            source: source, time: min(report.until, time).observed,
            content: report.isListening ? .elapsed : .radio(.gone))
        for person in consents.keys { heard.append((person, end)) }
        try await keep(
            outcomes(of: heard, at: spot, by: gateway.id, on: campus, time), at: time, of: gateway.id,
            holding: token)
        if isToBeStored { try await store.write { try $0.noteKey(of: gateway.id, heardAt: time) } }
        return receipt
    }

    /// The people who wear the badges or carry the phones of sightings; `nil` for strangers.
    private func wearers(
        of sightings: [GatewayReport.Sighting], on campus: Campus, at time: Timestamp
    ) async throws -> [PersonID?] {
        let revision = wearables.revision
        if revision != wearersRevision {
            let found = try await wearables.all()
            // Another report may have read later ones meanwhile.
            if revision > wearersRevision {
                wearers.replace(with: found)
                wearersRevision = revision
            }
        }
        wearers.update(at: time)
        var looks = WearableIndex.looksPerReport
        return sightings.map { sighting in
            if case .beacon(let badge) = sighting.identity, let person = campus.wearer(of: badge) {
                return person
            }
            let person = wearers.wearer(of: sighting.identity, at: time, looks: &looks)
            return person.flatMap { campus.person($0)?.id }
        }
    }

    /// The indices of the sightings of badges that are not late, by time; also counts, and notes the gateway's progress.
    ///
    /// The order within a report says nothing: sightings that must not be on a disk come last. Conditions need the
    /// order of time, also for somebody with a badge and a phone.
    private func accepted(
        _ report: GatewayReport, of wearers: [PersonID?], from gateway: Gateway, on campus: Campus,
        at time: Timestamp, counting receipt: inout GatewayReceipt
    ) -> [Int] {
        let earliest =
            gateways[gateway.id]?.latest(before: report, at: time)
            ?? time.advanced(by: .zero - PresenceEvent.retention)
        var accepted: [Int] = []
        receipt.clockAhead = time.duration(to: report.sentAt ?? report.until)
        for (place, sighting) in report.sightings.enumerated() {
            if sighting.time > report.until {
                receipt.refused.append(place)
            } else if wearers[place] == nil {
                // The beacon of a spot is known, although nobody wears it.
                if case .beacon(let beacon) = sighting.identity, campus.spot(markedBy: beacon) != nil {
                    continue
                }
                receipt.unknown += 1
                notes[gateway.id]?.unknown.note(
                    sighting.identity, count: sighting.count, rssi: sighting.rssi, at: time)
            } else if sighting.time < earliest {
                receipt.late += 1
            } else {
                receipt.accepted += 1
                accepted.append(place)
            }
        }
        gateways[gateway.id] = GatewayProgress(
            spot: gateway.spot, latest: max(earliest, report.until), receivedAt: time)
        return accepted.sorted { (report.sightings[$0].time, $0) < (report.sightings[$1].time, $1) }
    }

    private func hear(
        _ sighting: GatewayReport.Sighting, of person: PersonID, at spot: SpotID, time: Timestamp
    ) {
        guard let rssi = sighting.rssi else { return }
        let strength = Double(rssi) - Double(sighting.measuredPower)
        let heardAt = min(sighting.time, time)
        if people[person]?.signals[spot]?.hear(strength, count: sighting.count, at: heardAt) == nil {
            people[person]?.signals[spot] = SpotSignal(strength: strength, heardAt: heardAt)
        }
    }

    /// The consequences of one gateway's observations at its spot.
    func outcomes(
        of heard: [(person: PersonID, observation: Observation)], at spot: Spot, by gateway: GatewayID,
        on campus: Campus, _ time: Timestamp
    ) -> [PresenceOutcome] {
        var outcomes: [PersonID: PresenceOutcome] = [:]
        let condition = conditions[spot.id]
        for (person, observation) in heard {
            var outcome = outcomes[person] ?? PresenceOutcome(of: person)
            let change = condition.flatMap {
                people[person]?.observe(observation, at: spot.id, deciding: $0)
            }
            if let change { note(change, at: spot, by: gateway, in: &outcome, time) }
            outcomes[person] = outcome
        }
        for person in outcomes.keys { outcomes[person]?.choice = choose(for: person, on: campus, at: time) }
        return outcomes.values.sorted { $0.person < $1.person }
    }

    private func note(
        _ change: ConditionTransition, at spot: Spot, by gateway: GatewayID,
        in outcome: inout PresenceOutcome,
        _ time: Timestamp
    ) {
        guard var followed = people[outcome.person] else { return }
        followed.badgeEvents += 1
        people[outcome.person] = followed
        let event = PresenceEvent(
            person: outcome.person, source: .badge, number: followed.badgeEvents, spot: spot.id,
            state: change.state, time: change.time.timestamp, receivedAt: time)
        outcome.note(event, at: spot, lastKnown: change.lastKnown, by: gateway.rawValue)
    }
}
