/// Reads values in the canonical CBOR of CTAP2 (section "Message Encoding"), and refuses any other writing of them.
///
/// Each value has one writing: numbers and lengths are as short as can be, lengths are stated, and keys of a map ascend, so that
/// none can stand twice. Tags and floating-point numbers are refused, since nothing that this library reads has them.
package struct CBORDecoder: Sendable {
    /// How many arrays and maps may lie within each other, by CTAP2.
    package static let maximumDepth = 4
    /// How many bytes a decoder reads; an attestation with a chain of certificates has a few thousand.
    package static let maximumByteCount = 32_768

    private let bytes: [UInt8]
    /// How many bytes have been read.
    package private(set) var position = 0

    /// Makes a decoder that stands before the first byte.
    ///
    /// - Throws: ``CBORError/tooLarge`` for more than ``maximumByteCount`` bytes.
    package init(_ bytes: some Collection<UInt8>) throws(CBORError) {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLarge }
        self.bytes = Array(bytes)
    }

    /// Reads bytes that are one value and nothing else.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func decode(_ bytes: some Collection<UInt8>) throws(CBORError) -> CBORValue {
        var decoder = try CBORDecoder(bytes)
        let value = try decoder.value()
        guard decoder.position == decoder.bytes.count else { throw .trailingBytes }
        return value
    }

    /// Reads the next value and leaves the bytes after it.
    package mutating func value() throws(CBORError) -> CBORValue { try value(depth: 0) }

    private mutating func value(depth: Int) throws(CBORError) -> CBORValue {
        let (major, argument) = try head()
        switch major {
        case 0: return .integer(try integer(argument))
        case 1: return .integer(-1 - (try integer(argument)))
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw .invalidText }
            return .text(text)
        case 4: return .array(try array(count: argument, depth: depth + 1))
        case 5: return .map(try map(count: argument, depth: depth + 1))
        case 7: return try simple(argument)
        default: throw .unsupported
        }
    }

    // MARK: - Heads

    /// Reads the major type, and the number that follows it in as few bytes as can hold it.
    private mutating func head() throws(CBORError) -> (major: UInt8, argument: UInt64) {
        let first = try byte()
        let (major, short) = (first >> 5, first & 0x1F)
        guard short >= 24 else { return (major, UInt64(short)) }
        // What would be the number of a floating-point value is none.
        guard major != 7 else { throw .unsupported }
        guard short < 28 else { throw short == 31 ? .notShortest : .unsupported }
        let byteCount = 1 << (short - 24)
        var argument: UInt64 = 0
        for _ in 0..<byteCount { argument = argument << 8 | UInt64(try byte()) }
        let least: UInt64 = byteCount == 1 ? 24 : 1 << (4 * byteCount)
        guard argument >= least else { throw .notShortest }
        return (major, argument)
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.count - position) else { throw .truncated }
        let start = position
        position += Int(count)
        return bytes[start..<position]
    }

    private func integer(_ argument: UInt64) throws(CBORError) -> Int64 {
        guard let integer = Int64(exactly: argument) else { throw .unsupported }
        return integer
    }

    private func simple(_ argument: UInt64) throws(CBORError) -> CBORValue {
        switch argument {
        case 20: .boolean(false)
        case 21: .boolean(true)
        case 22: .null
        default: throw .unsupported
        }
    }

    // MARK: - Arrays and maps

    private mutating func array(count: UInt64, depth: Int) throws(CBORError) -> [CBORValue] {
        try checkRoom(for: count, depth: depth)
        var values: [CBORValue] = []
        for _ in 0..<count { values.append(try value(depth: depth)) }
        return values
    }

    private mutating func map(count: UInt64, depth: Int) throws(CBORError) -> [CBORValue.Member] {
        try checkRoom(for: count, depth: depth)
        var members: [CBORValue.Member] = []
        var last: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = position
            let key = try value(depth: depth)
            switch key {
            case .integer, .text: break
            default: throw .keyType
            }
            let writing = bytes[start..<position]
            if let last, !Self.ascends(last, writing) { throw .keyOrder }
            last = writing
            members.append(CBORValue.Member(key: key, value: try value(depth: depth)))
        }
        return members
    }

    /// Refuses a number of elements for which the bytes cannot suffice, before anything is read.
    private func checkRoom(for count: UInt64, depth: Int) throws(CBORError) {
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        guard count <= UInt64(bytes.count - position) else { throw .truncated }
    }

    /// Whether a key stands before another: by its major type, then by its length, then by its bytes.
    private static func ascends(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        let (leftMajor, rightMajor) = (left.first.map { $0 >> 5 }, right.first.map { $0 >> 5 })
        if let leftMajor, let rightMajor, leftMajor != rightMajor { return leftMajor < rightMajor }
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }
}
