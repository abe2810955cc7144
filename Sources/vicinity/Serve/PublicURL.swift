import CommandLineArguments

/// An address without a path at which a server is reached, such as `https://vicinity.example.org`.
struct PublicURL: Hashable {
    /// Without a slash at its end.
    let origin: String

    init(_ text: String, of option: String = "--public-url") throws(UsageError) {
        let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
        let authority = ["https://", "http://"].first(where: origin.hasPrefix).map {
            origin.dropFirst($0.count)
        }
        guard let authority, Self.isAuthority(authority) else {
            throw .malformedValue(
                text, of: option,
                expected: "an address without a path, such as https://vicinity.example.org")
        }
        guard Self.hasValidPort(authority) else {
            throw .malformedValue(text, of: option, expected: "a port from 1 to 65535")
        }
        self.origin = origin
    }

    /// Whether the port is a number that a server can listen at; also `true` without a port.
    private static func hasValidPort(_ authority: Substring) -> Bool {
        // The colons in brackets belong to an address of version 6.
        let end = authority.lastIndex(of: "]").map { authority[authority.index(after: $0)...] } ?? authority
        guard let colon = end.firstIndex(of: ":") else { return true }
        return (UInt16(end[end.index(after: colon)...]) ?? 0) > 0
    }

    /// The host of such an address, without the port; addresses of version 6 in brackets.
    static func host(of url: String) -> String {
        let authority = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[...end])
        }
        return String(authority.prefix { $0 != ":" })
    }

    private static func isAuthority(_ text: Substring) -> Bool {
        !text.isEmpty && !text.hasPrefix(":")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            }
    }
}
