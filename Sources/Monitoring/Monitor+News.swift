extension Monitor {
    /// Whether a reader has an unacknowledged event, or another event to receive.
    package func hasNews(for reader: String? = nil) -> Bool {
        askAuthority()
        return monitorState.hasNews(for: reader ?? Self.defaultReader)
    }
}
