/// A request whose body has arrived in full.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The path, still percent-encoded, without the query.
    public var path: String
    /// The part after the first `?`, still encoded; empty when there is none.
    public var query: String
    /// The host and port of an absolute target such as `http://host:80/menu`; `nil` for the usual target.
    public var authority: String?
    /// The header fields.
    public var fields: HTTPFields
    /// The body, without transfer coding.
    public var body: [UInt8]
    /// Whether the client spoke TLS, to the server or to a trusted proxy.
    public var isSecure: Bool
    /// The client's numeric address without the port, even behind a trusted proxy; empty without a
    /// connection.
    public var clientAddress = ""
    /// Its name in the log; `nil` without a server.
    public var id: RequestID?
    /// Whether a trusted proxy has forwarded it; its `Host` may then lack the port that the client asked for.
    public var comesThroughProxy = false

    /// Creates a request from its parts.
    public init(
        _ method: HTTPMethod = .get, path: String, query: String = "", fields: HTTPFields = HTTPFields(),
        body: [UInt8] = [], isSecure: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body
        self.isSecure = isSecure
    }

    /// Creates a request from the target of a request line, such as `/menu?item=3` or `http://host/menu`.
    public init(
        _ method: HTTPMethod = .get, target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
        isSecure: Bool = false
    ) {
        var rest = target[...]
        var authority: String?
        if !rest.utf8.starts(with: "/".utf8) { (authority, rest) = splittingAuthority(rest) }
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        self.init(
            method, path: String(rest[..<(mark ?? rest.endIndex)]),
            query: mark.map { String(rest[rest.utf8.index(after: $0)...]) } ?? "",
            fields: fields, body: body, isSecure: isSecure)
        self.authority = authority
    }
}

/// Splits an absolute target (RFC 9112, 3.2.2).
private func splittingAuthority(_ target: Substring) -> (authority: String?, rest: Substring) {
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
        let rest = target.dropFirst(scheme.count)
        let start = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = String(rest[..<start])
        return (authority, rest[start...].hasPrefix("/") ? rest[start...] : "/" + rest[start...])
    }
    return (nil, target)
}
