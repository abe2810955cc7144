import Beacons
public import Geodesy
public import Monitoring
import Observations
import Synchronization

/// The air between simulated devices: what one of them advertises, the others hear.
public final class SimulatedAir: Sendable {
    private let sending = Mutex<[Int: SimulatedSurroundings.Beacon]>([:])
    private let count = Mutex(0)

    /// Makes air in which nothing is sent.
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

    /// What is being sent, as a simulation takes it.
    public var beacons: [SimulatedSurroundings.Beacon] {
        sending.withLock { sending in sending.sorted { $0.key < $1.key }.map(\.value) }
    }
}

extension Surroundings {
    /// Observes a simulated day, in which what others send at each moment can be heard, too.
    ///
    /// Each time the air changes, the simulation goes on with the next beat and other chance; what was late is lost then.
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
        // What happened to the device before holds on.
        rest.changes = changes.map { Change($0.time < start ? start : $0.time, $0.kind) }
        return rest
    }
}
