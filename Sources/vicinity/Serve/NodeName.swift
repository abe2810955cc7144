import Glibc

/// How the server of the database names the connections of a node, so that `pg_stat_activity` shows which node has which.
enum NodeName {
    /// PostgreSQL cuts longer names.
    private static let mostBytes = 63
    private static let prefix = "vicinity "

    /// The name for a node that others reach at a URL, such as `vicinity 10.0.0.5:8080`.
    ///
    /// - Parameters:
    ///   - url: Where other nodes reach it; `nil` when nobody can know.
    ///   - machine: The name of the machine, which is used instead of an unspecified address such as 0.0.0.0.
    /// - Returns: At most 63 bytes; a host that is too long loses its end and keeps its port.
    static func ofConnections(url: String?, machine: String = Self.machine) -> String {
        guard let url else { return String(prefix.dropLast()) }
        let authority = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let host = PublicURL.host(of: url)
        let port = authority.dropFirst(host.count)
        let name = isUnspecified(host) && !machine.isEmpty ? machine : host
        let room = mostBytes - prefix.utf8.count - port.utf8.count
        return prefix + String(decoding: name.utf8.prefix(max(0, room)), as: UTF8.self) + port
    }

    /// Whether a host is an unspecified address, which no other machine can reach.
    static func isUnspecified(_ host: String) -> Bool { ["0.0.0.0", "::", "[::]"].contains(host) }

    /// The name of this machine; empty if it is not in ASCII.
    private static var machine: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? name : ""
    }
}
