import CommandLineArguments

/// Where a server listens: `127.0.0.1:8080` or `[::1]:8080`.
struct ListenAddress: Hashable {
    let host: String
    let port: UInt16

    init(_ text: String) throws(UsageError) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw .malformedValue(text, of: "--listen", expected: "HOST:PORT")
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { throw .malformedValue(text, of: "--listen", expected: "HOST:PORT") }
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = port
    }

    /// The hosts by which a browser on this machine can address a server that listens here.
    var loopbackHosts: Set<String> {
        ["localhost", "127.0.0.1", "[::1]", host.contains(":") ? "[\(host)]" : host]
    }

    /// Whether only this machine can connect.
    var isLoopback: Bool {
        if host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
