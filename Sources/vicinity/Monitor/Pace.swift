import Foundation
import Observations
import Synchronization

/// How fast a recording is played, and at what time of this day it says something.
///
/// What is evaluated has the recording's own times. A server is told of an event at the time at which it was played,
/// because it keeps no events of past days and takes none of the future.
final class Pace: Sendable {
    private struct Beginning {
        let recorded: ObservationTime
        let played: ObservationTime
        let instant: ContinuousClock.Instant
    }

    private let speed: Double?
    private let beginning = Mutex<Beginning?>(nil)

    /// Plays so many times as fast as recorded; `nil` waits for nothing and leaves times as they are.
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

    /// When a recorded moment was played, at the latest now.
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
