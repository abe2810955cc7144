public import Essentials
import Kitchen
import Ordering

extension DueTimer {
    /// Makes a timer that calls orders ready when the undo window of a bump is over.
    ///
    /// - Parameters:
    ///   - store: The store of the tickets.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func readiness(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let due = try await store.read { try $0.ticketsWithNotice(dueBy: time) }
            // A ticket that cannot be read must not stop the notices behind it.
            try await due.forEachDespiteFailures { try await sendNotice(of: $0, in: store, at: time) }
            return try await store.read { try $0.nextNoticeDue() }
        }
    }

    private static func sendNotice(
        of ticket: TicketID, in store: any WorkplaceStore, at time: Timestamp
    ) async throws {
        try await store.write { transaction in
            guard let ticket = try transaction.ticket(ticket) else { return }
            let move = TicketMove(
                input: .noticeDue, actor: .system, expectedVersion: nil,
                context: TicketContext(at: time, regardless: ticket))
            _ = try move.apply(to: ticket, in: transaction)
        }
    }
}
