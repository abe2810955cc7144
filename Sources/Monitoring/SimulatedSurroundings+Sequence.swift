public import Observations

extension SimulatedSurroundings: Sequence {
    /// Begins the simulation.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// One run of a simulation, in which the caller can advance the time.
    ///
    /// ```swift
    /// var run = day.makeIterator()
    /// try await monitor.observe(contentsOf: run.advance(by: .seconds(600)))
    /// ```
    public struct Iterator: IteratorProtocol, Sendable {
        /// The time to which the caller has advanced.
        public private(set) var time: ObservationTime
        private let surroundings: SimulatedSurroundings
        private var devices: [SimulatedDevice]
        /// The next beat.
        private var beat: ObservationTime
        /// Observations that have not arrived yet, by the time of their arrival.
        private var underway: [SimulatedDevice.Report] = []

        init(_ surroundings: SimulatedSurroundings) {
            self.surroundings = surroundings
            devices = surroundings.devices
            beat = surroundings.start
            time = surroundings.start
        }

        /// Simulates until something arrives.
        public mutating func next() -> Observation? { next(until: ObservationTime(microseconds: .max)) }

        /// Advances the time, and returns the observations that arrive until then.
        public mutating func advance(by duration: Duration) -> [Observation] {
            time = time.advanced(by: duration)
            var arrived: [Observation] = []
            while let observation = next(until: time) { arrived.append(observation) }
            return arrived
        }

        private mutating func next(until limit: ObservationTime) -> Observation? {
            while true {
                if let first = underway.first, first.arrival <= limit,
                    first.arrival < beat || beat > surroundings.end
                {
                    return underway.removeFirst().observation
                }
                guard beat <= Swift.min(surroundings.end, limit) else { return nil }
                for index in devices.indices {
                    for report in devices[index].sense(at: beat, in: surroundings) { send(report) }
                }
                beat = beat.advanced(by: Swift.max(surroundings.beat, .milliseconds(1)))
            }
        }

        private mutating func send(_ report: SimulatedDevice.Report) {
            let place = underway.firstPlace { $0.arrival > report.arrival }
            underway.insert(report, at: place)
        }
    }
}

extension SimulatedSurroundings {
    /// The device and its companions, each with its own random numbers.
    fileprivate var devices: [SimulatedDevice] {
        let all = [Companion(source, path: path, changes: changes)] + companions
        return all.enumerated().map { index, companion in
            SimulatedDevice(
                companion, seed: seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03, since: start,
                beacons: beacons)
        }
    }
}
