/// The hash function SHA-256 of FIPS 180-4.
public enum SHA256: Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 32

    /// The digest of some bytes, 32 bytes long.
    ///
    /// Traps if OpenSSL cannot hash at all, as Swift's own allocation does without memory.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        MessageDigest.sha256.digest(of: bytes)
    }
}
