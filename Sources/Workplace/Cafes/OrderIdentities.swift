import Essentials

/// Removes people's names from old orders and ledger entries.
///
/// Sold items, sums and balances stay. The entries that lose their name are carried as one balance for each account.
public struct OrderIdentities: Sendable {
    /// The default retention.
    public static let standardRetention: Duration = .seconds(365 * 86_400)
    /// The number of orders or entries that one transaction changes.
    private static let batch = 500

    let store: any WorkplaceStore
    /// For how long the configuration keeps names with orders and ledger entries; a longer time applies only after its announcement.
    public let retention: Duration
    let now: @Sendable () -> Timestamp

    /// Removes the names from everything that is older than the retention by now.
    ///
    /// - Throws: The store's own error, and `CancellationError`.
    public func removeExpired() async throws {
        let time = now()
        let days = try await store.read { [retention] in
            try $0.nameDays(configured: Int(retention.components.seconds / 86_400), at: time)
        }
        let limit = time.advanced(by: .seconds(-86_400 * days))
        while try await store.write({ try $0.removeOrderIdentities(before: limit, atMost: Self.batch) }) {
            try Task.checkCancellation()
        }
        while try await store.write({ try $0.removeLedgerIdentities(before: limit, atMost: Self.batch) }) {
            try Task.checkCancellation()
        }
        try await store.write { transaction in
            try transaction.removeTopUpIdentities(before: limit)
            try transaction.removeCorrectionIdentities(before: limit)
        }
    }
}
