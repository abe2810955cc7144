import Essentials
import Workplace

/// Checks that the store reads and writes its disk and accepts the present time.
///
/// The route is open to anyone, so an outcome is cached for a second, and requests during a check share its outcome.
///
/// A commit can wait without end for a synchronous standby. So the check does not wait for a slow write alone: it also asks
/// whether commits wait. If they do, the check ends, the write goes on, and the next check waits for the same write.
actor StoreCheck {
    private static let retention: Duration = .seconds(1)
    /// How long a write may take before the check asks whether commits wait, so that it says so within about two seconds.
    static let patience: Duration = .milliseconds(1_500)

    private let store: any WorkplaceStore
    private let now: @Sendable () -> Timestamp
    private let patience: Duration
    /// Whether a write is in progress.
    private var isWriting = false
    /// The check that waits for the outcome of the write.
    private var writeWaiter: CheckedContinuation<Result<Void, any Error>?, Never>?
    private var isRunning = false
    private var waiting: [CheckedContinuation<Result<Void, any Error>, Never>] = []
    private var last: (outcome: Result<Void, any Error>, time: Timestamp)?

    init(
        store: any WorkplaceStore, patience: Duration = StoreCheck.patience,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.patience = patience
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
            while true {
                switch await outcomeOfWrite() {
                case .success?: return .success(())
                case .failure(let error as StoreOutage)?: throw error
                case .failure(let error)?:
                    // Another node may hold the database because its commit waits.
                    try await requireCommits()
                    throw error
                case nil: try await requireCommits()
                }
            }
        } catch {
            return .failure(error)
        }
    }

    private func requireCommits() async throws {
        try await store.read { try $0.requireCommits() }
    }

    /// The outcome of the write in progress, or of a new one; `nil` if it takes longer than the check waits, and then it goes on.
    ///
    /// Cancelling the caller has no effect, because other callers wait for the same check.
    private func outcomeOfWrite() async -> Result<Void, any Error>? {
        if !isWriting { beginWrite() }
        let limit = Task { [patience] in
            do { try await Task.sleep(for: patience) } catch { return }
            if !Task.isCancelled { resumeWaiter(with: nil) }
        }
        defer { limit.cancel() }
        return await withCheckedContinuation { writeWaiter = $0 }
    }

    private func resumeWaiter(with outcome: Result<Void, any Error>?) {
        writeWaiter?.resume(returning: outcome)
        writeWaiter = nil
    }

    private func beginWrite() {
        isWriting = true
        // A task of its own, because the check goes on without it. It ends with the store at the latest: a store that is closed
        // fails the writes that wait.
        Task {
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await store.write { try $0.touch() }) } catch {
                outcome = .failure(error)
            }
            isWriting = false
            resumeWaiter(with: outcome)
        }
    }
}
