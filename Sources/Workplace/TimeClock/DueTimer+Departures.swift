public import Essentials

extension DueTimer {
    /// Makes a timer that lets departures count when people have stayed away for long enough, and that reminds of those that
    /// were held back, and of forgotten punches.
    ///
    /// - Parameters:
    ///   - store: The store of the departures.
    ///   - campuses: The sites of the entrances.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func departures(
        store: any WorkplaceStore, campuses: CampusRegistry, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let people = try await store.read { try $0.people(withRemindersDueBy: time) }
            try await people.forEachDespiteFailures { person in
                let campus = try campuses.inForce()
                try await store.write {
                    try AttendanceService.settle(person, at: time, on: campus, in: $0)
                }
            }
            return try await store.read { try $0.nextReminderDue() }
        }
    }
}
