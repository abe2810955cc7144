/// Writes a JSON text into one array of bytes, without building values first.
///
/// Commas and escapes are its task; that an object gets members and an array gets elements is the caller's.
///
/// ```swift
/// var json = JSONWriter()
/// json.object {
///     $0.member("id", order.id.rawValue)
///     $0.member("lines") { json in
///         json.array { for line in lines { line.write(to: &$0) } }
///     }
/// }
/// ```
public struct JSONWriter: Sendable {
    /// The text so far, in UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Makes a writer.
    ///
    /// - Parameter capacity: How many bytes to set aside at once.
    public init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    // MARK: - Values

    /// Writes an object whose members the closure writes.
    public mutating func object(_ writeMembers: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        writeMembers(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array whose elements the closure writes.
    public mutating func array(_ writeElements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        writeElements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes a text.
    public mutating func string(_ text: String) {
        separate()
        quote(text)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func integer(_ integer: some FixedWidthInteger) {
        separate()
        appendDigits(of: integer)
        needsComma = true
    }

    /// Writes a number with the fewest digits that give it back; `null` for infinities and not-a-number.
    public mutating func double(_ double: Double) {
        raw(double.isFinite ? double.description : "null")
    }

    /// Writes `true` or `false`.
    public mutating func boolean(_ boolean: Bool) { raw(boolean ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { raw("null") }

    // MARK: - Members

    /// Writes a member whose value the closure writes.
    public mutating func member(_ name: String, _ writeValue: (inout JSONWriter) -> Void) {
        self.name(name)
        writeValue(&self)
    }

    /// Writes a member with a text.
    public mutating func member(_ name: String, _ text: String) {
        self.name(name)
        string(text)
    }

    /// Writes a member with a whole number.
    public mutating func member(_ name: String, _ integer: some FixedWidthInteger) {
        self.name(name)
        self.integer(integer)
    }

    /// Writes a member with a number that may have decimals; not for money.
    public mutating func member(_ name: String, _ double: Double) {
        self.name(name)
        self.double(double)
    }

    /// Writes a member with `true` or `false`.
    public mutating func member(_ name: String, _ boolean: Bool) {
        self.name(name)
        self.boolean(boolean)
    }

    /// Writes a member with a value.
    public mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    // MARK: - Bytes

    private mutating func name(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Writes a text that is JSON as it stands.
    mutating func raw(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes.appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendDigits(of integer: some FixedWidthInteger) {
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = integer.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}

extension [UInt8] {
    /// Appends UTF-8 with the characters escaped that RFC 8259 section 7 requires, and no others.
    fileprivate mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
            append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            appendEscape(of: byte)
            start = index + 1
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x22, 0x5C: append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
            append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 15
            append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
