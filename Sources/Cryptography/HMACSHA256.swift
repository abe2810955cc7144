import COpenSSL

/// The message authentication code of RFC 2104 with SHA-256.
public enum HMACSHA256: Sendable {
    /// The code for some bytes under a key, 32 bytes long.
    ///
    /// Compare codes with ``constantTimeEqual(_:_:)`` only. Traps if OpenSSL cannot compute at all, as Swift's own
    /// allocation does without memory.
    ///
    /// - Parameters:
    ///   - bytes: What is to be authenticated.
    ///   - key: The secret; at least 32 random bytes for full strength.
    /// - Returns: The code.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func authenticationCode(
        for bytes: some Collection<UInt8>, key: some Collection<UInt8>
    ) -> [UInt8] {
        unsafe withContiguousBytes(bytes) { bytes in
            unsafe withContiguousBytes(key) { key in unsafe authenticationCode(for: bytes, key: key) }
        }
    }

    @unsafe
    private static func authenticationCode(
        for bytes: UnsafeBufferPointer<UInt8>, key: UnsafeBufferPointer<UInt8>
    ) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { output, count in
            let result = unsafe copenssl_hmac(
                MessageDigest.sha256.pointer, key.baseAddress, key.count, bytes.baseAddress, bytes.count,
                output.baseAddress)
            precondition(result == 1, "OpenSSL could not compute HMAC-SHA-256")
            count = SHA256.byteCount
        }
    }
}
