/// One thing that is wrong with a JSON text that follows the grammar.
public struct JSONMistake: Sendable, Hashable {
    /// The stable name of a kind of mistake, for programs.
    public struct Code: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
        /// The name, in lower case with hyphens.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a code from a literal.
        public init(stringLiteral name: String) { rawValue = name }

        /// A member that must be there is missing.
        public static let required: Code = "required"
        /// The value has another type, for example a text instead of a number.
        public static let type: Code = "type"
        /// The object has a member that the reader does not know.
        public static let unknownMember: Code = "unknown-member"
        /// The value has the right type but is not allowed.
        public static let value: Code = "value"
        /// There are more mistakes than the list holds; always the last in the list.
        public static let furtherMistakes: Code = "further-mistakes"
    }

    /// Where the mistake is.
    public let path: JSONPath
    /// Which kind of mistake it is.
    public let code: Code
    /// The reason as words that follow the name of the place: "must be a text".
    ///
    /// A reason may quote the text, so characters that control the display are escaped.
    public let reason: String

    /// Makes a mistake.
    public init(path: JSONPath, code: Code, reason: String) {
        self.path = path
        self.code = code
        self.reason = reason.escapingObeyed
    }
}

extension JSONMistake: CustomStringConvertible {
    /// The place and the reason as one sentence.
    public var description: String { "\(path) \(reason)." }
}

/// The mistakes in a JSON text, in the order of the text.
///
/// If there are more than ``maximumCount``, the list has the first ones that were found. An entry for the
/// whole text with the code ``JSONMistake/Code/furtherMistakes`` follows them.
public struct JSONMistakes: Error, Sendable, Hashable {
    /// The maximum number of mistakes that are kept for a text.
    public static let maximumCount = 1_000

    /// The mistakes; never empty.
    public let list: [JSONMistake]

    /// Makes an error from mistakes.
    public init(_ list: [JSONMistake]) {
        precondition(!list.isEmpty, "an error without a mistake")
        self.list = list
    }
}

extension JSONMistakes: CustomStringConvertible {
    /// One sentence per mistake, each on its line.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}
