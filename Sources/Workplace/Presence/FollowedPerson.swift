import Conditions
import Essentials
import Observations
import Presence

/// What is held in memory about one person whose presence is evaluated; the badge's conditions are in the table.
struct FollowedPerson: Sendable {
    /// What a device of the person said last about a spot.
    struct Report: Hashable, Sendable {
        var number: Int64
        var state: ConditionState
        var time: Timestamp
        /// The last state that was satisfied or unsatisfied, before this one.
        var lastKnown: ConditionState?
    }

    var choice = PlaceChoiceStateMachine<CafeID>()
    /// When the choice must be considered again.
    var checkAt: ObservationTime?
    /// What devices reported, by device and spot.
    var reports: [String: [SpotID: Report]] = [:]
    /// How strongly the badge is heard where.
    var signals: [SpotID: SpotSignal] = [:]
    /// The number of the last event of the badge.
    var badgeEvents: Int64 = 0
    /// The greatest number that each device has used.
    var deviceEvents: [String: Int64] = [:]

    /// Takes up events that were kept, in the order of their numbers.
    init(events: [PresenceEvent] = []) {
        for event in events {
            switch event.source {
            case .badge: badgeEvents = max(badgeEvents, event.number)
            case .device(let name):
                _ = note(event.state, number: event.number, at: event.spot, time: event.time, by: name)
            }
        }
    }

    /// Notes what a device says about a spot.
    ///
    /// - Returns: What the device says now; `nil` when it has said something later before, or the same.
    mutating func note(
        _ state: ConditionState, number: Int64, at spot: SpotID, time: Timestamp, by device: String
    ) -> Report? {
        deviceEvents[device] = max(deviceEvents[device] ?? 0, number)
        let known = reports[device]?[spot]
        if let known, known.number >= number { return nil }
        let lastKnown = known.flatMap { $0.state.isKnown ? $0.state : $0.lastKnown }
        let report = Report(number: number, state: state, time: time, lastKnown: lastKnown)
        reports[device, default: [:]][spot] = report
        return report
    }

    /// The cafés that the person may be in, with how near they are.
    ///
    /// - Parameters:
    ///   - badgeSpots: Where the badge is.
    ///   - campus: Tells what spots stand for; one that it does not have says nothing (C14).
    ///   - time: The present time; what a device said a day ago says nothing any more.
    /// - Returns: The nearness of the nearest spot of each café.
    func candidates(badgeSpots: [SpotID], on campus: Campus, at time: Timestamp) -> [CafeID: Nearness] {
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

extension Spot {
    /// The café that the spot belongs to.
    var cafe: CafeID? {
        switch kind {
        case .cafe(let cafe), .station(let cafe, _): cafe
        case .entrance: nil
        }
    }
}

extension Nearness {
    /// Of two spots of one café, the word of the one that is nearer; a strength says more than none.
    fileprivate func nearer(_ other: Nearness) -> Nearness {
        switch (self, other) {
        case (.measured(let one), .measured(let other)): .measured(max(one, other))
        case (.measured, _), (.unmeasured, .unheard): self
        case (_, .measured), (.unheard, _): other
        case (.unmeasured, .unmeasured): self
        }
    }
}
