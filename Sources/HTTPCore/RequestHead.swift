/// The framing data of a request's head, or of the trailers after its chunks.
struct RequestHead: Sendable {
    /// How the server finds the end of a body.
    enum Framing: Equatable {
        case length(Int)
        case chunks
    }

    /// The fields that decide where a request ends or for which host it is, and one that a parser splits into
    /// parts.
    private enum Field {
        case other, contentLength, transferEncoding, host, cookie
    }

    /// The memory that libmicrohttpd needs for one field, cookie or part of a query, in bytes.
    private static let partSize = 64
    /// A number with this many digits cannot overflow.
    private static let digitsAtMost = 18

    let isTrailers: Bool
    /// The version of the request line as two digits, such as 11.
    var version = 0
    /// The name of the current field.
    var name = PackedWord()

    private var size = 0
    private var parts = 0
    private var field = Field.other
    private var value = PackedWord()
    private var hasValueEnded = false
    private var number = 0
    private var hasHost = false
    private var contentLength: Int?
    private var hasCoding = false

    init(isTrailers: Bool = false) {
        self.isTrailers = isTrailers
    }

    /// Counts bytes of the head.
    mutating func grow(by count: Int, headLimit: Int, partLimit: Int) throws(RequestFlaw) {
        size += count
        guard size <= headLimit, parts <= partLimit else { throw .headerTooLarge }
    }

    /// Counts a part of the query.
    mutating func addPart() { parts += Self.partSize }

    /// Checks the complete version.
    func endVersion() throws(RequestFlaw) {
        guard version == 10 || version == 11 else { throw .version }
    }

    // MARK: - Fields

    /// Whether the first line is over.
    var hasFields: Bool { name.count > 0 }

    /// Skips bytes of a value that do not affect the framing, and keeps the ordinary bytes of a host.
    mutating func skipOrdinaryValue(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        switch field {
        case .other:
            while index < bytes.count, isFieldByte(bytes[index]) { index += 1 }
        case .host where !hasValueEnded:
            while index < bytes.count, isHostByte(bytes[index]) {
                value.append(bytes[index])
                index += 1
            }
        case .host, .contentLength, .transferEncoding, .cookie: break
        }
    }

    mutating func beginField(_ first: UInt8) {
        name = PackedWord()
        name.append(first)
        parts += Self.partSize
    }

    /// Reads the complete name of a field.
    mutating func beginValue() throws(RequestFlaw) {
        value = PackedWord()
        number = 0
        hasValueEnded = false
        field = knownField
        switch field {
        case .other: break
        case .contentLength: guard !isTrailers, contentLength == nil else { throw .contentLength }
        case .transferEncoding: guard !isTrailers, !hasCoding else { throw .transferEncoding }
        case .host: guard !isTrailers, !hasHost else { throw .host }
        case .cookie: parts += Self.partSize
        }
    }

    private var knownField: Field {
        switch name.count {
        case 4 where name == .host: .host
        case 6 where name == .cookie: .cookie
        case 14 where name == .contentLength: .contentLength
        case 17 where name == .transferEncoding: .transferEncoding
        default: .other
        }
    }

    /// Reads a byte of a value that is not ordinary.
    mutating func takeOfValue(_ byte: UInt8) throws(RequestFlaw) {
        if field == .cookie {
            let separates = byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
            parts += separates ? 1 + Self.partSize : 1
            return
        }
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        if isBlank, value.count == 0 { return }
        value.append(byte)
        // The library treats blanks after a length or a coding as a part of the value, so they are refused.
        switch field {
        case .contentLength:
            guard (0x30...0x39).contains(byte), value.count <= Self.digitsAtMost else { throw .contentLength }
            number = number * 10 + Int(byte - 0x30)
        case .host:
            guard isBlank || isHostByte(byte) && !hasValueEnded else { throw .host }
            hasValueEnded = isBlank
        case .transferEncoding, .cookie, .other: break
        }
    }

    /// Reads the complete value of a field.
    mutating func endValue() throws(RequestFlaw) {
        switch field {
        case .other, .cookie: break
        case .host: hasHost = true
        case .contentLength:
            guard value.count > 0 else { throw .contentLength }
            contentLength = number
        case .transferEncoding:
            hasCoding = true
            guard value == .chunked else { throw .unknownTransferCoding }
        }
    }

    /// Determines how the body ends, after the head is complete.
    func framing() throws(RequestFlaw) -> Framing {
        guard hasHost || version == 10 else { throw .host }
        guard hasCoding else { return .length(contentLength ?? 0) }
        guard contentLength == nil, version == 11 else { throw .transferEncoding }
        return .chunks
    }
}

extension PackedWord {
    fileprivate static let host = PackedWord("host")
    fileprivate static let cookie = PackedWord("cookie")
    fileprivate static let contentLength = PackedWord("content-length")
    fileprivate static let transferEncoding = PackedWord("transfer-encoding")
    fileprivate static let chunked = PackedWord("chunked")
}

/// Whether a byte may be in a host with its port (RFC 3986, 3.2.2).
private func isHostByte(_ byte: UInt8) -> Bool { hostBytes.contains(byte) }

/// Letters, digits and any of `-._~:[]%`.
let hostBytes = ASCIISet(low: 0x07FF_6020_0000_0000, high: 0x47FF_FFFE_AFFF_FFFE)
