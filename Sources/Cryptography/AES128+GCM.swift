import COpenSSL

/// The GCM mode (NIST SP 800-38D), without associated data.
extension AES128 {
    /// How many bytes a nonce of GCM has.
    public static let nonceByteCountGCM = 12
    /// How many bytes a tag of GCM has.
    public static let tagByteCountGCM = 16

    /// Encrypts a message in GCM mode, without associated data.
    ///
    /// - Parameters:
    ///   - message: The message, less than 2 GiB.
    ///   - nonce: 12 bytes, used only once with a key.
    ///   - key: The key.
    /// - Returns: As many bytes as the message has, and the tag of 16 bytes.
    public static func sealGCM(
        _ message: [UInt8], nonce: [UInt8], key: SIMD16<UInt8>
    ) -> (ciphertext: [UInt8], tag: [UInt8]) {
        precondition(nonce.count == nonceByteCountGCM, "a nonce of GCM has 12 bytes, not \(nonce.count)")
        var tag = [UInt8](repeating: 0, count: tagByteCountGCM)
        let ciphertext = unsafe [UInt8](unsafeUninitializedCapacity: message.count) { output, count in
            let result = unsafe copenssl_aes128_gcm_seal(
                bytes(of: key), nonce, message, Int32(message.count), output.baseAddress, &tag)
            precondition(result == 1, "OpenSSL could not encrypt \(message.count) bytes")
            count = message.count
        }
        return (ciphertext, tag)
    }

    /// Decrypts a message in GCM mode, without associated data.
    ///
    /// - Parameters:
    ///   - ciphertext: The encrypted message, less than 2 GiB.
    ///   - tag: The tag, 16 bytes.
    ///   - nonce: The nonce, 12 bytes.
    ///   - key: The key.
    /// - Returns: `nil` when the tag does not belong to message, nonce and key, or has another length.
    public static func openGCM(
        _ ciphertext: [UInt8], tag: [UInt8], nonce: [UInt8], key: SIMD16<UInt8>
    ) -> [UInt8]? {
        guard tag.count == tagByteCountGCM, nonce.count == nonceByteCountGCM else { return nil }
        var isAuthentic = false
        let message = unsafe [UInt8](unsafeUninitializedCapacity: ciphertext.count) { output, count in
            let result = unsafe copenssl_aes128_gcm_open(
                bytes(of: key), nonce, ciphertext, Int32(ciphertext.count), tag, output.baseAddress)
            isAuthentic = result == 1
            count = isAuthentic ? ciphertext.count : 0
        }
        return isAuthentic ? message : nil
    }
}
