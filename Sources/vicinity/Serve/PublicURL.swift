import CommandLineArguments

/// The address that people open, such as `https://vicinity.example.org`, where it is not the one that the server listens at.
struct PublicURL: Hashable {
    /// Without a slash at its end.
    let origin: String

    init(_ text: String) throws(UsageError) {
        let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
        let authority = ["https://", "http://"].first(where: origin.hasPrefix).map {
            origin.dropFirst($0.count)
        }
        guard let authority, Self.isAuthority(authority) else {
            throw .malformedValue(
                text, of: "--public-url",
                expected: "an address without a path, such as https://vicinity.example.org")
        }
        self.origin = origin
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
