/// Sixteen bytes for a cipher, a block or a key; element 0 is the first byte of the usual notation.
public typealias CipherBlock = SIMD16<UInt8>

/// The ciphers that encrypted frames and changing addresses need; the caller provides them.
///
/// The library has no cipher of its own, so that a program uses the one that it trusts, for example OpenSSL's or that of
/// a chip. All have keys of 128 bits.
public struct BeaconCiphers: Sendable {
    /// Encrypts one block with AES-128.
    public let encryptBlock: @Sendable (_ block: CipherBlock, _ key: CipherBlock) -> CipherBlock
    /// Encrypts and authenticates with AES-CCM, for BTHome; the count is that of the tag's bytes.
    public let sealCCM: Seal
    /// Decrypts AES-CCM; `nil` when the tag does not fit.
    public let openCCM: Open
    /// Encrypts and authenticates with AES-EAX, for Eddystone-TLM; a short tag is the beginning of the whole one.
    public let sealEAX: Seal
    /// Decrypts AES-EAX; `nil` when the tag does not fit.
    public let openEAX: Open

    /// Encrypts a message and computes its tag.
    public typealias Seal =
        @Sendable (_ message: [UInt8], _ nonce: [UInt8], _ tagCount: Int, _ key: CipherBlock) -> (
            ciphertext: [UInt8], tag: [UInt8]
        )
    /// Decrypts a message if its tag fits.
    public typealias Open =
        @Sendable (_ ciphertext: [UInt8], _ tag: [UInt8], _ nonce: [UInt8], _ key: CipherBlock) -> [UInt8]?

    /// Brings ciphers together.
    public init(
        encryptBlock: @escaping @Sendable (_ block: CipherBlock, _ key: CipherBlock) -> CipherBlock,
        sealCCM: @escaping Seal, openCCM: @escaping Open, sealEAX: @escaping Seal, openEAX: @escaping Open
    ) {
        self.encryptBlock = encryptBlock
        self.sealCCM = sealCCM
        self.openCCM = openCCM
        self.sealEAX = sealEAX
        self.openEAX = openEAX
    }
}
