public import Essentials

extension DueTimer {
    /// Makes a timer that expires orders whose wait is over.
    ///
    /// - Parameters:
    ///   - store: Where orders are kept.
    ///   - clock: What the timer sleeps by.
    ///   - now: The present time.
    /// - Returns: The timer, which begins with its method `run`.
    public static func waits(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let due = try await store.read { try $0.waitingOrders(overBy: time) }
            try await due.forEachDespiteFailures { order in
                try await store.write { try OrderService.expire(order, at: time, in: $0) }
            }
            return try await store.read { try $0.nextWaitOver() }
        }
    }
}
