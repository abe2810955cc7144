/// The URL of a provider's endpoint, or of our own: absolute, over HTTPS, without user name and fragment.
///
/// Plain HTTP is allowed on this machine only, for providers under test.
public struct EndpointURL: Sendable, Hashable, CustomStringConvertible {
    private static let longest = 2048
    private static let thisMachine: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// The URL as it was written.
    public let text: String

    /// The URL as it was written.
    public var description: String { text }

    /// Reads a URL.
    ///
    /// - Returns: `nil` for anything else, and for more than 2,048 characters.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        let authority = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" && $0 != "?" }
        guard let host = Self.host(of: authority), isSecure || Self.thisMachine.contains(host) else {
            return nil
        }
        self.text = text
    }

    /// The host in lower case, or `nil` if there is none or something else than a port follows it.
    private static func host(of authority: Substring) -> String? {
        let isBracketed = authority.hasPrefix("[")
        let host =
            isBracketed
            ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard authority.hasPrefix(host), host.count > (isBracketed ? 2 : 0), !host.contains("@") else {
            return nil
        }
        let rest = authority.dropFirst(host.count)
        guard rest.isEmpty || rest.first == ":" && UInt16(rest.dropFirst()) != nil else { return nil }
        return host.lowercased()
    }

    /// What may stand in a URL without being escaped, but for the number sign.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: (0x21...0x7E).contains(byte)
        }
    }

    var hasQuery: Bool { text.utf8.contains(UInt8(ascii: "?")) }

    /// The URL with names and values at the end of its query.
    func adding(_ pairs: [(name: String, value: String)]) -> String {
        text + (hasQuery ? "&" : "?") + FormEncoding.encode(pairs)
    }
}
