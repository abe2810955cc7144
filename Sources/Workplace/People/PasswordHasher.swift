import Cryptography
import Dispatch
import Synchronization

/// Hashes passwords on a thread of its own, one after another, so that no request waits for the arithmetic of another.
final class PasswordHasher: Sendable {
    /// How many may wait; a hash takes about 0.15 s, so that the last waits some five seconds.
    private static let waitingAtMost = 32

    private let queue = DispatchQueue(label: "vicinity.passwords", qos: .utility)
    private let waiting = Mutex(0)

    /// The hash of a new password, with a salt of its own.
    ///
    /// - Throws: ``AccountRefusal/busy``, or `CryptographyError`.
    func hash(_ password: String) async throws -> String {
        try await run { try Argon2id.encodedHash(of: password.utf8, salt: try SecureRandom.bytes(16)) }
    }

    /// Whether a password has a hash.
    ///
    /// Without a hash the answer is no, and takes as long.
    ///
    /// - Throws: ``AccountRefusal/busy``, or `CryptographyError`.
    func matches(_ password: String, _ hash: String?) async throws -> Bool {
        try await run {
            let isRight = try Argon2id.isValid(password.utf8, for: hash ?? Self.nobodysHash)
            return isRight && hash != nil
        }
    }

    /// The hash of bytes that nobody knows, with the usual cost.
    private static let nobodysHash =
        "$argon2id$v=19$m=65536,t=3,p=1$ynDErpVhBWdZ9EHrXh0LTg$xOqTgcgCYFzGRyrCiBeFJuQuQUAX8T5mL4XKpVOW6ZU"

    private func run<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let isFull = waiting.withLock { waiting in
            guard waiting < Self.waitingAtMost else { return true }
            waiting += 1
            return false
        }
        guard !isFull else { throw AccountRefusal.busy }
        defer { waiting.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
