import Synchronization

/// Coarse time that costs a request nothing to read: a number that one task counts up.
final class TickClock: Sendable {
    /// How long a tick takes.
    let interval: Duration
    private let now = Atomic<UInt64>(0)

    /// Creates a clock that is fine enough for limits of at least this length.
    init(shortest: Duration) {
        interval = min(max(shortest / 8, .milliseconds(10)), .seconds(1))
    }

    /// How many ticks certainly take no less than a duration.
    ///
    /// It costs a division, so each request uses a result that was kept.
    func ticks(in duration: Duration) -> UInt64 { UInt64((duration / interval).rounded(.up)) + 1 }

    /// The tick that comes after so many others.
    func tick(after ticks: UInt64) -> UInt64 { now.load(ordering: .relaxed) + ticks }

    /// Counts one up.
    func advance() -> UInt64 { now.add(1, ordering: .relaxed).newValue }
}
