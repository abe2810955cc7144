/// What one page loads from elsewhere: the page that pays, of the payment provider.
struct OutsideContent: Sendable {
    /// Where scripts come from.
    let scripts: [String]
    /// Where they may call.
    let calls: [String]
    /// Whose pages they may show inside ours.
    let frames: [String]
}
