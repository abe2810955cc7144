import Beacons
import Geodesy
public import Observations

extension SimulatedSurroundings: Sequence {
    /// Begins the simulation.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// One run of a simulation.
    public struct Iterator: IteratorProtocol, Sendable {
        private let surroundings: SimulatedSurroundings
        private var chance: SimulatedChance
        private var now: ObservationTime
        private var nextFix: ObservationTime
        private var nextChange = 0
        private var radio = RadioState.on
        private var permission = Permission.granted
        /// What has been sensed and not arrived yet, by the time of its arrival.
        private var underway: [(arrival: ObservationTime, observation: Observation)] = []

        init(_ surroundings: SimulatedSurroundings) {
            self.surroundings = surroundings
            chance = SimulatedChance(seed: surroundings.seed)
            now = surroundings.start
            nextFix = surroundings.start
        }

        /// Simulates until something arrives.
        public mutating func next() -> Observation? {
            while true {
                if let first = underway.first, first.arrival < now || now > surroundings.end {
                    return underway.removeFirst().observation
                }
                guard now <= surroundings.end else { return nil }
                sense()
                now = now.advanced(by: Swift.max(surroundings.beat, .milliseconds(1)))
            }
        }

        private var senses: Bool { radio == .on && permission == .granted }

        private mutating func sense() {
            takeChanges()
            guard senses else { return }
            if let place = surroundings.place(at: now) {
                measure(place)
                hear(from: place)
            }
            report(.elapsed)
        }

        private mutating func takeChanges() {
            while nextChange < surroundings.changes.count, surroundings.changes[nextChange].time <= now {
                switch surroundings.changes[nextChange].kind {
                case .radio(let state):
                    radio = state
                    report(.radio(state))
                case .permission(let state):
                    permission = state
                    report(.permission(state))
                }
                nextChange += 1
            }
        }

        private mutating func measure(_ place: Coordinate) {
            guard let interval = surroundings.fixInterval, now >= nextFix else { return }
            nextFix = now.advanced(by: interval)
            // A degree of latitude has about 111,195 metres; the same for both keeps the noise simple.
            let sigma = surroundings.positionError / 111_195
            let measured = Coordinate(
                latitude: place.latitude + sigma * chance.normal(),
                longitude: place.longitude + sigma * chance.normal())
            guard let measured,
                let fix = PositionFix(
                    coordinate: measured, horizontalAccuracy: surroundings.positionError)
            else { return }
            report(.position(fix))
        }

        private mutating func hear(from place: Coordinate) {
            for beacon in surroundings.beacons {
                let distance = Swift.max(place.distance(to: beacon.place), 1)
                let noise = surroundings.signalError * chance.normal()
                let strength = Double(beacon.measuredPower) - 6 * binaryLogarithm(distance) + noise
                guard strength >= Double(surroundings.sensitivity) else { continue }
                report(
                    .sighting(
                        BeaconSighting(
                            identity: beacon.identity, measuredPower: beacon.measuredPower,
                            rssi: Int8(Swift.max(-127, Swift.min(strength.rounded(), 20))))))
            }
        }

        private mutating func report(_ content: Observation.Content) {
            let observation = Observation(source: surroundings.source, time: now, content: content)
            let faults = surroundings.faults
            let isDelayed = chance.happens(faults.delayed)
            let isDuplicated = chance.happens(faults.duplicated)
            send(observation, arrivingAt: isDelayed ? now.advanced(by: faults.delay) : now)
            if isDuplicated { send(observation, arrivingAt: now) }
        }

        private mutating func send(_ observation: Observation, arrivingAt arrival: ObservationTime) {
            let place = underway.firstPlace { $0.arrival > arrival }
            underway.insert((arrival, observation), at: place)
        }
    }
}

extension SimulatedSurroundings {
    /// Where the device is at a moment; before the first and after the last place of its path it stands there.
    func place(at time: ObservationTime) -> Coordinate? {
        let next = path.firstPlace { $0.time > time }
        guard next > path.startIndex else { return path.first?.place }
        let from = path[next - 1]
        guard next < path.endIndex else { return from.place }
        let to = path[next]
        let share =
            Double(time.microseconds &- from.time.microseconds)
            / Double(to.time.microseconds &- from.time.microseconds)
        return Coordinate(
            latitude: from.place.latitude + share * (to.place.latitude - from.place.latitude),
            longitude: from.place.longitude + share * (to.place.longitude - from.place.longitude))
    }
}

/// The binary logarithm, straight between powers of two: wrong by less than 0.09, and the same on every machine.
private func binaryLogarithm(_ number: Double) -> Double {
    Double(number.exponent) + (number.significand - 1)
}
