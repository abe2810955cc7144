import Foundation
import Observations
import Synchronization

/// The speed at which a recording plays, and the time of day at which each moment was played.
///
/// The monitor evaluates the times of the recording. A server gets the time at which an event was played, because it
/// refuses events of past days and of the future.
final class Pace: Sendable {
    private struct Beginning {
        let recorded: ObservationTime
        let played: ObservationTime
        let instant: ContinuousClock.Instant
    }

    private let speed: Double?
    private let beginning = Mutex<Beginning?>(nil)

    /// Plays a recording at a multiple of its speed; `nil` never waits and does not change times.
    init(speed: Double?) { self.speed = speed }

    /// Waits until a recorded moment is due; the first one is due at once.
    ///
    /// - Throws: `CancellationError`.
    func wait(for recorded: ObservationTime) async throws {
        guard let speed else { return }
        let beginning = beginning.withLock { beginning in
            let begun = beginning ?? Beginning(recorded: recorded, played: Self.now, instant: .now)
            beginning = begun
            return begun
        }
        let due = beginning.instant + beginning.recorded.duration(to: recorded) / speed
        guard due > .now else { return }
        try await Task.sleep(until: due, clock: .continuous)
    }

    /// The time at which a recorded moment was played; never later than now.
    func played(_ recorded: ObservationTime) -> ObservationTime {
        guard let speed else { return recorded }
        let now = Self.now
        guard let beginning = beginning.withLock({ $0 }) else { return now }
        return min(now, beginning.played.advanced(by: beginning.recorded.duration(to: recorded) / speed))
    }

    static var now: ObservationTime {
        ObservationTime(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}
