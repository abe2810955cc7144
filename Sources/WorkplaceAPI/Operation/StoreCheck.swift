import Essentials
import Workplace

/// Checks that the store reads and writes its disk and accepts the present time.
///
/// The route is open to anyone, so an outcome is cached for a second, and requests during a check share its outcome.
actor StoreCheck {
    private static let retention: Duration = .seconds(1)

    private let store: any WorkplaceStore
    private let now: @Sendable () -> Timestamp
    private var isRunning = false
    private var waiting: [CheckedContinuation<Result<Void, any Error>, Never>] = []
    private var last: (outcome: Result<Void, any Error>, time: Timestamp)?

    init(store: any WorkplaceStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Reads from the disk and writes to it, unless a check ended within the last second.
    ///
    /// - Throws: ``StoreOutage`` and the store's other errors.
    func run() async throws {
        guard !isRunning else { return try await withCheckedContinuation { waiting.append($0) }.get() }
        let time = now()
        // If the clock was set back, the cached outcome is stale.
        if let last, last.time <= time, time < last.time.advanced(by: Self.retention) {
            return try last.outcome.get()
        }
        isRunning = true
        let outcome = await outcome(at: time)
        isRunning = false
        last = (outcome, now())
        for caller in waiting { caller.resume(returning: outcome) }
        waiting = []
        try outcome.get()
    }

    private func outcome(at time: Timestamp) async -> Result<Void, any Error> {
        do {
            try await store.read { reading in
                try reading.checkFile()
                // The store accepts a write without feed entries at any time; it refuses an order when the clock is behind.
                guard let last = try reading.lastChangeTime() else { return }
                guard time.advanced(by: StoreOutage.clockTolerance) >= last else {
                    throw StoreOutage.clockBehind
                }
            }
            // A full disk still reads.
            try await store.write { try $0.touch() }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
