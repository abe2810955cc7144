import Conditions
import Essentials
import Observations

/// The data in memory about one person whose presence is evaluated.
struct FollowedPerson: Sendable {
    /// The last report of a device of the person about a spot.
    struct Report: Hashable, Sendable {
        var number: Int64
        var state: ConditionState
        var time: Timestamp
        /// When the report arrived.
        var heardAt: Timestamp
        /// The last state that was satisfied or unsatisfied, before this one.
        var lastKnown: ConditionState?
    }

    var choice = PlaceChoiceStateMachine<CafeID>()
    /// When the choice must be considered again.
    var checkAt: ObservationTime?
    /// The most devices of one person that are evaluated.
    static let mostDevices = 16

    /// The position of the badge: a machine for each spot whose gateway reported about the badge.
    private var badge: [SpotID: ConditionStateMachine] = [:]
    /// The reports of devices, by device and spot.
    private(set) var reports: [String: [SpotID: Report]] = [:]
    /// The strength of the badge's signal at each spot.
    var signals: [SpotID: SpotSignal] = [:]
    /// The number of the last event of the badge.
    var badgeEvents: Int64 = 0
    /// The greatest number that each device has used.
    var deviceEvents: [String: Int64] = [:]

    /// Restores the state from stored events, in the order of their numbers.
    init(events: [PresenceEvent] = []) {
        for event in events {
            switch event.source {
            case .badge: badgeEvents = max(badgeEvents, event.number)
            case .device(let name): _ = note(event, by: name)
            }
        }
    }

    /// Processes an observation of a gateway about the badge at its spot.
    ///
    /// A gateway decides only about its own spot: the badge may be at another spot when it does not hear it
    /// (LD18).
    ///
    /// - Returns: The transition, if the state changed.
    mutating func observe(
        _ observation: Observation, at spot: SpotID, deciding condition: Condition
    ) -> ConditionTransition? {
        badge[spot, default: ConditionStateMachine(condition)].observe(observation)
    }

    /// Sets the state of the badge at a spot to the state before a restart.
    mutating func assume(_ state: ConditionState, at spot: SpotID, deciding condition: Condition) {
        badge[spot] = ConditionStateMachine(condition, assuming: state)
    }

    /// Drops the states of spots that were removed or now have another beacon (C14).
    mutating func keepBadgeStates(of conditions: [SpotID: Condition]) {
        badge = badge.filter { conditions[$0.key] == $0.value.condition }
    }

    /// Whether anything is known about the badge at a spot.
    func knowsBadge(at spot: SpotID) -> Bool { badge[spot] != nil }

    /// The spots where anything is known about the badge.
    var knownSpots: some Collection<SpotID> { badge.keys }

    /// The spots where the badge is.
    private var badgeSpots: [SpotID] { badge.filter { $0.value.state == .satisfied }.map(\.key) }

    /// Records a device's report about a spot.
    ///
    /// - Returns: The device's present report; `nil` if it repeats an earlier report, or is older than one.
    mutating func note(_ event: PresenceEvent, by device: String) -> Report? {
        deviceEvents[device] = max(deviceEvents[device] ?? 0, event.number)
        let known = reports[device]?[event.spot]
        if let known, known.number >= event.number { return nil }
        let lastKnown = known.flatMap { $0.state.isKnown ? $0.state : $0.lastKnown }
        let report = Report(
            number: event.number, state: event.state, time: event.time, heardAt: event.receivedAt,
            lastKnown: lastKnown)
        reports[device, default: [:]][event.spot] = report
        return report
    }

    /// Makes room for a device when too many have reported, by removing the devices that were silent for
    /// longest.
    ///
    /// - Returns: The names of the removed devices.
    mutating func makeRoom(for device: String) -> [String] {
        guard reports.count > Self.mostDevices else { return [] }
        let others = reports.filter { $0.key != device }.map { name, spots in
            (name: name, lastHeard: spots.values.map(\.heardAt.millisecondsSinceEpoch).max() ?? 0)
        }
        let silent = others.sorted { ($0.lastHeard, $0.name) < ($1.lastHeard, $1.name) }
            .prefix(reports.count - Self.mostDevices).map(\.name)
        for name in silent {
            reports[name] = nil
            deviceEvents[name] = nil
        }
        return silent
    }

    /// The cafés in which the person may be, with their nearness.
    ///
    /// - Parameters:
    ///   - campus: The campus with the meaning of the spots; unknown spots are ignored (C14).
    ///   - time: The present time; reports of devices that are a day old are ignored.
    /// - Returns: The nearness of the nearest spot of each café.
    func candidates(on campus: Campus, at time: Timestamp) -> [CafeID: Nearness] {
        var candidates: [CafeID: Nearness] = [:]
        func add(_ spot: SpotID, _ nearness: Nearness) {
            guard let cafe = campus.spot(spot)?.cafe else { return }
            candidates[cafe] = candidates[cafe].map { $0.nearer(nearness) } ?? nearness
        }
        for spot in badgeSpots { add(spot, signals[spot]?.nearness(at: time) ?? .unheard) }
        let oldest = time.advanced(by: .zero - PresenceEvent.retention)
        for (spot, report) in reports.values.joined() where report.state == .satisfied && report.time > oldest
        {
            add(spot, .unmeasured)
        }
        return candidates
    }
}

extension Nearness {
    /// The nearness of the nearer of two spots of one café; a spot with a strength wins over a spot without.
    fileprivate func nearer(_ other: Nearness) -> Nearness {
        switch (self, other) {
        case (.measured(let one), .measured(let other)): .measured(max(one, other))
        case (.measured, _), (.unmeasured, .unheard): self
        case (_, .measured), (.unheard, _): other
        case (.unmeasured, .unmeasured): self
        }
    }
}
