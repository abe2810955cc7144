import CommandLineArguments

/// Where a server listens: `127.0.0.1:8080` or `[::1]:8080`.
struct ListenAddress: Hashable {
    let host: String
    let port: UInt16

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads an address that an option gives.
    init(_ text: String, of option: String = "--listen") throws(UsageError) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            Self.isNumber(text[text.index(after: colon)...])
        else { throw .malformedValue(text, of: option, expected: "HOST:PORT") }
        guard let port = UInt16(text[text.index(after: colon)...]) else {
            throw .malformedValue(text, of: option, expected: "a port from 0 to 65535")
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { throw .malformedValue(text, of: option, expected: "HOST:PORT") }
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = port
    }

    private static func isNumber(_ text: Substring) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The host as it stands in a URL.
    var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// Where this machine reaches a server that listens here without TLS.
    var localURL: String {
        let host =
            switch host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            default: urlHost
            }
        return "http://\(host):\(port)"
    }

    /// The hosts by which a browser on this machine can address a server that listens here.
    var loopbackHosts: Set<String> {
        ["localhost", "127.0.0.1", "[::1]", urlHost]
    }

    /// Whether only this machine can connect.
    var isLoopback: Bool {
        if host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
