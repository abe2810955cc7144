/// Bytes that are appended one piece after another, each piece with one check for room.
///
/// An array's own `append` checks uniqueness and room for every byte, which took two thirds of a writer's time.
struct ByteBuffer: Sendable {
    private var storage: [UInt8]
    private var count = 0

    init(capacity: Int) { storage = Array(repeating: 0, count: capacity) }

    var bytes: [UInt8] { Array(storage[..<count]) }

    var text: String { String(decoding: storage[..<count], as: UTF8.self) }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        storage[count] = byte
        count += 1
    }

    /// Appends bytes that need no escapes.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        count = storage.withUnsafeMutableBufferPointer { target in
            var end = count
            Self.put(bytes, into: target, at: &end)
            return end
        }
    }

    /// Appends a text in quotation marks, with the escapes that RFC 8259 section 7 requires, and no others.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - afterComma: Whether a comma stands before it.
    ///   - beforeColon: Whether a colon follows it.
    mutating func appendQuoted(_ text: String, afterComma: Bool, beforeColon: Bool) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            appendQuoted($0, afterComma: afterComma, beforeColon: beforeColon)
        }
        guard isDone == nil else { return }
        Array(text.utf8).withUnsafeBufferPointer {
            appendQuoted($0, afterComma: afterComma, beforeColon: beforeColon)
        }
    }

    private mutating func appendQuoted(
        _ utf8: UnsafeBufferPointer<UInt8>, afterComma: Bool, beforeColon: Bool
    ) {
        let isPlain = !Self.needsEscape(utf8)
        // Six bytes are the longest escape; four are the punctuation.
        makeRoom(for: (isPlain ? utf8.count : utf8.count * 6) + 4)
        count = storage.withUnsafeMutableBufferPointer { target in
            var end = count
            if afterComma { Self.put(UInt8(ascii: ","), into: target, at: &end) }
            Self.put(UInt8(ascii: "\""), into: target, at: &end)
            if isPlain {
                Self.put(utf8, into: target, at: &end)
            } else {
                for byte in utf8 { Self.putEscaped(byte, into: target, at: &end) }
            }
            Self.put(UInt8(ascii: "\""), into: target, at: &end)
            if beforeColon { Self.put(UInt8(ascii: ":"), into: target, at: &end) }
            return end
        }
    }

    /// Appends a whole number in decimal digits.
    mutating func appendDecimal(_ integer: Int64) {
        makeRoom(for: 20)
        count = storage.withUnsafeMutableBufferPointer { target in
            var end = count
            if integer < 0 { Self.put(UInt8(ascii: "-"), into: target, at: &end) }
            let start = end
            var rest = integer.magnitude
            repeat {
                Self.put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10), into: target, at: &end)
                rest /= 10
            } while rest > 0
            target[start..<end].reverse()
            return end
        }
    }

    private mutating func makeRoom(for added: Int) {
        guard storage.count - count < added else { return }
        storage.append(contentsOf: repeatElement(0, count: max(added, storage.count)))
    }

    private static func put(_ byte: UInt8, into target: UnsafeMutableBufferPointer<UInt8>, at end: inout Int)
    {
        target[end] = byte
        end += 1
    }

    private static func put(
        _ bytes: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>, at end: inout Int
    ) {
        guard let source = bytes.baseAddress, let start = target.baseAddress else { return }
        (start + end).update(from: source, count: bytes.count)
        end += bytes.count
    }

    /// Looks at every byte without a way out in between, so that it can look at many at once.
    private static func needsEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 0
        for index in 0..<text.count { found |= mustBeEscaped(text[index]) ? 1 : 0 }
        return found != 0
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func putEscaped(
        _ byte: UInt8, into target: UnsafeMutableBufferPointer<UInt8>, at end: inout Int
    ) {
        if mustBeEscaped(byte) {
            escape(byte, into: target, at: &end)
        } else {
            put(byte, into: target, at: &end)
        }
    }

    private static func escape(
        _ byte: UInt8, into target: UnsafeMutableBufferPointer<UInt8>, at end: inout Int
    ) {
        put(UInt8(ascii: "\\"), into: target, at: &end)
        if let letter = letter(escaping: byte) { return put(letter, into: target, at: &end) }
        put(UInt8(ascii: "u"), into: target, at: &end)
        put(UInt8(ascii: "0"), into: target, at: &end)
        put(UInt8(ascii: "0"), into: target, at: &end)
        put(UInt8(ascii: "0") + byte >> 4, into: target, at: &end)
        let low = byte & 15
        put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10, into: target, at: &end)
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
