/// A rule for the texts of a campus file.
enum TextRule {
    /// Texts that are not blank. Stored files need no more, so that a stricter rule for imports never stops a server from
    /// starting.
    case visible
    /// Texts of one line and at most ``maximumLength``, without characters that affect the text around them.
    case plainLine

    /// How many Unicode code points a text of an import or a draft may have, as many as a tip's message.
    static let maximumLength = 500
}
