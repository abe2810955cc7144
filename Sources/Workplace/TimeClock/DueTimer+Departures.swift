public import Essentials

extension DueTimer {
    /// Makes a timer that lets departures count when people have stayed away for long enough.
    ///
    /// - Parameters:
    ///   - store: The store of the departures.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func departures(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let people = try await store.read { try $0.people(withDeparturesSettlingBy: time) }
            try await people.forEachDespiteFailures { person in
                try await store.write {
                    try AttendanceService.settleDepartures(of: person, at: time, in: $0)
                }
            }
            return try await store.read { try $0.nextDepartureSettling() }
        }
    }
}
