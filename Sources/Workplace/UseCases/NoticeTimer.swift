public import Essentials
import Kitchen
import Ordering
import Synchronization

/// Sends ready notices once the time to take a bump back is over.
///
/// What is due stands in the store, so that a notice survives a restart; the timer only waits.
public final class NoticeTimer: Sendable {
    static let pauseAfterFailure: Duration = .seconds(1)

    private let store: any WorkplaceStore
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let looks: AsyncStream<Void>
    private let look: AsyncStream<Void>.Continuation
    /// The time of the earliest look that a sleeping task has promised.
    private let promised = Mutex<Timestamp?>(nil)

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
    /// When the store fails, the notices are tried again shortly: a disk that is full for a minute must not silence
    /// the kitchen for the day.
    ///
    /// - Parameter report: Is told of the store's errors.
    public func run(report: @Sendable (any Error) -> Void) async {
        lookAgain()
        await withDiscardingTaskGroup { group in
            for await _ in looks {
                let next: Timestamp?
                do { next = try await sendDueNotices() } catch {
                    report(error)
                    next = now().advanced(by: Self.pauseAfterFailure)
                }
                guard let due = next, promise(due) else { continue }
                let wait = now().duration(to: due)
                group.addTask {
                    // A cancelled sleep ends the loop's stream as well; nothing is lost, the store knows what is due.
                    try? await self.clock.sleep(for: wait)
                    self.keepPromise(due)
                    self.lookAgain()
                }
            }
        }
    }

    /// Notes a look to come, unless one that comes no later has been promised.
    private func promise(_ time: Timestamp) -> Bool {
        promised.withLock { promised in
            if let promised, promised <= time { return false }
            promised = time
            return true
        }
    }

    // Whatever the wall clock shows by now: when it was set back, the next look has to promise anew.
    private func keepPromise(_ time: Timestamp) {
        promised.withLock { if $0 == time { $0 = nil } }
    }

    private func sendNotice(of ticket: TicketID, at time: Timestamp) async throws {
        try await store.write { transaction in
            guard let ticket = try transaction.ticket(ticket) else { return }
            let move = TicketMove(
                input: .noticeDue, actor: .system, expectedVersion: nil,
                circumstances: TicketCircumstances(at: time, regardless: ticket))
            _ = try move.carryOut(on: ticket, in: transaction)
        }
    }

    /// Sends every notice that is due and tells when the next one will be.
    ///
    /// - Throws: The first failure, once all have been tried.
    func sendDueNotices() async throws -> Timestamp? {
        let time = now()
        let due = try await store.read { try $0.ticketsWithNotice(dueBy: time) }
        var failure: (any Error)?
        for ticket in due {
            // A ticket that cannot be read must not silence those behind it.
            do { try await sendNotice(of: ticket, at: time) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return try await store.read { try $0.nextNoticeDue() }
    }
}
