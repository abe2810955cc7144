/// The name of a webhook, which all tries to deliver it share, so that the receiver can ignore a repetition.
public struct WebhookID: Sendable, Hashable, CustomStringConvertible {
    /// The most characters of a name.
    public static let maximumCount = 255

    /// The name.
    public let text: String

    /// The name.
    public var description: String { text }

    /// Reads a name.
    ///
    /// - Returns: `nil` for anything but 1 to 255 visible ASCII characters without a full stop, which separates what is signed.
    public init?(_ text: String) {
        guard (1...Self.maximumCount).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") })
        else { return nil }
        self.text = text
    }
}
