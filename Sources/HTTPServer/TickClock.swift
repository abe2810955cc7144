import Synchronization

/// A coarse clock: one task counts ticks, so that a request reads the time at almost no cost.
final class TickClock: Sendable {
    /// How long a tick takes.
    let interval: Duration
    private let now = Atomic<UInt64>(0)

    /// Creates a clock whose ticks are short enough for time limits of at least this length.
    init(shortest: Duration) {
        interval = min(max(shortest / 8, .milliseconds(10)), .seconds(1))
    }

    /// The number of ticks that certainly last at least as long as a duration.
    ///
    /// The call divides, so requests use stored results.
    func ticks(in duration: Duration) -> UInt64 { UInt64((duration / interval).rounded(.up)) + 1 }

    /// The tick that comes after this many others.
    func tick(after ticks: UInt64) -> UInt64 { now.load(ordering: .relaxed) + ticks }

    /// Counts one tick.
    func advance() -> UInt64 { now.add(1, ordering: .relaxed).newValue }
}
