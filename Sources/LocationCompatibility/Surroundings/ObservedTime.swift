import Observations
import Synchronization

/// The time of the newest observation; there is no other clock (LD15).
final class ObservedTime: Sendable {
    private let newest: Mutex<ObservationTime>

    init(_ start: ObservationTime) { newest = Mutex(start) }

    var now: ObservationTime { newest.withLock { $0 } }

    func advance(to time: ObservationTime) { newest.withLock { $0 = max($0, time) } }
}
