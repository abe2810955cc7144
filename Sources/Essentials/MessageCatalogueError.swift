/// Where and why a PO file cannot be used.
public struct MessageCatalogueError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The line is none of the forms that a PO file has.
        case unknownLine
        /// A text is not closed, or something follows it.
        case invalidText
        /// A backslash is followed by something that is no escape.
        case invalidEscape
        /// A keyword stands where it cannot, such as a second `msgid` without a `msgstr` between.
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

    /// The line, counted from 1; of a whole message, the line of its `msgid`.
    public let line: Int
    /// What is wrong there.
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
