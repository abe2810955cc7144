import Essentials

/// Locks whoever typed too many wrong PINs in a row (W99).
///
/// A try counts as an error before the PIN is compared, so that many at once learn no more than one after another.
struct PINLock: Hashable, Sendable {
    /// How many errors in a row lock.
    static let errorsAtMost = 5
    /// How long the lock lasts, and after which time an error counts no more.
    static let lockTime: Duration = .seconds(300)
    private static let namesAtMost = 10_000

    private struct Count: Hashable {
        var errors = 0
        var forgottenAt: Timestamp
    }

    private var counts: [String: Count] = [:]

    /// Counts a try of some names as an error of each.
    ///
    /// - Parameters:
    ///   - names: Who tries, such as a person and a kiosk.
    ///   - now: The present time.
    /// - Returns: `nil` when the PIN may be compared; else for how long one of them is locked, and nothing was counted.
    mutating func begin(_ names: [String], at now: Timestamp) -> Duration? {
        counts = counts.count < Self.namesAtMost ? counts : counts.filter { $0.value.forgottenAt > now }
        for name in names where counts[name].map({ $0.forgottenAt <= now }) == true { counts[name] = nil }
        let locked = names.compactMap { counts[$0] }.filter { $0.errors >= Self.errorsAtMost }
        if let end = locked.map(\.forgottenAt).max() { return now.duration(to: end) }
        for name in names {
            let errors = (counts[name]?.errors ?? 0) + 1
            counts[name] = Count(errors: errors, forgottenAt: now.advanced(by: Self.lockTime))
        }
        return nil
    }

    /// Forgets the errors of some names, after a right PIN.
    mutating func clear(_ names: [String]) {
        for name in names { counts[name] = nil }
    }
}
