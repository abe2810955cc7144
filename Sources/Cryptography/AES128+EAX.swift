import COpenSSL

/// The EAX mode, which OpenSSL does not have, from its counter mode and its CMAC.
///
/// Source: Bellare, Rogaway and Wagner, "The EAX Mode of Operation" (2004); here without a header.
extension AES128 {
    /// Encrypts a message in EAX mode, without a header.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - nonce: Bytes that are used only once with a key.
    ///   - tagCount: The number of bytes of the tag, 1 to 16; a short tag is the beginning of the whole one.
    ///   - key: The key.
    /// - Returns: As many bytes as the message has, and the tag.
    public static func sealEAX(
        _ message: [UInt8], nonce: [UInt8], tagCount: Int, key: SIMD16<UInt8>
    ) -> (ciphertext: [UInt8], tag: [UInt8]) {
        sealEAX(message, nonce: nonce, header: [], tagCount: tagCount, key: key)
    }

    /// Decrypts a message in EAX mode, without a header.
    ///
    /// - Parameters:
    ///   - ciphertext: The encrypted message.
    ///   - tag: The tag, 1 to 16 bytes.
    ///   - nonce: The nonce.
    ///   - key: The key.
    /// - Returns: `nil` when the tag does not belong to message, nonce and key, or has an impossible length.
    public static func openEAX(
        _ ciphertext: [UInt8], tag: [UInt8], nonce: [UInt8], key: SIMD16<UInt8>
    ) -> [UInt8]? {
        guard (1...16).contains(tag.count) else { return nil }
        let start = omac(0, nonce, key: key)
        let whole = wholeTag(start: start, header: [], ciphertext: ciphertext, key: key)
        guard constantTimeEqual(Array(whole.prefix(tag.count)), tag) else { return nil }
        return counterMode(ciphertext, start: start, key: key)
    }

    /// Encrypts with a header, as the published vectors do.
    static func sealEAX(
        _ message: [UInt8], nonce: [UInt8], header: [UInt8], tagCount: Int, key: SIMD16<UInt8>
    ) -> (ciphertext: [UInt8], tag: [UInt8]) {
        let start = omac(0, nonce, key: key)
        let ciphertext = counterMode(message, start: start, key: key)
        let tag = wholeTag(start: start, header: header, ciphertext: ciphertext, key: key)
        return (ciphertext, Array(tag.prefix(tagCount)))
    }

    private static func wholeTag(
        start: [UInt8], header: [UInt8], ciphertext: [UInt8], key: SIMD16<UInt8>
    ) -> [UInt8] {
        let (header, ciphertext) = (omac(1, header, key: key), omac(2, ciphertext, key: key))
        return (0..<16).map { start[$0] ^ header[$0] ^ ciphertext[$0] }
    }

    /// The CMAC of a block that holds a number, and bytes.
    private static func omac(_ number: UInt8, _ bytes: [UInt8], key: SIMD16<UInt8>) -> [UInt8] {
        let input = [UInt8](repeating: 0, count: 15) + [number] + bytes
        return unsafe [UInt8](unsafeUninitializedCapacity: 16) { output, count in
            let result = unsafe copenssl_aes128_cmac(
                self.bytes(of: key), input, input.count, output.baseAddress)
            precondition(result == 1, "OpenSSL could not compute a CMAC")
            count = 16
        }
    }

    private static func counterMode(_ bytes: [UInt8], start: [UInt8], key: SIMD16<UInt8>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            let result = unsafe copenssl_aes128_ctr(
                self.bytes(of: key), start, bytes, Int32(bytes.count), output.baseAddress)
            precondition(result == 1, "OpenSSL could not encrypt \(bytes.count) bytes")
            count = bytes.count
        }
    }
}
