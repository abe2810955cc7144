/// A JSON text as a value, as RFC 8259 defines it, with exact integers and ordered members.
///
/// It is for requests, responses and files that are read once. Read it with a ``JSONReader``, which reports
/// every mistake with its place. To write the program's own data, use a ``JSONWriter`` instead of building
/// values.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case boolean(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number, as it was written, so that no digit is lost.
    case number(String)
    /// A text.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// Named values in the order in which they were written.
    case object(JSONObject)
}

extension JSONValue {
    /// Parses one JSON text as RFC 8259 defines it, strictly.
    ///
    /// The parser refuses, among others: names that occur twice in an object, bytes that are not UTF-8,
    /// escapes of lone surrogates, control characters in texts, a byte order mark, leading zeros, and
    /// anything after the value.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - limits: How deeply the text may nest.
    /// - Throws: ``JSONSyntaxError`` for the first place where the text breaks the grammar or a limit.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: bytes, limits: limits)
        self = try parser.document()
    }
}
