/// The identifier of a message, which all attempts to deliver it share, so that the receiver can ignore a repetition.
public struct WebhookID: Sendable, Hashable, CustomStringConvertible {
    /// The most characters of an identifier.
    public static let maximumCount = 255

    /// The identifier.
    public let text: String

    /// The identifier.
    public var description: String { text }

    /// Reads an identifier.
    ///
    /// - Returns: `nil` for anything but 1 to 255 visible ASCII characters without a full stop, which separates what is signed.
    public init?(_ text: String) {
        guard (1...Self.maximumCount).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") })
        else { return nil }
        self.text = text
    }
}
