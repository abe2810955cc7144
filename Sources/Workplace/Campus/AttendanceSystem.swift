/// The address of the attendance system that a company has already; the person's own browser opens it.
///
/// It is an HTTPS address without a user or a password. Nothing is sent to it by this program.
public struct AttendanceSystem: Hashable, Sendable {
    /// The address.
    public let url: String
    /// The host of the address, in lower case.
    public let host: String

    /// Reads an address; `nil` for any other text.
    public init?(_ url: String) {
        let scheme = "https://"
        guard url.hasPrefix(scheme), url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            !url.contains(where: "\\\"<>".contains)
        else { return nil }
        let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first.flatMap({ Self.host(String($0)) }), parts.count <= 2 else { return nil }
        if parts.count == 2 { guard UInt16(parts[1]) != nil else { return nil } }
        self.url = url
        self.host = host
    }

    /// Reads the name of a host; `nil` for any other text.
    static func host(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { byte in
            byte == 0x2D || byte == 0x2E || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        }
        return isName && !text.isEmpty ? text.lowercased() : nil
    }
}
