import Beacons
import Observations
import Ranging

/// The nearest known spot of each source.
struct NearestSpots {
    private let spots: [BeaconIdentity: String]
    private var machines:
        [(source: ObservationSource, machine: NearestStateMachine<String, ObservationTime>)] = []

    init(_ spots: [BeaconIdentity: String]) { self.spots = spots }

    /// Processes an observation; beacons of unknown spots change nothing.
    ///
    /// - Returns: The answer for its source, if it changed.
    mutating func observe(_ observation: Observation) -> NearestAnswer<String>? {
        guard !spots.isEmpty else { return nil }
        switch observation.content {
        case .elapsed:
            guard let index = index(of: observation.source) else { return nil }
            return machines[index].machine.elapsed(until: observation.time)
        case .sighting(let sighting):
            guard let spot = spots[sighting.identity], let rssi = sighting.rssi else { return nil }
            let index = index(of: observation.source) ?? addMachine(for: observation.source)
            return machines[index].machine.sighted(
                spot, rssi: rssi, measuredPower: sighting.measuredPower, at: observation.time)
        case .position, .radio, .permission: return nil
        }
    }

    private func index(of source: ObservationSource) -> Int? {
        machines.firstIndex { $0.source == source }
    }

    private mutating func addMachine(for source: ObservationSource) -> Int {
        machines.append((source, NearestStateMachine()))
        return machines.endIndex - 1
    }
}
