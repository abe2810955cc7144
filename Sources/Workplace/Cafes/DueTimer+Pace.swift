public import Essentials

extension DueTimer {
    /// Makes a timer that ends pauses and delays, and announces the end.
    ///
    /// - Parameters:
    ///   - store: The store of the pauses and delays.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func pace(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let due = try await store.read { try $0.cafesWithPace(overBy: time) }
            try await due.forEachDespiteFailures { cafe in
                try await store.write { try $0.endPace(of: cafe, at: time) }
            }
            return try await store.read { try $0.nextPaceOver() }
        }
    }
}
