public import Essentials

/// Ends orders that have waited for their people in vain.
public struct WaitTimer: Sendable {
    private let store: any WorkplaceStore
    private let now: @Sendable () -> Timestamp
    private let timer: DueTimer

    /// Makes a timer over a store.
    ///
    /// - Parameters:
    ///   - store: Where orders are kept.
    ///   - clock: What the timer sleeps by.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.now = now
        timer = DueTimer(clock: clock, now: now) { try await Self.endDueWaits(in: store, at: now()) }
    }

    /// Has the timer look again at what is due, because an order has begun to wait.
    public func lookAgain() { timer.lookAgain() }

    /// Ends waits as they are over, until the surrounding task is cancelled; what fails is tried again shortly.
    ///
    /// - Parameter report: Is told of the store's errors.
    public func run(report: @Sendable (any Error) -> Void) async { await timer.run(report: report) }

    /// Ends every wait that is over and tells when the next one will be.
    ///
    /// - Throws: The first failure, once all have been tried.
    func endDueWaits() async throws -> Timestamp? { try await Self.endDueWaits(in: store, at: now()) }

    private static func endDueWaits(
        in store: any WorkplaceStore, at time: Timestamp
    ) async throws -> Timestamp? {
        let due = try await store.read { try $0.waitingOrders(overBy: time) }
        try await due.forEachDespiteFailures { order in
            try await store.write { try OrderDesk.expire(order, at: time, in: $0) }
        }
        return try await store.read { try $0.nextWaitOver() }
    }
}
