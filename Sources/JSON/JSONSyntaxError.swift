/// Where and why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    /// The kinds of syntax errors.
    public enum Reason: Sendable, Hashable {
        /// The text ends where something must follow.
        case unexpectedEnd
        /// A value must begin here and does not.
        case valueExpected
        /// A name in quotation marks must stand here.
        case nameExpected
        /// A colon must follow the name.
        case colonExpected
        /// A comma or the end of the array or object must stand here.
        case commaOrEndExpected
        /// A number breaks the grammar, for example by a leading zero.
        case invalidNumber
        /// The character after a backslash makes no valid escape.
        case invalidEscape
        /// One half of a surrogate pair was escaped without the other.
        case loneSurrogate
        /// A control character is not escaped in a text.
        case controlCharacter
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// The object already has a member of this name.
        case duplicateName(String)
        /// Arrays and objects nest deeper than this limit.
        case tooDeep(limit: Int)
        /// Something follows the value.
        case trailingText
        /// The text begins with a byte order mark.
        case byteOrderMark
    }

    /// The distance of the place from the beginning, in bytes.
    public let offset: Int
    /// The line of the place, counted from 1.
    public let line: Int
    /// The column of the place in Unicode code points, counted from 1.
    public let column: Int
    /// The kind of error.
    public let reason: Reason

    /// Finds the line and the column of an offset.
    ///
    /// - Complexity: O(*n*) in the offset.
    init(reason: Reason, offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
        self.reason = reason
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The place and the reason as one sentence.
    public var description: String { "Line \(line), column \(column): \(reason)." }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
    /// The reason in words, without a full stop; characters that control the display are escaped in names.
    public var description: String {
        switch self {
        case .unexpectedEnd: "the text ends too early"
        case .valueExpected: "a value is expected"
        case .nameExpected: "a name in quotation marks is expected"
        case .colonExpected: "a colon is expected after the name"
        case .commaOrEndExpected: "a comma or the end of the list is expected"
        case .invalidNumber: "the number is not written as JSON writes numbers"
        case .invalidEscape: "the backslash does not begin an escape of JSON"
        case .loneSurrogate: "one half of a surrogate pair is missing"
        case .controlCharacter: "a control character must be escaped"
        case .invalidUTF8: "the bytes are not UTF-8"
        case .duplicateName(let name): "the name \"\(name.escapingObeyed)\" occurs twice"
        case .tooDeep(let limit): "arrays and objects nest deeper than \(limit) levels"
        case .trailingText: "nothing may follow the value"
        case .byteOrderMark: "a byte order mark is not allowed"
        }
    }
}
