import Essentials
import HTTPCore
import Workplace

/// Counts sign-ins by the address that they come from, so that nobody fills the store with sessions.
///
/// Behind a proxy that is not trusted all clients have its address, so the limit leaves room for many people.
final class SignInLimit: Sendable {
    /// How many sign-ins an address has in a minute.
    static let perMinute = 600
    /// How many addresses are counted separately within a minute; further ones share a count.
    private static let addressesAtMost = 10_000

    private let limit = MinuteLimit(perMinute, namesAtMost: addressesAtMost)

    /// Counts a sign-in.
    ///
    /// - Throws: A `Problem` with status 429 when the address has had its share of the present minute.
    func countSignIn(from address: String, at now: Timestamp) throws(Problem) {
        guard let remaining = limit.add(address, at: now) else { return }
        var problem = Problem(.tooManySignIns, detail: "Too many sign-ins came from your address.")
        problem.retryAfter = remaining
        throw problem
    }
}
