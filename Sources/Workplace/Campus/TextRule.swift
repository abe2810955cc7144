/// A rule for the texts of a campus file.
enum TextRule {
    /// Texts that are not blank. Stored files need no more, so that a stricter rule for imports never stops a server from
    /// starting.
    case visible
    /// Texts of one line, without characters that affect the text around them.
    case plainLine
}
