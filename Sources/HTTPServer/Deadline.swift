import Synchronization

/// The time at which a connection is cut off, unless it is postponed.
final class Deadline: Sendable {
    private let clock: TickClock
    private let due: Atomic<UInt64>

    init(after ticks: UInt64, by clock: TickClock) {
        self.clock = clock
        due = Atomic(clock.tick(after: ticks))
    }

    /// Restarts the deadline.
    func set(after ticks: UInt64) { due.store(clock.tick(after: ticks), ordering: .relaxed) }

    /// Restarts the deadline.
    func set(after duration: Duration) { set(after: clock.ticks(in: duration)) }

    /// Suspends the deadline while the server works.
    func clear() { due.store(.max, ordering: .relaxed) }

    /// Whether the client has taken too long.
    func isOver(at tick: UInt64) -> Bool { due.load(ordering: .relaxed) <= tick }
}
