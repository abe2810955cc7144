import Synchronization

/// When a connection is cut off, unless something happens before.
final class Deadline: Sendable {
    private let clock: TickClock
    private let due: Atomic<UInt64>

    init(after duration: Duration, by clock: TickClock) {
        self.clock = clock
        due = Atomic(clock.tick(after: duration))
    }

    /// Sets it anew.
    func set(after duration: Duration) { due.store(clock.tick(after: duration), ordering: .relaxed) }

    /// Lets the connection be, while the server and not the client is to act.
    func clear() { due.store(.max, ordering: .relaxed) }

    /// Whether the client has taken too long.
    func isOver(at tick: UInt64) -> Bool { due.load(ordering: .relaxed) <= tick }
}
