/// One thing that is wrong with a JSON text that follows the grammar.
public struct JSONMistake: Sendable, Hashable {
    /// The stable name of a kind of mistake, for programs.
    public struct Code: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
        /// The name, in lower case with hyphens.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a code of a literal.
        public init(stringLiteral name: String) { rawValue = name }

        /// A member that must be there is missing.
        public static let required: Code = "required"
        /// The value is of another type, for example a text where a number must stand.
        public static let type: Code = "type"
        /// The object has a member that nobody reads.
        public static let unknownMember: Code = "unknown-member"
        /// The value is of the right type and still not allowed.
        public static let value: Code = "value"
        /// There are more mistakes than are listed; always the last of a list.
        public static let furtherMistakes: Code = "further-mistakes"
    }

    /// Where the mistake is.
    public let path: JSONPath
    /// Which kind of mistake it is.
    public let code: Code
    /// What is wrong, in words that follow the name of the place: "must be a text".
    ///
    /// Characters that a screen obeys are escaped, since a reason may quote the text.
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

/// What is wrong with a JSON text, in the order of the text.
///
/// Of a text with more than ``maximumCount`` mistakes, these are the first that were found, and the code
/// ``JSONMistake/Code/furtherMistakes`` at the whole text comes after them.
public struct JSONMistakes: Error, Sendable, Hashable {
    /// How many mistakes of a text are kept.
    public static let maximumCount = 1_000

    /// The mistakes; never empty.
    public let list: [JSONMistake]

    /// Makes the error of its mistakes.
    public init(_ list: [JSONMistake]) {
        precondition(!list.isEmpty, "an error without a mistake")
        self.list = list
    }
}

extension JSONMistakes: CustomStringConvertible {
    /// One sentence per mistake, each on its line.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}
