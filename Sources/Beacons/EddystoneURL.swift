/// A web address in the compressed form of Eddystone-URL: a scheme and at most 17 bytes.
///
/// The value keeps the bytes as they were sent, so decoding allocates nothing; ``text`` expands them.
public struct EddystoneURL: Hashable, Sendable {
    private var scheme: UInt8
    private var count: UInt8 = 0
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var last: UInt8 = 0

    /// The greatest number of bytes after the scheme.
    static var maximumCount: Int { 17 }

    /// Reads the scheme and the bytes after it.
    init(encoded bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count > 0, bytes.count <= Self.maximumCount + 1 else { throw .wrongFrameLength }
        guard bytes[0] < Self.schemes.count else { throw .reservedValue }
        scheme = bytes[0]
        for index in 1..<bytes.count { try append(bytes[index]) }
    }

    /// Compresses an address.
    ///
    /// - Returns: `nil` when it does not begin with `http://` or `https://` in lower case, has a character that
    ///   is not printable ASCII, or is longer than 17 bytes in the compressed form.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        // The longer schemes come first, so that the first match is the best one.
        guard let scheme = Self.schemes.firstIndex(where: { bytes.starts(with: Array($0.utf8)) }) else {
            return nil
        }
        self.scheme = UInt8(scheme)
        var offset = Self.schemes[scheme].utf8.count
        while offset < bytes.count {
            guard Int(count) < Self.maximumCount else { return nil }
            if let code = Self.expansions.firstIndex(where: { bytes[offset...].starts(with: Array($0.utf8)) })
            {
                store(UInt8(code))
                offset += Self.expansions[code].utf8.count
            } else {
                guard Self.isCharacter(bytes[offset]) else { return nil }
                store(bytes[offset])
                offset += 1
            }
        }
    }

    /// The whole address.
    public var text: String {
        var text = Self.schemes[Int(scheme)]
        for index in 0..<Int(count) {
            let byte = self[index]
            if byte < Self.expansions.count {
                text += Self.expansions[Int(byte)]
            } else {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return text
    }

    /// The scheme and the bytes after it, as they are sent.
    var encoded: [UInt8] { [scheme] + (0..<Int(count)).map { self[$0] } }

    private subscript(index: Int) -> UInt8 {
        switch index {
        case 0..<8: UInt8(truncatingIfNeeded: first >> UInt64(8 * index))
        case 8..<16: UInt8(truncatingIfNeeded: second >> UInt64(8 * (index - 8)))
        default: last
        }
    }

    private mutating func append(_ byte: UInt8) throws(FrameDefect) {
        guard byte < 14 || Self.isCharacter(byte) else { throw .reservedValue }
        store(byte)
    }

    private mutating func store(_ byte: UInt8) {
        switch count {
        case 0..<8: first |= UInt64(byte) << UInt64(8 * count)
        case 8..<16: second |= UInt64(byte) << UInt64(8 * (count - 8))
        default: last = byte
        }
        count += 1
    }

    private static func isCharacter(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let expansions = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/",
        ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
    ]
}
