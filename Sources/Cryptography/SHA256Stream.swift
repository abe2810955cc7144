import COpenSSL

/// SHA-256 of bytes that come piece by piece.
@safe
public struct SHA256Stream: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: this value alone has it, and the compiler lets one task at a time use the value.
    private let context: OpaquePointer

    /// Starts without bytes.
    ///
    /// Traps if OpenSSL cannot hash at all, as Swift's own allocation does without memory.
    public init() {
        guard let context = unsafe EVP_MD_CTX_new(),
            unsafe EVP_DigestInit_ex2(context, MessageDigest.sha256.pointer, nil) == 1
        else { preconditionFailure("OpenSSL could not begin to hash") }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds bytes behind those that were added before.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func add(_ bytes: [UInt8]) {
        let result = unsafe EVP_DigestUpdate(context, bytes, bytes.count)
        precondition(result == 1, "OpenSSL could not hash")
    }

    /// The digest of all bytes, 32 bytes long.
    public consuming func digest() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { output, count in
            let result = unsafe EVP_DigestFinal_ex(context, output.baseAddress, nil)
            precondition(result == 1, "OpenSSL could not hash")
            count = SHA256.byteCount
        }
    }
}
