/// Where and why a PO file cannot be used.
public struct MessageCatalogueError: Error, Hashable, Sendable {
    /// The mistake.
    public enum Reason: Hashable, Sendable {
        /// The line has none of the forms of a PO file.
        case unknownLine
        /// A text is not closed, or is not the last part of its line.
        case invalidText
        /// A backslash does not begin a known escape.
        case invalidEscape
        /// A keyword is in the wrong place, such as a second `msgid` without a `msgstr` between.
        case misplaced(String)
        /// The message has no `msgstr`, or its numbered forms are not 0, 1, 2 and so on.
        case missingForm
        /// The message has been translated before in this file.
        case duplicate(String)
        /// The file does not begin with a header that names a language.
        case missingLanguage
        /// The message has another number of forms than the header's `nplurals`, or than the language can have.
        case wrongFormCount(Int)
    }

    /// The line, counted from 1; for a mistake of a whole message, the line of its `msgid`.
    public let line: Int
    /// The mistake in that line.
    public let reason: Reason
}

extension MessageCatalogueError: CustomStringConvertible {
    /// The line and the reason as one sentence.
    public var description: String { "Line \(line): \(reason)." }
}

extension MessageCatalogueError.Reason: CustomStringConvertible {
    /// The reason in words, without a full stop.
    public var description: String {
        switch self {
        case .unknownLine: "this is no line of a PO file"
        case .invalidText: "a text must stand in quotation marks, alone"
        case .invalidEscape: "the backslash does not begin an escape"
        case .misplaced(let keyword): "\(keyword) cannot stand here"
        case .missingForm: "a form of the message is missing"
        case .duplicate(let id): "the message \"\(id)\" is there twice"
        case .missingLanguage: "the header does not name a language"
        case .wrongFormCount(let count): "\(count) plural forms do not fit the language or the header"
        }
    }
}
