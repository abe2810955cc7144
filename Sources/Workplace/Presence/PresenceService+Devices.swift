import Beacons
import Conditions
public import Essentials

// Reports of people's own devices.
extension PresenceService {
    /// Processes changes that a person's device decided; order and repetition do not matter.
    ///
    /// The device and its number identify an event. Three kinds of events are ignored: about a spot that the
    /// campus does not have, with a refinement that is not the spot's own beacon (C10), and events that are a
    /// day old. An event too far in the future is refused; the others are accepted. At most sixteen devices
    /// of a person count; a further one replaces the device that was silent for longest.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - device: The name that the person gave to the device's monitor.
    ///   - person: The owner of the device.
    /// - Returns: The receipt, with the refused events.
    /// - Throws: ``WorkplaceRefusal/consentNeeded`` when the person has not consented to anything,
    ///   ``WorkplaceRefusal/noCampus``, ``StoreError/noSender`` when another process evaluates presence, or the store's own error.
    public func take(
        _ events: [DeviceEvent], from device: String, of person: PersonID
    ) async throws -> DeviceReceipt {
        let token = try takeDuty()
        let campus = try campus()
        guard let consent = try await consents(of: [person])[person], !consent.isRefusal else {
            throw WorkplaceRefusal.consentNeeded
        }
        let time = now()
        var outcome = PresenceOutcome(of: person)
        let refused = events.indices.filter { events[$0].isAhead(of: time) }
        for event in events.sorted(by: { $0.number < $1.number }) {
            guard let spot = campus.spot(meantBy: event), consent.allows(spot), event.isKept(at: time) else {
                continue
            }
            note(event, at: spot, by: device, in: &outcome, time)
        }
        outcome.silentDevices = people[person]?.makeRoom(for: device) ?? []
        outcome.choice = consent.allows(.following) ? choose(for: person, on: campus, at: time) : nil
        let known = people[person]?.deviceEvents[device] ?? 0
        try await keep([outcome], at: time, holding: token)
        return DeviceReceipt(
            acknowledged: max(known, events.map(\.number).max() ?? 0), refused: Array(refused),
            unknown: events.count { campus.spot(meantBy: $0) == nil })
    }

    private func note(
        _ event: DeviceEvent, at spot: Spot, by device: String, in outcome: inout PresenceOutcome,
        _ time: Timestamp
    ) {
        // Future times are clamped to now: the device's clock is ahead.
        let kept = PresenceEvent(
            person: outcome.person, source: .device(device), number: event.number, spot: spot.id,
            state: event.state, time: min(event.time, time), receivedAt: time)
        let report = people[outcome.person]?.note(kept, by: device)
        guard let report = report ?? nil else { return }
        outcome.note(kept, at: spot, lastKnown: report.lastKnown, by: "device")
    }
}

extension DeviceEvent {
    fileprivate func isKept(at now: Timestamp) -> Bool {
        time > now.advanced(by: .zero - PresenceEvent.retention) && !isAhead(of: now)
    }

    /// Whether its time is further ahead than the tolerance for clocks.
    fileprivate func isAhead(of now: Timestamp) -> Bool {
        time > now.advanced(by: PresenceEvent.futureTolerance)
    }
}

extension Campus {
    /// The spot of an event; `nil` when there is no such spot, or another beacon matched.
    fileprivate func spot(meantBy event: DeviceEvent) -> Spot? {
        guard let id = SpotID(event.spot), let spot = spot(id), let beacon = beacon(of: id) else {
            return nil
        }
        guard let refinement = event.refinement else { return spot }
        return refinement == Badge(major: beacon.major, minor: beacon.minor) ? spot : nil
    }
}
