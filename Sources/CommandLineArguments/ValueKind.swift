/// What a value may be, for checking it and for completing it in a shell.
public enum ValueKind: Sendable, Hashable {
    /// Any text.
    case text
    /// The path of a file.
    case file
    /// The path of a folder.
    case directory
    /// One of these words.
    case oneOf([String])

    func allows(_ value: String) -> Bool {
        guard case .oneOf(let words) = self else { return true }
        return words.contains(value)
    }
}
