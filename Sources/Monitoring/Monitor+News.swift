extension Monitor {
    /// Whether a reader has something left to do: an event that it has not acknowledged, or one that it would be given.
    package func hasNews(for reader: String? = nil) -> Bool {
        askAuthority()
        return monitorState.hasNews(for: reader ?? Self.defaultReader)
    }
}
