import CArgon2

/// Slow hashes of passwords with Argon2id of RFC 9106.
///
/// A hash takes 64 MiB of memory and three passes over it, so that guessing many passwords is expensive. That is the second
/// setting that the RFC recommends (section 4), with one lane: about 0.15 s on one core.
public enum Argon2id: Sendable {
    private static let passes: UInt32 = 3
    private static let kibibytes: UInt32 = 64 * 1_024
    private static let lanes: UInt32 = 1
    private static let hashByteCount = 32
    /// The shortest salt, in bytes, which the RFC recommends as the usual one.
    public static let saltByteCount = 16

    /// The hash of a password with its salt and its cost, as a text such as `$argon2id$v=19$m=65536,t=3,p=1$…`.
    ///
    /// - Parameters:
    ///   - password: The bytes of the password.
    ///   - salt: Random bytes, at least ``saltByteCount``, other ones for each password.
    /// - Returns: The text, in printable ASCII.
    /// - Throws: ``Argon2Error``, such as without 64 MiB of memory.
    /// - Complexity: 64 MiB and about 0.15 s, whatever the password is.
    public static func encodedHash(
        of password: some Collection<UInt8>, salt: [UInt8]
    ) throws(Argon2Error) -> String {
        precondition(salt.count >= saltByteCount, "a salt of \(salt.count) bytes is too short")
        let length = argon2_encodedlen(
            passes, kibibytes, lanes, UInt32(salt.count), UInt32(hashByteCount), Argon2_id)
        var text = [CChar](repeating: 0, count: length)
        let result = unsafe withContiguousBytes(password) { password in
            unsafe argon2id_hash_encoded(
                passes, kibibytes, lanes, password.baseAddress, password.count, salt, salt.count,
                hashByteCount,
                &text, text.count)
        }
        guard result == ARGON2_OK.rawValue else { throw Argon2Error(code: result) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a hash is one of a password.
    ///
    /// - Parameters:
    ///   - password: The bytes of the password.
    ///   - hash: The text that ``encodedHash(of:salt:)`` made.
    /// - Returns: `true` when the password has the hash.
    /// - Throws: ``Argon2Error`` for a text that is no hash, or without memory.
    /// - Complexity: The cost that the text names.
    public static func isValid(
        _ password: some Collection<UInt8>, for hash: String
    ) throws(Argon2Error) -> Bool {
        let result = unsafe withContiguousBytes(password) { password in
            unsafe argon2id_verify(hash, password.baseAddress, password.count)
        }
        switch result {
        case ARGON2_OK.rawValue: return true
        case ARGON2_VERIFY_MISMATCH.rawValue: return false
        default: throw Argon2Error(code: result)
        }
    }
}

/// A failure that libargon2 reported.
public struct Argon2Error: Error, Equatable, Sendable {
    /// The library's error number.
    public let code: Int32
}

extension Argon2Error: CustomStringConvertible {
    /// The library's sentence for the code.
    public var description: String {
        guard let reason = unsafe argon2_error_message(code) else { return "Argon2 error \(code)" }
        return unsafe "Argon2 error \(code): \(String(cString: reason))"
    }
}
