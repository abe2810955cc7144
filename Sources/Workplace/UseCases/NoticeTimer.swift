public import Essentials
import Kitchen
import Ordering

/// Sends ready notices once the time to take a bump back is over.
///
/// What is due stands in the store, so that a notice survives a restart; the timer only waits.
public final class NoticeTimer: Sendable {
    private let store: any WorkplaceStore
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let looks: AsyncStream<Void>
    private let look: AsyncStream<Void>.Continuation

    /// Makes a timer over a store.
    ///
    /// - Parameters:
    ///   - store: Where tickets are kept.
    ///   - clock: What the timer sleeps by.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.clock = clock
        self.now = now
        // One waiting look is as good as many: each look sees everything that is due.
        (looks, look) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Has the timer look again at what is due, because a notice's time was set.
    public func lookAgain() { look.yield() }

    /// Sends notices as they become due, until the surrounding task is cancelled.
    ///
    /// - Throws: The store's own error.
    public func run() async throws {
        lookAgain()
        try await withThrowingDiscardingTaskGroup { group in
            var awaited: Timestamp?
            for await _ in looks {
                guard let due = try await sendDueNotices() else { continue }
                // A sleep that ends no later than this notice's time will look anyway.
                if let awaited, awaited > now(), awaited <= due { continue }
                awaited = due
                let wait = now().duration(to: due)
                group.addTask {
                    // A cancelled sleep ends the loop's stream as well; nothing is lost, the store knows what is due.
                    try? await self.clock.sleep(for: wait)
                    self.lookAgain()
                }
            }
        }
    }

    /// Sends every notice that is due and tells when the next one will be.
    func sendDueNotices() async throws -> Timestamp? {
        let time = now()
        let due = try await store.read { try $0.ticketsWithNotice(dueBy: time) }
        for ticket in due {
            try await store.write { transaction in
                guard let ticket = try transaction.ticket(ticket) else { return }
                let move = TicketMove(
                    input: .noticeDue, actor: .system, expectedVersion: nil,
                    circumstances: TicketCircumstances(at: time, regardless: ticket))
                _ = try move.carryOut(on: ticket, in: transaction)
            }
        }
        return try await store.read { try $0.nextNoticeDue() }
    }
}
