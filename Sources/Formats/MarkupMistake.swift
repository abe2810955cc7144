/// Why markup is refused: it is not well-formed, or it is more than a track file needs.
public enum MarkupMistake: Hashable, Sendable {
    /// The text is not UTF-8, or says that it is in another encoding.
    case notUTF8
    /// A document type is declared; track files have none, and entities of one's own are a way to attack.
    case documentType
    /// A character stands where none of its kind may.
    case unexpectedCharacter
    /// An element or attribute has no name, or one that begins with a wrong character.
    case nameExpected
    /// An attribute occurs twice in one tag.
    case duplicateAttribute
    /// A reference is neither to one of the five entities of XML nor to a character.
    case unknownReference
    /// An end tag does not end the element that is open.
    case wrongEndTag
    /// Elements nest deeper than a track file's do.
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
