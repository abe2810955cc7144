public import Essentials

extension DueTimer {
    /// Makes a timer that releases expired holds of pickup windows.
    ///
    /// - Parameters:
    ///   - store: The store of the holds.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func holds(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let next = try await store.read { try $0.nextHoldExpiry() }
            guard let next, next <= time else { return next }
            return try await store.write { transaction in
                try transaction.releaseHolds(expiredBy: time)
                return try transaction.nextHoldExpiry()
            }
        }
    }
}
