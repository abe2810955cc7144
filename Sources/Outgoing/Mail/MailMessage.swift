/// A message of electronic mail to one person, checked and ready to be written as bytes.
///
/// No value can begin another field of the header: line breaks, NUL and other controls are refused everywhere but in the
/// bodies, where line breaks are text.
public struct MailMessage: Sendable, Hashable {
    /// A field of the header that has no parameter of its own, such as `List-Unsubscribe`.
    public struct Field: Sendable, Hashable {
        /// The name: letters, digits and hyphens.
        public let name: String
        /// The value: visible ASCII characters and spaces.
        public let value: String

        /// Makes a field, which ``MailMessage`` checks.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Who sends it.
    public let from: NamedMailAddress
    /// Who receives it.
    public let to: NamedMailAddress
    /// What it is about, in one line.
    public let subject: String
    /// The text for everybody.
    public let text: String
    /// The same as HTML, for mail programs that show it.
    public let html: String?
    /// The seconds from the beginning of 1970, in UTC, at which it was written.
    public let secondsSince1970: Int
    /// The identifier, without angle brackets: `something@domain`.
    public let messageIdentifier: String
    /// The tag of the language of its words, such as `de`.
    public let language: String?
    /// Further fields of the header.
    public let fields: [Field]

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - from: Who sends it.
    ///   - to: Who receives it.
    ///   - subject: What it is about, in one line.
    ///   - text: The text for everybody.
    ///   - html: The same as HTML.
    ///   - secondsSince1970: When it was written: seconds from the beginning of 1970 in UTC, up to the year 9999.
    ///   - messageIdentifier: The identifier, without angle brackets. A retry has the same.
    ///   - language: The tag of the language of its words.
    ///   - fields: Further fields, such as `Auto-Submitted`.
    /// - Throws: ``MailMessageError`` that names the part which cannot be sent.
    public init(
        from: NamedMailAddress, to: NamedMailAddress, subject: String, text: String, html: String? = nil,
        secondsSince1970: Int, messageIdentifier: String, language: String? = nil, fields: [Field] = []
    ) throws(MailMessageError) {
        for (part, value) in [("From", from.name), ("To", to.name), ("Subject", subject)] {
            guard !value.hasControls else { throw .controlCharacter(part) }
            guard value.utf8.count <= Self.textLimit else { throw .tooLong(part) }
        }
        for body in [text, html ?? ""] where body.unicodeScalars.contains(where: Self.isForbiddenInBody) {
            throw .controlCharacter("body")
        }
        guard (0...Self.latestSecond).contains(secondsSince1970) else { throw .date }
        guard Self.isIdentifier(messageIdentifier) else { throw .messageIdentifier }
        if let language {
            guard (1...35).contains(language.utf8.count),
                language.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") })
            else { throw .language }
        }
        for field in fields { try Self.check(field) }
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.secondsSince1970 = secondsSince1970
        self.messageIdentifier = messageIdentifier
        self.language = language
        self.fields = fields
    }

    private static let textLimit = 1000
    // The end of the year 9999.
    private static let latestSecond = 253_402_300_799
    /// A line has at most 998 characters (RFC 5322, section 2.1.1).
    private static let lineLimit = 998
    /// Fields that the message writes itself, or that only servers write.
    private static let reserved: Set<String> = [
        "from", "to", "subject", "date", "message-id", "mime-version", "bcc", "cc", "sender", "return-path",
        "received", "dkim-signature",
    ]

    private static func check(_ field: Field) throws(MailMessageError) {
        guard (1...76).contains(field.name.utf8.count),
            field.name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") })
        else { throw .fieldName(field.name) }
        let name = field.name.lowercased()
        guard !reserved.contains(name), !name.hasPrefix("content-"), !name.hasPrefix("resent-") else {
            throw .reservedField(field.name)
        }
        guard !field.value.hasControls else { throw .controlCharacter(field.name) }
        guard field.value.isPrintableASCII, field.value.contains(where: { $0 != " " }) else {
            throw .fieldValue(field.name)
        }
        let words = field.value.split(separator: " ").map(\.utf8.count)
        guard field.value.utf8.count <= 8 * lineLimit,
            words.allSatisfy({ $0 + field.name.utf8.count + 2 <= lineLimit })
        else { throw .tooLong(field.name) }
    }

    private static func isForbiddenInBody(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": false
        default: scalar.isControl && scalar.value < 0x2000
        }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= 250 && parts.count == 2 && parts.allSatisfy(\.isDotAtom)
    }
}

/// Why a message cannot be sent.
public enum MailMessageError: Error, Sendable, Hashable {
    /// A line break, NUL or another control in a part that has none; with the part.
    case controlCharacter(String)
    /// A part is longer than a header may be; with the part.
    case tooLong(String)
    /// The name of a field is none; with the name.
    case fieldName(String)
    /// A field is written by the message itself or by servers; with its name.
    case reservedField(String)
    /// The value of a field is empty or has other characters than ASCII; with its name.
    case fieldValue(String)
    /// The identifier is not of the form `something@domain`.
    case messageIdentifier
    /// The language is no tag.
    case language
    /// The date is before 1970 or after 9999.
    case date

    /// The stable name of the reason, for programs.
    public var code: String { words.code }
}

extension MailMessageError: CustomStringConvertible {
    /// The reason as a sentence, without the values.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .controlCharacter(let part):
            ("mail-control-character", "The part \(part) has a line break or another control character.")
        case .tooLong(let part): ("mail-too-long", "The part \(part) is too long for a header.")
        case .fieldName:
            ("mail-field-name", "The name of a field has other characters than letters, digits and hyphens.")
        case .reservedField(let name): ("mail-reserved-field", "The field \(name) cannot be set.")
        case .fieldValue(let name):
            ("mail-field-value", "The value of \(name) is empty or has other characters than ASCII.")
        case .messageIdentifier:
            ("mail-message-identifier", "The identifier is not of the form something@domain.")
        case .language: ("mail-language", "The language is no tag such as en.")
        case .date: ("mail-date", "The date is before 1970 or after 9999.")
        }
    }
}
