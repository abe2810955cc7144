import Essentials

/// Removes people's names from old orders and bookings.
///
/// What was sold, and all sums, stay. What a person's meal account holds stays too; the bookings that lost their name are
/// carried as one amount.
public struct OrderIdentities: Sendable {
    /// How long a name stays when nothing else is set.
    public static let standardRetention: Duration = .seconds(365 * 86_400)
    /// How many orders or bookings one transaction changes.
    private static let batch = 500

    let store: any WorkplaceStore
    /// How long the name of a person stays with orders and bookings.
    public let retention: Duration
    let now: @Sendable () -> Timestamp

    /// Removes the names from everything that is older than the retention by now.
    ///
    /// - Throws: The store's own error, and `CancellationError`.
    public func removeExpired() async throws {
        let limit = now().advanced(by: .zero - retention)
        while try await store.write({ try $0.removeOrderIdentities(before: limit, atMost: Self.batch) }) {
            try Task.checkCancellation()
        }
        while try await store.write({ try $0.removeBookingIdentities(before: limit, atMost: Self.batch) }) {
            try Task.checkCancellation()
        }
        try await store.write { transaction in
            try transaction.removeTopUpIdentities(before: limit)
            try transaction.removeCorrectionIdentities(before: limit)
        }
    }
}
