/// The version of a representation, as in `ETag` (RFC 9110, 8.8.3).
public struct EntityTag: Hashable, Sendable {
    /// The text between the quotes.
    public let opaque: String
    /// Whether equal tags promise equal meaning only, instead of equal bytes.
    public let isWeak: Bool

    /// Creates a tag; `nil` when the text holds a quote, a blank or a control character.
    public init?(_ opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy({ $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }) else {
            return nil
        }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Creates a strong tag from a version number.
    public init(version: Int64) {
        opaque = String(version)
        isWeak = false
    }

    /// The version that a strong tag was made from; `nil` for any other tag, and for other ways to write the
    /// number.
    public var version: Int64? {
        guard !isWeak, let version = Int64(opaque), String(version) == opaque else { return nil }
        return version
    }

    /// Parses a tag from a header field.
    public init?(parsing text: some StringProtocol) {
        var rest = Substring(text).trimmingBlanks()
        let isWeak = rest.hasPrefix("W/")
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.utf8.count >= 2, rest.first == "\"", rest.last == "\"" else { return nil }
        self.init(String(rest.dropFirst().dropLast()), isWeak: isWeak)
    }

    /// The tag as text for a header field.
    public var fieldValue: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether both are strong and equal, as `If-Match` demands.
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Whether both have the same text, weak or not; `If-None-Match` asks for no more.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }
}
