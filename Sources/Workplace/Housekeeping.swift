public import Essentials

/// Removes expired data.
public struct Housekeeping: Sendable {
    /// How long the feed is kept.
    public static let feedRetention: Duration = FeedEntry.retention
    /// How long idempotency keys are kept: longer than any client retries.
    public static let keyRetention: Duration = IdempotencyKeyUse.retention
    /// How long crossings of entrances and their decisions are kept.
    public static let crossingRetention: Duration = ReminderSetting.crossingRetention
    private static let interval: Duration = .seconds(600)

    let store: any WorkplaceStore
    let tips: TipService?
    let sessions: SessionService?
    let identities: OrderIdentities?
    let reports: ReportService?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp

    /// Makes a housekeeping over a store.
    ///
    /// - Parameters:
    ///   - store: The store to clean.
    ///   - tips: Trims the ledgers of tips; `nil` leaves them alone.
    ///   - sessions: Stores when sessions were used last; `nil` leaves them alone.
    ///   - identities: Removes the person from old orders; `nil` leaves them alone.
    ///   - reports: Stores the figures of days that are over; `nil` makes each report count them.
    ///   - clock: What it sleeps by.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, tips: TipService? = nil, sessions: SessionService? = nil,
        identities: OrderIdentities? = nil, reports: ReportService? = nil, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.tips = tips
        self.sessions = sessions
        self.identities = identities
        self.reports = reports
        self.clock = clock
        self.now = now
    }

    /// Checks the store's file and cleans at once and then every ten minutes, and trims ledgers of tips once a day.
    ///
    /// Runs until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; the next turn retries.
    public func run(report: @Sendable (any Error) -> Void) async {
        var lastTrim: CalendarDate?
        while !Task.isCancelled {
            do {
                try await store.read { try $0.checkFile() }
                try await clean()
                try await sessions?.storeUses()
                try await identities?.removeExpired()
                try await reports?.keepFigures()
                let today = Zone.utc.date(at: now())
                if lastTrim != today { try await tips?.trim() }
                lastTrim = today
            } catch is CancellationError { return } catch { report(error) }
            do { try await clock.sleep(for: Self.interval) } catch { return }
        }
    }

    /// Removes what has expired by now.
    ///
    /// - Throws: The store's own error.
    public func clean() async throws {
        let time = now()
        try await store.write { transaction in
            try transaction.removeFeedEntries(before: time.advanced(by: .zero - Self.feedRetention))
            let firstKeptKey = time.advanced(by: .zero - Self.keyRetention)
            try transaction.removeKeyUses(before: firstKeptKey)
            try transaction.removePresses(before: firstKeptKey)
            try transaction.removeSightings(before: firstKeptKey)
            try transaction.removeEndedWaits(before: firstKeptKey)
            try transaction.removePickups(begunBefore: firstKeptKey)
            try transaction.removeCallNames(before: time.advanced(by: .zero - GuestOrder.nameRetention))
            try transaction.removeSessions(expiredBy: time)
            try transaction.removeInvitations(expiredBy: time)
            try transaction.removeProviderLogouts(expiredBy: time)
            try transaction.removePairings(expiredBy: time)
            try transaction.removePresenceEvents(
                before: time.advanced(by: .zero - PresenceEvent.retention))
            try transaction.removeCrossings(before: time.advanced(by: .zero - Self.crossingRetention))
            try transaction.removeTips(
                unseenSince: Zone.utc.date(at: time).advanced(byDays: -TipDevice.retentionDays))
            try transaction.removeTipAccessRecords(
                before: time.advanced(by: .zero - TipAccessRecord.retention))
            try transaction.removePrints(before: time.advanced(by: .zero - PrintJob.retention))
            try transaction.removeNotices(before: time.advanced(by: .zero - Notice.retention))
            try transaction.removeDeliveries(
                endedBefore: time.advanced(by: .zero - NoticeSender.recordRetention))
            try transaction.removeWebhookDeliveries(
                endedBefore: time.advanced(by: .zero - WebhookService.recordRetention))
            try transaction.removeUnusedPicture(
                addedBefore: time.advanced(by: .zero - PictureService.unusedRetention))
            try transaction.removeDataAnnouncements(
                before: time.advanced(by: .zero - DataAnnouncementService.lapse))
            try transaction.removeDataLooks(before: time.advanced(by: .zero - DataLook.retention))
            try transaction.removeSecurityEvents(before: time.advanced(by: .zero - SecurityEvent.retention))
        }
    }
}
