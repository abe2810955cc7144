import COpenSSL
import Synchronization

/// AES with keys of 128 bits, in the modes that Bluetooth beacons use.
///
/// In a `SIMD16`, element 0 is the first byte of the usual notation. All functions trap if OpenSSL cannot compute at all,
/// as Swift's own allocation does without memory.
public enum AES128: Sendable {
    /// Encrypts one block.
    ///
    /// - Parameters:
    ///   - block: The block.
    ///   - key: The key.
    /// - Returns: The encrypted block.
    public static func encrypt(_ block: SIMD16<UInt8>, key: SIMD16<UInt8>) -> SIMD16<UInt8> {
        blocks.withLock { $0.encrypt(block, key: key) }
    }

    /// Making a context costs several times as much as a block.
    private static let blocks = Mutex(BlockContext())

    /// Encrypts a message in CCM mode (NIST SP 800-38C), without associated data.
    ///
    /// - Parameters:
    ///   - message: The message, at most 65,535 bytes.
    ///   - nonce: 7 to 13 bytes, used only once with a key.
    ///   - tagCount: The number of bytes of the tag: an even number from 4 to 16.
    ///   - key: The key.
    /// - Returns: As many bytes as the message has, and the tag.
    public static func sealCCM(
        _ message: [UInt8], nonce: [UInt8], tagCount: Int, key: SIMD16<UInt8>
    ) -> (ciphertext: [UInt8], tag: [UInt8]) {
        var tag = [UInt8](repeating: 0, count: tagCount)
        let ciphertext = unsafe [UInt8](unsafeUninitializedCapacity: message.count) { output, count in
            let result = unsafe copenssl_aes128_ccm_seal(
                bytes(of: key), nonce, Int32(nonce.count), message, Int32(message.count), output.baseAddress,
                &tag,
                Int32(tagCount))
            precondition(result == 1, "OpenSSL could not encrypt \(message.count) bytes")
            count = message.count
        }
        return (ciphertext, tag)
    }

    /// Decrypts a message in CCM mode, without associated data.
    ///
    /// - Parameters:
    ///   - ciphertext: The encrypted message.
    ///   - tag: The tag: an even number of bytes from 4 to 16.
    ///   - nonce: 7 to 13 bytes.
    ///   - key: The key.
    /// - Returns: `nil` when the tag does not belong to message, nonce and key, or has an impossible length.
    public static func openCCM(
        _ ciphertext: [UInt8], tag: [UInt8], nonce: [UInt8], key: SIMD16<UInt8>
    ) -> [UInt8]? {
        var isAuthentic = false
        let message = unsafe [UInt8](unsafeUninitializedCapacity: ciphertext.count) { output, count in
            let result = unsafe copenssl_aes128_ccm_open(
                bytes(of: key), nonce, Int32(nonce.count), ciphertext, Int32(ciphertext.count), tag,
                Int32(tag.count), output.baseAddress)
            isAuthentic = result == 1
            count = isAuthentic ? ciphertext.count : 0
        }
        return isAuthentic ? message : nil
    }

    /// OpenSSL's context for single blocks; nothing of a block or key matters to the next.
    @safe
    private struct BlockContext: ~Copyable {
        private let pointer: OpaquePointer

        init() {
            guard let pointer = unsafe copenssl_aes128_blocks() else {
                preconditionFailure("OpenSSL has no AES-128")
            }
            unsafe self.pointer = pointer
        }

        deinit { unsafe EVP_CIPHER_CTX_free(pointer) }

        borrowing func encrypt(_ block: SIMD16<UInt8>, key: SIMD16<UInt8>) -> SIMD16<UInt8> {
            var (block, key, output) = (block, key, SIMD16<UInt8>())
            let result = unsafe copenssl_aes128_block(pointer, &key, &block, &output)
            precondition(result == 1, "OpenSSL could not encrypt a block")
            return output
        }
    }

    static func bytes(of block: SIMD16<UInt8>) -> [UInt8] { (0..<16).map { block[$0] } }
}
