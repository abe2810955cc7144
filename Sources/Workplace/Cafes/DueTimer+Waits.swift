public import Essentials

extension DueTimer {
    /// Makes a timer that expires orders whose wait is over.
    ///
    /// - Parameters:
    ///   - store: The store of the orders.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
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
