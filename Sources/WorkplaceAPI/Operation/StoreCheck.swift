import Essentials
import Workplace

/// Finds out whether the store reads and writes its disk and takes changes with the present time.
///
/// Anybody may ask, so the outcome is kept for a second, and requests that come during a check share its outcome.
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

    /// Reads from the disk and writes to it, unless that was done within the last second.
    ///
    /// - Throws: ``StoreOutage`` and the store's other errors.
    func run() async throws {
        guard !isRunning else { return try await withCheckedContinuation { waiting.append($0) }.get() }
        let time = now()
        // A clock that was set back does not prolong the second.
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
                // A write without entries of the feed is taken whatever the clock shows; an order is not.
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
