/// What a campus file's texts for people must be.
enum TextRule {
    /// Texts that show something; all that is asked of a file that is kept already, so that a stricter rule for imports never
    /// keeps a server from starting.
    case visible
    /// Texts that also are one line, without characters that disturb what stands around them.
    case plainLine
}
