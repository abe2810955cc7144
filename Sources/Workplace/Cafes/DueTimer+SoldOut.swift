public import Essentials

extension DueTimer {
    /// Makes a timer that ends sold-out marks and announces the changed menus.
    ///
    /// - Parameters:
    ///   - store: The store of the marks.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func soldOut(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let due = try await store.read { try $0.cafesWithSoldOutMarks(overBy: time) }
            try await due.forEachDespiteFailures { cafe in
                try await store.write { try $0.endSoldOutMarks(of: cafe, at: time) }
            }
            return try await store.read { try $0.nextSoldOutMarkOver() }
        }
    }
}
