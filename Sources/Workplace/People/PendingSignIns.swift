import Cryptography
import OpenIDConnect
import Synchronization

/// The sign-ins whose people are at the provider at the moment; each is used once.
final class PendingSignIns: Sendable {
    private let atMost: Int
    private let waiting = Mutex<[String: PendingSignIn]>([:])

    /// - Parameter atMost: How many are kept; when there are more, those go that expire first.
    init(atMost: Int = 10_000) { self.atMost = atMost }

    /// Keeps a sign-in.
    ///
    /// - Returns: The random name with which it is found again.
    func keep(_ pending: PendingSignIn, now: NumericDate) throws -> String {
        let name = Base64URL.encode(try SecureRandom.bytes(32))
        waiting.withLock { waiting in
            if waiting.count >= atMost { waiting = waiting.filter { $0.value.expiry > now } }
            // Nobody is refused because others began many: what was begun first has waited longest.
            if waiting.count >= atMost, let first = waiting.min(by: { $0.value.expiry < $1.value.expiry }) {
                waiting[first.key] = nil
            }
            waiting[name] = pending
        }
        return name
    }

    /// Takes a sign-in out, so that it works once.
    func take(_ name: String) -> PendingSignIn? { waiting.withLock { $0.removeValue(forKey: name) } }
}
