import Cryptography

/// The content coding `aes128gcm` of RFC 8188: a header, and records that are encrypted one by one.
///
/// ``PushMessage`` and ``PushReceiver`` use it with the keys of RFC 8291; it serves any other content as well.
public struct EncryptedContent: Sendable {
    /// The name of the coding in the field `Content-Encoding`.
    public static let codingName = "aes128gcm"
    /// How many bytes a salt has.
    public static let saltByteCount = 16
    /// How many bytes of a record are not content: the delimiter and the tag.
    public static let recordOverhead = 1 + AES128.tagByteCountGCM

    /// Salt, record size, and the length of the name of the key.
    private static let fixedHeaderByteCount = saltByteCount + 4 + 1

    /// The random bytes that make the keys of this content its own.
    public let salt: [UInt8]
    /// How many bytes a record has, but for the last one.
    public let recordSize: Int
    /// The name of the key; the sender's public key in Web Push.
    public let keyID: [UInt8]
    private let records: ArraySlice<UInt8>

    /// Reads the header of encrypted content.
    ///
    /// - Parameter bytes: The whole content.
    /// - Throws: ``ContentDecryptionError/truncated`` and ``ContentDecryptionError/recordSize``.
    public init(_ bytes: [UInt8]) throws(ContentDecryptionError) {
        guard bytes.count >= Self.fixedHeaderByteCount else { throw .truncated }
        let headerEnd = Self.fixedHeaderByteCount + Int(bytes[Self.fixedHeaderByteCount - 1])
        guard bytes.count > headerEnd else { throw .truncated }
        salt = Array(bytes[..<Self.saltByteCount])
        recordSize = bytes[Self.saltByteCount..<Self.saltByteCount + 4].reduce(0) { $0 << 8 | Int($1) }
        guard recordSize > Self.recordOverhead else { throw .recordSize }
        keyID = Array(bytes[Self.fixedHeaderByteCount..<headerEnd])
        records = bytes[headerEnd...]
    }

    /// Decrypts the content.
    ///
    /// - Parameter secret: The secret that sender and receiver share.
    /// - Returns: The content without padding.
    /// - Throws: ``ContentDecryptionError/notAuthentic``, ``ContentDecryptionError/delimiter`` and
    ///   ``ContentDecryptionError/truncated``.
    /// - Complexity: O(*n*) in the number of bytes.
    public func decrypted(with secret: [UInt8]) throws(ContentDecryptionError) -> [UInt8] {
        let keys = RecordKeys(secret: secret, salt: salt)
        var content: [UInt8] = []
        content.reserveCapacity(records.count)
        var (start, number) = (records.startIndex, UInt64(0))
        while start < records.endIndex {
            let end = min(start + recordSize, records.endIndex)
            guard end - start > Self.recordOverhead - 1 else { throw .truncated }
            let (ciphertext, tag) = (
                records[start..<end - AES128.tagByteCountGCM], records[..<end].suffix(16)
            )
            guard
                let record = AES128.openGCM(
                    Array(ciphertext), tag: Array(tag), nonce: keys.nonce(number), key: keys.key)
            else { throw .notAuthentic }
            guard let delimiter = record.lastIndex(where: { $0 != 0 }) else { throw .delimiter }
            // A last record that is missing would otherwise pass unnoticed.
            let isLast = end == records.endIndex
            guard record[delimiter] == (isLast ? 2 : 1) else {
                throw isLast && record[delimiter] == 1 ? .truncated : .delimiter
            }
            content += record[..<delimiter]
            (start, number) = (end, number + 1)
        }
        return content
    }

    /// Encrypts content.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - secret: The secret that sender and receiver share.
    ///   - salt: 16 random bytes, used only once with the secret.
    ///   - keyID: The name of the key, at most 255 bytes.
    ///   - recordSize: How many bytes a record has, 18 to 2³²−1.
    /// - Returns: Header and records.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func encrypt(
        _ content: [UInt8], secret: [UInt8], salt: [UInt8], keyID: [UInt8] = [], recordSize: Int = 4_096
    ) -> [UInt8] {
        let step = recordSize - recordOverhead
        precondition(step > 0, "a record of \(recordSize) bytes holds nothing")
        let starts = content.isEmpty ? [0] : Array(stride(from: 0, to: content.count, by: step))
        let records = starts.map { (content: content[$0...].prefix(step), padding: 0) }
        return encrypt(records, secret: secret, salt: salt, keyID: keyID, recordSize: recordSize)
    }

    /// Encrypts content whose records are given, each with its number of bytes of padding; all but the last fill the record size.
    package static func encrypt(
        _ records: [(content: ArraySlice<UInt8>, padding: Int)], secret: [UInt8], salt: [UInt8],
        keyID: [UInt8],
        recordSize: Int
    ) -> [UInt8] {
        precondition(salt.count == saltByteCount, "a salt has 16 bytes, not \(salt.count)")
        precondition(keyID.count <= 255 && recordSize <= UInt32.max, "the header cannot hold that")
        let keys = RecordKeys(secret: secret, salt: salt)
        var output = salt
        output.reserveCapacity(fixedHeaderByteCount + keyID.count + records.count * recordSize)
        for shift in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: recordSize >> shift)) }
        output.append(UInt8(keyID.count))
        output += keyID
        for (number, record) in records.enumerated() {
            let delimiter: UInt8 = number == records.count - 1 ? 2 : 1
            let padded = record.content + [delimiter] + [UInt8](repeating: 0, count: record.padding)
            let (ciphertext, tag) = AES128.sealGCM(
                Array(padded), nonce: keys.nonce(UInt64(number)), key: keys.key)
            output += ciphertext
            output += tag
        }
        return output
    }
}

/// The keys of the records of one content (RFC 8188 sections 2.2 and 2.3).
private struct RecordKeys {
    let key: SIMD16<UInt8>
    private let firstNonce: [UInt8]

    init(secret: [UInt8], salt: [UInt8]) {
        let root = HKDFSHA256.extract(from: secret, salt: salt)
        let key = HKDFSHA256.expand(root, info: "Content-Encoding: aes128gcm\0".utf8, count: 16)
        self.key = SIMD16(key)
        firstNonce = HKDFSHA256.expand(
            root, info: "Content-Encoding: nonce\0".utf8, count: AES128.nonceByteCountGCM)
    }

    /// The first nonce, its last eight bytes combined with the number of the record.
    func nonce(_ number: UInt64) -> [UInt8] {
        var nonce = firstNonce
        for place in 0..<8 { nonce[11 - place] ^= UInt8(truncatingIfNeeded: number >> UInt64(8 * place)) }
        return nonce
    }
}
