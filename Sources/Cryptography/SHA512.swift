/// The hash function SHA-512 of FIPS 180-4.
public enum SHA512: Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 64

    /// The digest of some bytes, 64 bytes long.
    ///
    /// Traps if OpenSSL cannot hash at all, as Swift's own allocation does without memory.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        MessageDigest.sha512.digest(of: bytes)
    }
}
