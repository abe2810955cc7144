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

    /// The first tick that is certainly no earlier than this much later.
    func tick(after duration: Duration) -> UInt64 {
        now.load(ordering: .relaxed) + UInt64((duration / interval).rounded(.up)) + 1
    }

    /// Counts one up.
    func advance() -> UInt64 { now.add(1, ordering: .relaxed).newValue }
}
