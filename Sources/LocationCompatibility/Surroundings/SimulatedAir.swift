import Beacons
public import Geodesy
public import Monitoring
import Observations
import Synchronization

/// The air between simulated devices: each device hears the advertisements of the others.
public final class SimulatedAir: Sendable {
    private let sending = Mutex<[Int: SimulatedSurroundings.Beacon]>([:])
    private let count = Mutex(0)

    /// Makes air without advertisements.
    public init() {}

    /// Makes the transmitter of a device at a place.
    public func transmitter(at place: Coordinate) -> Transmitter {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return Transmitter { [self] frame in
            let beacon = frame.map {
                SimulatedSurroundings.Beacon($0.identity, at: place, measuredPower: $0.measuredPower)
            }
            sending.withLock { $0[number] = beacon }
        }
    }

    /// The present senders, as beacons for a simulation.
    public var beacons: [SimulatedSurroundings.Beacon] {
        sending.withLock { sending in sending.sorted { $0.key < $1.key }.map(\.value) }
    }
}

extension Surroundings {
    /// Observes a simulated day in which the device also hears the present advertisements of other devices.
    ///
    /// Each time the advertisements change, the simulation restarts at the next beat with other random
    /// numbers; delayed observations are lost then.
    public func play(_ day: SimulatedSurroundings, in air: SimulatedAir) async {
        var sent = air.beacons
        var run = day.continued(from: day.start, hearing: sent).makeIterator()
        while let observation = run.next() {
            await observe(observation)
            await settle()
            guard observation.content == .elapsed, air.beacons != sent else { continue }
            sent = air.beacons
            run = day.continued(from: observation.time.advanced(by: day.beat), hearing: sent).makeIterator()
        }
    }
}

extension SimulatedSurroundings {
    /// The rest of the day, with more beacons.
    fileprivate func continued(
        from start: ObservationTime, hearing others: [SimulatedSurroundings.Beacon]
    ) -> SimulatedSurroundings {
        var rest = self
        rest.start = start
        rest.seed ^= UInt64(bitPattern: start.microseconds)
        rest.beacons += others
        // Earlier changes of the device stay in effect.
        rest.changes = changes.map { Change($0.time < start ? start : $0.time, $0.kind) }
        return rest
    }
}
