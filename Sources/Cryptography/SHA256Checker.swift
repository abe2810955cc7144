import COpenSSL

/// Compares many short texts with their SHA-256 digests, one after another, without setting up OpenSSL for each.
@safe
public struct SHA256Checker: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: this value alone has it, and the compiler lets one task at a time use the value.
    private let context: OpaquePointer
    private var output = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// Makes a checker.
    ///
    /// Traps if OpenSSL cannot hash at all, as Swift's own allocation does without memory.
    public init() {
        guard let context = unsafe EVP_MD_CTX_new(),
            unsafe EVP_DigestInit_ex2(context, MessageDigest.sha256.pointer, nil) == 1
        else { preconditionFailure("OpenSSL could not begin to hash") }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Whether a digest is that of some bytes; the time of the comparison depends on the bytes.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func isDigest(_ digest: Span<UInt8>, of bytes: Span<UInt8>) -> Bool {
        let hashed = unsafe bytes.withUnsafeBufferPointer { bytes in
            // Without an algorithm the context begins again with the one that it has.
            unsafe EVP_DigestInit_ex2(context, nil, nil) == 1
                && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
        }
        precondition(
            unsafe hashed && EVP_DigestFinal_ex(context, &output, nil) == 1, "OpenSSL could not hash")
        guard digest.count == output.count else { return false }
        return output.indices.allSatisfy { output[$0] == digest[$0] }
    }
}
