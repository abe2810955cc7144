import COpenSSL

/// Owns an algorithm that OpenSSL has looked up, because looking it up costs more than hashing a short text.
@safe
struct MessageDigest: ~Copyable, @unchecked Sendable {
    // OpenSSL never changes a fetched algorithm, and counts references to it atomically.
    let pointer: OpaquePointer

    static let sha256 = MessageDigest(name: "SHA256")

    private init(name: String) {
        guard let fetched = unsafe EVP_MD_fetch(nil, name, nil) else {
            preconditionFailure("OpenSSL offers no \(name)")
        }
        unsafe pointer = fetched
    }

    deinit { unsafe EVP_MD_free(pointer) }
}
