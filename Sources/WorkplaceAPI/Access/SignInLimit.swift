import Essentials
import HTTPCore
import Synchronization

/// Counts sign-ins by the address that they come from, so that nobody fills the store with sessions.
///
/// Behind a proxy that is not trusted all clients have its address, so the limit leaves room for many people.
final class SignInLimit: Sendable {
    /// How many sign-ins an address has in a minute.
    static let perMinute = 600
    /// How many addresses are told apart within a minute; further ones are counted as one.
    private static let addressesAtMost = 10_000
    private static let minute: Duration = .seconds(60)

    private struct Count {
        var began: Timestamp
        var byAddress: [String: Int] = [:]
    }

    private let count: Mutex<Count>

    init(now: Timestamp) {
        count = Mutex(Count(began: now))
    }

    /// Counts a sign-in.
    ///
    /// - Throws: A `Problem` with status 429 when the address has had its share of the present minute.
    func countSignIn(from address: String, at now: Timestamp) throws(Problem) {
        let remaining = count.withLock { count -> Duration? in
            let end = count.began.advanced(by: Self.minute)
            // A clock that was set back begins a new minute as well.
            if now >= end || now < count.began { count = Count(began: now) }
            let isKnown = count.byAddress[address] != nil || count.byAddress.count < Self.addressesAtMost
            let key = isKnown ? address : ""
            guard count.byAddress[key, default: 0] < Self.perMinute else {
                return now.duration(to: end)
            }
            count.byAddress[key, default: 0] += 1
            return nil
        }
        guard let remaining else { return }
        var problem = Problem(.tooManySignIns, detail: "Too many sign-ins came from your address.")
        problem.retryAfter = remaining
        throw problem
    }
}
