import COpenSSL

/// Owns an algorithm that OpenSSL has looked up, because looking it up costs more than hashing a short text.
@safe
struct MessageDigest: ~Copyable, @unchecked Sendable {
    // OpenSSL never changes a fetched algorithm, and counts references to it atomically.
    let pointer: OpaquePointer
    private let byteCount: Int

    static let sha256 = MessageDigest(name: "SHA256", byteCount: SHA256.byteCount)
    static let sha384 = MessageDigest(name: "SHA384", byteCount: SHA384.byteCount)
    static let sha512 = MessageDigest(name: "SHA512", byteCount: SHA512.byteCount)

    private init(name: String, byteCount: Int) {
        guard let fetched = unsafe EVP_MD_fetch(nil, name, nil) else {
            preconditionFailure("OpenSSL offers no \(name)")
        }
        unsafe pointer = fetched
        self.byteCount = byteCount
    }

    deinit { unsafe EVP_MD_free(pointer) }

    /// Hashes bytes; traps if OpenSSL cannot hash at all.
    func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        unsafe withContiguousBytes(bytes) { unsafe digest(of: $0) }
    }

    @unsafe
    private func digest(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
            let result = unsafe EVP_Digest(
                bytes.baseAddress, bytes.count, output.baseAddress, nil, pointer, nil)
            precondition(result == 1, "OpenSSL could not hash")
            count = byteCount
        }
    }
}
