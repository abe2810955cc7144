/// The hash function SHA-384 of FIPS 180-4.
public enum SHA384: Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 48

    /// The digest of some bytes, 48 bytes long.
    ///
    /// Traps if OpenSSL cannot hash at all, as Swift's own allocation does without memory.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        MessageDigest.sha384.digest(of: bytes)
    }
}
