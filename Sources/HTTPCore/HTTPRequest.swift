/// A request whose body has arrived in full.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The path, still percent-encoded, without the query.
    public var path: String
    /// What follows the first `?`, still encoded; empty when there is none.
    public var query: String
    /// The header fields.
    public var fields: HTTPFields
    /// The body, without transfer coding.
    public var body: [UInt8]
    /// Whether the client spoke TLS, to the server or to a trusted proxy.
    public var isSecure: Bool
    /// The numeric address of the client, without the port, also behind a trusted proxy; empty when there is no connection.
    public var clientAddress = ""
    /// Whether a trusted proxy has passed it on; its `Host` may then lack the port that the client asked for.
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
    ///
    /// The authority of an absolute target is dropped (RFC 9112, 3.2.2).
    public init(
        _ method: HTTPMethod = .get, target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
        isSecure: Bool = false
    ) {
        var rest = target[...]
        if !rest.utf8.starts(with: "/".utf8) { rest = droppingAuthority(rest) }
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        self.init(
            method, path: String(rest[..<(mark ?? rest.endIndex)]),
            query: mark.map { String(rest[rest.utf8.index(after: $0)...]) } ?? "",
            fields: fields, body: body, isSecure: isSecure)
    }
}

private func droppingAuthority(_ target: Substring) -> Substring {
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
        let rest = target.dropFirst(scheme.count)
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[start] == "/" ? rest[start...] : "/" + rest[start...]
    }
    return target
}
