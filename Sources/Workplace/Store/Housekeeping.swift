public import Essentials

/// Removes what has been kept long enough.
public struct Housekeeping: Sendable {
    /// How long the feed is kept.
    public static let feedRetention: Duration = .seconds(24 * 3_600)
    /// How long idempotency keys are kept: longer than any client retries.
    public static let keyRetention: Duration = .seconds(48 * 3_600)
    /// How long is kept who crossed which entrance when, and what it led to.
    public static let crossingRetention: Duration = .seconds(24 * 3_600)
    private static let interval: Duration = .seconds(600)

    let store: any WorkplaceStore
    let tips: TipService?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp

    /// Makes a housekeeping over a store.
    ///
    /// - Parameters:
    ///   - store: What is kept clean.
    ///   - tips: Trims what is kept of people's tips; `nil` leaves that as it is.
    ///   - clock: What it sleeps by.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, tips: TipService? = nil, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.tips = tips
        self.clock = clock
        self.now = now
    }

    /// Checks the store's file and cleans, at once and then every ten minutes, and trims ledgers of tips once a day, until
    /// the surrounding task is cancelled.
    ///
    /// - Parameter report: Is told of the store's errors; the next turn tries again.
    public func run(report: @Sendable (any Error) -> Void) async {
        var lastTrim: CalendarDate?
        while !Task.isCancelled {
            do {
                try await store.read { try $0.checkFile() }
                try await clean()
                let today = Zone.utc.date(at: now())
                if lastTrim != today { try await tips?.trim() }
                lastTrim = today
            } catch is CancellationError { return } catch { report(error) }
            do { try await clock.sleep(for: Self.interval) } catch { return }
        }
    }

    /// Removes what is outdated now.
    ///
    /// - Throws: The store's own error.
    public func clean() async throws {
        let time = now()
        try await store.write { transaction in
            try transaction.removeFeedEntries(before: time.advanced(by: .zero - Self.feedRetention))
            let firstKeptKey = time.advanced(by: .zero - Self.keyRetention)
            try transaction.removeKeyUses(before: firstKeptKey)
            try transaction.removeEndedWaits(before: firstKeptKey)
            try transaction.removeSessions(expiredBy: time)
            try transaction.removePresenceEvents(
                before: time.advanced(by: .zero - PresenceEvent.retention))
            try transaction.removeCrossings(before: time.advanced(by: .zero - Self.crossingRetention))
            try transaction.removeTips(
                unseenSince: Zone.utc.date(at: time).advanced(byDays: -TipDevice.retentionDays))
            try transaction.removeTipLooks(before: time.advanced(by: .zero - TipLook.retention))
        }
    }
}
