import Workplace

/// Finds out whether the store reads and writes its disk.
///
/// Anybody may ask, so requests that come during a check share its outcome.
actor StoreCheck {
    private let store: any WorkplaceStore
    private var isRunning = false
    private var waiting: [CheckedContinuation<Result<Void, any Error>, Never>] = []

    init(store: any WorkplaceStore) { self.store = store }

    /// Reads from the disk and writes to it.
    ///
    /// - Throws: ``StoreOutage`` and the store's other errors.
    func run() async throws {
        guard !isRunning else { return try await withCheckedContinuation { waiting.append($0) }.get() }
        isRunning = true
        let outcome = await outcome()
        isRunning = false
        for caller in waiting { caller.resume(returning: outcome) }
        waiting = []
        try outcome.get()
    }

    private func outcome() async -> Result<Void, any Error> {
        do {
            try await store.read { try $0.checkFile() }
            // A full disk still reads.
            try await store.write { try $0.touch() }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
