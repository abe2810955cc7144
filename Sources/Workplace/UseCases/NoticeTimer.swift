public import Essentials
import Kitchen
import Ordering

/// Sends ready notices once the time to take a bump back is over.
public struct NoticeTimer: Sendable {
    static let pauseAfterFailure = DueTimer.pauseAfterFailure

    private let store: any WorkplaceStore
    private let now: @Sendable () -> Timestamp
    private let timer: DueTimer

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
        self.now = now
        timer = DueTimer(clock: clock, now: now) {
            try await Self.sendDueNotices(in: store, at: now())
        }
    }

    /// Has the timer look again at what is due, because a notice's time was set.
    public func lookAgain() { timer.lookAgain() }

    /// Sends notices as they become due, until the surrounding task is cancelled; what fails is tried again shortly.
    ///
    /// - Parameter report: Is told of the store's errors.
    public func run(report: @Sendable (any Error) -> Void) async { await timer.run(report: report) }

    /// Sends every notice that is due and tells when the next one will be.
    ///
    /// - Throws: The first failure, once all have been tried.
    func sendDueNotices() async throws -> Timestamp? { try await Self.sendDueNotices(in: store, at: now()) }

    private static func sendDueNotices(
        in store: any WorkplaceStore, at time: Timestamp
    ) async throws -> Timestamp? {
        let due = try await store.read { try $0.ticketsWithNotice(dueBy: time) }
        // A ticket that cannot be read must not silence those behind it.
        try await due.forEachDespiteFailures { try await sendNotice(of: $0, in: store, at: time) }
        return try await store.read { try $0.nextNoticeDue() }
    }

    private static func sendNotice(
        of ticket: TicketID, in store: any WorkplaceStore, at time: Timestamp
    ) async throws {
        try await store.write { transaction in
            guard let ticket = try transaction.ticket(ticket) else { return }
            let move = TicketMove(
                input: .noticeDue, actor: .system, expectedVersion: nil,
                circumstances: TicketCircumstances(at: time, regardless: ticket))
            _ = try move.carryOut(on: ticket, in: transaction)
        }
    }
}

extension Sequence {
    /// Does something for each element, and throws the first failure once all have been tried.
    func forEachDespiteFailures(_ work: (Element) async throws -> Void) async throws {
        var failure: (any Error)?
        for element in self {
            do { try await work(element) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
