/// Writes a JSON text into one array of bytes, without building values first.
///
/// It writes the commas and escapes. The caller must write members into objects and elements into arrays.
/// Names of members are constants and are written unchanged; for a name that is data, use
/// ``member(named:_:)``.
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
public struct JSONWriter: ~Copyable {
    private var buffer: ByteBuffer
    private var needsComma = false

    /// Makes a writer.
    ///
    /// - Parameter capacity: How many bytes to reserve at once.
    public init(capacity: Int = 512) { buffer = ByteBuffer(capacity: capacity) }

    /// The text so far, in UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var bytes: [UInt8] { buffer.bytes }

    /// The text so far.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var text: String { buffer.text }

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
        buffer.appendQuoted(text, afterComma: needsComma)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func integer(_ integer: Int64) {
        separate()
        buffer.appendDecimal(integer)
        needsComma = true
    }

    /// Writes a whole number.
    public mutating func integer(_ integer: Int) { self.integer(Int64(integer)) }

    /// Writes a number with the fewest digits that identify it; `null` for infinities and not-a-number.
    public mutating func double(_ double: Double) {
        raw(double.isFinite ? double.description : "null")
    }

    /// Writes stored JSON text as a value, without a check; the caller guarantees that it is valid.
    public mutating func raw(_ text: String) {
        separate()
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { buffer.append($0) }
        if isDone == nil { for byte in text.utf8 { buffer.append(byte) } }
        needsComma = true
    }

    /// Writes `true` or `false`.
    public mutating func boolean(_ boolean: Bool) { raw(boolean ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { raw("null") }

    // MARK: - Members

    /// Writes a member whose value the closure writes.
    public mutating func member(_ name: StaticString, _ writeValue: (inout JSONWriter) -> Void) {
        self.name(name)
        writeValue(&self)
    }

    /// Writes a member with a text.
    public mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        string(text)
    }

    /// Writes a member with a whole number.
    public mutating func member(_ name: StaticString, _ integer: Int) {
        self.name(name)
        self.integer(integer)
    }

    /// Writes a member with a whole number.
    public mutating func member(_ name: StaticString, _ integer: Int64) {
        self.name(name)
        self.integer(integer)
    }

    /// Writes a member with a number that may have decimals; not for money.
    public mutating func member(_ name: StaticString, _ double: Double) {
        self.name(name)
        self.double(double)
    }

    /// Writes a member with `true` or `false`.
    public mutating func member(_ name: StaticString, _ boolean: Bool) {
        self.name(name)
        self.boolean(boolean)
    }

    /// Writes a member with a value.
    public mutating func member(_ name: StaticString, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// Writes a member whose name is data, such as a language.
    public mutating func member(named name: String, _ writeValue: (inout JSONWriter) -> Void) {
        buffer.appendQuoted(name, afterComma: needsComma)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
        writeValue(&self)
    }

    // MARK: - Punctuation

    private mutating func name(_ name: StaticString) {
        buffer.appendName(name, afterComma: needsComma)
        needsComma = false
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        buffer.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { buffer.append(UInt8(ascii: ",")) }
    }
}

@available(*, unavailable)
extension JSONWriter: Sendable {}
