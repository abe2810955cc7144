/// A growing buffer of bytes that checks for room once for each appended piece.
///
/// It owns its memory and writes through a pointer. An array would also check for every piece whether its
/// storage is shared, and would initialise the memory before the write.
struct ByteBuffer: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    init(capacity: Int) { memory = .allocate(capacity: max(capacity, 64)) }

    deinit { memory.deallocate() }

    var bytes: [UInt8] { Array(written) }

    var text: String { String(decoding: written, as: UTF8.self) }

    private var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        put(byte)
    }

    /// Appends bytes that need no escapes.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        put(bytes)
    }

    /// Appends a name that is a constant of the program, with its quotation marks and its colon.
    ///
    /// - Parameters:
    ///   - name: The name, which needs no escapes.
    ///   - afterComma: Whether to write a comma before it.
    mutating func appendName(_ name: StaticString, afterComma: Bool) {
        makeRoom(for: name.utf8CodeUnitCount + 4)
        if afterComma { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "\""))
        put(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
    }

    /// Appends a text in quotation marks, with only the escapes that RFC 8259 section 7 requires.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - afterComma: Whether to write a comma before it.
    mutating func appendQuoted(_ text: String, afterComma: Bool) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            appendQuoted($0, afterComma: afterComma)
        }
        guard isDone == nil else { return }
        Array(text.utf8).withUnsafeBufferPointer { appendQuoted($0, afterComma: afterComma) }
    }

    private mutating func appendQuoted(_ utf8: UnsafeBufferPointer<UInt8>, afterComma: Bool) {
        let isPlain = !Self.needsEscape(utf8)
        // An escape takes at most six bytes, and the punctuation takes three.
        makeRoom(for: (isPlain ? utf8.count : utf8.count * 6) + 3)
        if afterComma { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "\""))
        if isPlain { put(utf8) } else { for byte in utf8 { putEscaped(byte) } }
        put(UInt8(ascii: "\""))
    }

    /// Appends a whole number in decimal digits.
    mutating func appendDecimal(_ integer: Int64) {
        makeRoom(for: 20)
        if integer < 0 { put(UInt8(ascii: "-")) }
        let start = count
        var rest = integer.magnitude
        repeat {
            put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        memory[start..<count].reverse()
    }

    private mutating func makeRoom(for added: Int) {
        guard memory.count - count < added else { return }
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: memory.count + max(added, memory.count))
        _ = larger.update(fromContentsOf: written)
        memory.deallocate()
        memory = larger
    }

    // There is room: each caller has reserved it.
    private mutating func put(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, let start = memory.baseAddress else { return }
        (start + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Checks eight bytes at a time.
    private static func needsEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(text)
        var index = 0
        while index + 8 <= bytes.count {
            if someMustBeEscaped(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return true }
            index += 8
        }
        while index < bytes.count {
            if mustBeEscaped(bytes[index]) { return true }
            index += 1
        }
        return false
    }

    /// Whether one of eight bytes is a control character, a quotation mark or a backslash.
    ///
    /// Subtracting a number from each byte sets its highest bit if the byte is less than the number. Bytes
    /// that already have that bit set need no escape.
    private static func someMustBeEscaped(_ eight: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotation = eight ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslash = eight ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let control = (eight &- ones &* 0x20) & ~eight
        let marks = ((quotation &- ones) & ~quotation) | ((backslash &- ones) & ~backslash)
        return (control | marks) & (ones &* 0x80) != 0
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func putEscaped(_ byte: UInt8) {
        guard Self.mustBeEscaped(byte) else { return put(byte) }
        put(UInt8(ascii: "\\"))
        if let letter = Self.letter(escaping: byte) { return put(letter) }
        put(UInt8(ascii: "u"))
        put(UInt8(ascii: "0"))
        put(UInt8(ascii: "0"))
        put(UInt8(ascii: "0") + byte >> 4)
        let low = byte & 15
        put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }

    private static func letter(escaping byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }
}
