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
        self.origin = origin
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
