/// The key derivation function of RFC 5869 with SHA-256.
public enum HKDFSHA256: Sendable {
    /// The most bytes that can be derived at once.
    public static let maximumByteCount = 255 * SHA256.byteCount

    /// Derives a key from a secret: ``extract(from:salt:)`` and ``expand(_:info:count:)`` together.
    ///
    /// - Parameters:
    ///   - secret: The secret, such as the one of a key agreement.
    ///   - salt: Bytes that need not be secret; may be empty.
    ///   - info: What the key is for.
    ///   - count: The number of bytes of the key, 1 to ``maximumByteCount``.
    /// - Returns: The key.
    public static func key(
        from secret: some Collection<UInt8>, salt: some Collection<UInt8>, info: some Collection<UInt8>,
        count: Int
    ) -> [UInt8] {
        expand(extract(from: secret, salt: salt), info: info, count: count)
    }

    /// Concentrates a secret into a key from which further keys are derived.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - salt: Bytes that need not be secret; may be empty.
    /// - Returns: 32 bytes.
    public static func extract(
        from secret: some Collection<UInt8>, salt: some Collection<UInt8>
    ) -> [UInt8] {
        HMACSHA256.authenticationCode(for: secret, key: salt)
    }

    /// Derives a key for one purpose.
    ///
    /// - Parameters:
    ///   - key: What ``extract(from:salt:)`` returned.
    ///   - info: What the derived key is for.
    ///   - count: The number of bytes of the derived key, 1 to ``maximumByteCount``.
    /// - Returns: The derived key.
    /// - Complexity: O(`count`).
    public static func expand(_ key: [UInt8], info: some Collection<UInt8>, count: Int) -> [UInt8] {
        precondition((1...maximumByteCount).contains(count), "HKDF derives no key of \(count) bytes")
        var (block, derived): ([UInt8], [UInt8]) = ([], [])
        var number: UInt8 = 0
        while derived.count < count {
            number += 1
            block = HMACSHA256.authenticationCode(for: block + info + [number], key: key)
            derived += block
        }
        return Array(derived.prefix(count))
    }
}
