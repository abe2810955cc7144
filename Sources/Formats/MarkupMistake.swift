/// Why markup is refused: it is not well-formed, or it has features that no track file needs.
public enum MarkupMistake: Hashable, Sendable {
    /// The text is not UTF-8, or declares another encoding.
    case notUTF8
    /// There is a document type declaration; track files have none, and custom entities are a means of
    /// attack.
    case documentType
    /// A character appears where it is not allowed.
    case unexpectedCharacter
    /// An element or attribute has no name, or a name that begins with an invalid character.
    case nameExpected
    /// An attribute occurs twice in one tag.
    case duplicateAttribute
    /// A reference names neither one of XML's five entities nor a character.
    case unknownReference
    /// An end tag does not match the open element.
    case wrongEndTag
    /// Elements nest deeper than in any track file.
    case tooDeep
}

extension MarkupMistake: CustomStringConvertible {
    /// The mistake in words, without a full stop.
    public var description: String {
        switch self {
        case .notUTF8: "the text is not UTF-8"
        case .documentType: "a document type is not allowed"
        case .unexpectedCharacter: "this character may not stand here"
        case .nameExpected: "a name is expected"
        case .duplicateAttribute: "the attribute occurs twice"
        case .unknownReference: "the reference is not one that XML knows without a document type"
        case .wrongEndTag: "the end tag is not that of the open element"
        case .tooDeep: "elements nest too deeply"
        }
    }
}
