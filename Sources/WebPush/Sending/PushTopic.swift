import Cryptography

/// What a message is about: 1 to 32 characters of base64url (RFC 8030 section 5.4).
///
/// Push services read it. Use ``init(digestOf:)``, so that they learn nothing from it.
public struct PushTopic: Sendable, Hashable, CustomStringConvertible {
    /// The most characters of a topic.
    public static let maximumCount = 32

    /// The topic.
    public let text: String

    /// The topic.
    public var description: String { text }

    /// Reads a topic.
    ///
    /// - Returns: `nil` for anything but 1 to 32 characters of base64url.
    public init?(_ text: String) {
        guard (1...Self.maximumCount).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.text = text
    }

    /// Makes the topic of a tag: the first 32 characters of its SHA-256 in base64url.
    ///
    /// - Parameter tag: Any text; the same tag makes the same topic.
    public init(digestOf tag: String) {
        text = String(Base64URL.encode(SHA256.digest(of: tag.utf8)).prefix(Self.maximumCount))
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
