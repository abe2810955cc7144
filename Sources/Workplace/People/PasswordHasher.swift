import Cryptography
import Dispatch
import Synchronization

/// Hashes passwords on a thread of its own, one after another, so that no request waits for the arithmetic of another.
final class PasswordHasher: Sendable {
    private let queue = DispatchQueue(label: "vicinity.passwords", qos: .utility)
    private let line = Mutex(PasswordLine())

    /// The hash of a new password, with a salt of its own.
    ///
    /// - Throws: ``AccountRefusal/busy``, or `CryptographyError`.
    func hash(_ password: String) async throws -> String {
        try await run(isStranger: false) {
            try Argon2id.encodedHash(of: password.utf8, salt: try SecureRandom.bytes(16))
        }
    }

    /// Whether a password has a hash.
    ///
    /// Without a hash the answer is no, and takes as long.
    ///
    /// - Parameters:
    ///   - password: What somebody typed.
    ///   - hash: The hash of the account; `nil` if there is none.
    ///   - isStranger: Whether the account was never used from the address before.
    /// - Returns: Whether it has.
    /// - Throws: ``AccountRefusal/busy``, or `CryptographyError`.
    func matches(_ password: String, _ hash: String?, isStranger: Bool) async throws -> Bool {
        try await run(isStranger: isStranger) {
            let isRight = try Argon2id.isValid(password.utf8, for: hash ?? Self.nobodysHash)
            return isRight && hash != nil
        }
    }

    /// The hash of bytes that nobody knows, with the usual cost.
    private static let nobodysHash =
        "$argon2id$v=19$m=65536,t=3,p=1$ynDErpVhBWdZ9EHrXh0LTg$xOqTgcgCYFzGRyrCiBeFJuQuQUAX8T5mL4XKpVOW6ZU"

    private func run<Result: Sendable>(
        isStranger: Bool, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        guard line.withLock({ $0.join(isStranger: isStranger) }) else { throw AccountRefusal.busy }
        defer { line.withLock { $0.leave() } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}

/// Who waits for the thread of the hashes.
///
/// Guesses from many addresses fill only a part of the line, so that people at addresses that they have used before still get in.
struct PasswordLine: Hashable, Sendable {
    /// How many strangers may wait; a hash takes about 0.15 s, so that the last waits some five seconds.
    static let strangersAtMost = 32
    /// How many may wait in all.
    static let lengthAtMost = 48

    private var length = 0

    /// Takes a place at the end.
    ///
    /// - Parameter isStranger: Whether the account was never used from the address before.
    /// - Returns: Whether there was a place.
    mutating func join(isStranger: Bool) -> Bool {
        guard length < (isStranger ? Self.strangersAtMost : Self.lengthAtMost) else { return false }
        length += 1
        return true
    }

    /// Frees the place of one whose hash is done.
    mutating func leave() { length -= 1 }
}
