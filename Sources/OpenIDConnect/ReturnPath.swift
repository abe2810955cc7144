/// The page of ours to which a browser returns after signing in.
///
/// It is a path on this server, so that nobody can use the sign-in to send people to a page of theirs.
public struct ReturnPath: Sendable, Hashable {
    /// The start page.
    public static let root = ReturnPath(unchecked: "/")

    /// The path with its query.
    public let text: String

    private init(unchecked text: String) { self.text = text }

    /// Reads a path.
    ///
    /// - Returns: `nil` unless the text begins with a single slash and has neither backslashes nor characters that must be
    ///   escaped, and for more than 2,048 characters.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "/"), bytes.dropFirst().first != UInt8(ascii: "/"),
            bytes.count <= 2048, bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.init(unchecked: text)
    }
}
