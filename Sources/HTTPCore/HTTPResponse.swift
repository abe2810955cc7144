/// The answer to a request.
public struct HTTPResponse: Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The header fields; the length and the date are added by the server.
    public var fields: HTTPFields
    /// The body.
    public var body: HTTPBody

    /// Creates a response from its parts.
    public init(_ status: HTTPStatus = .ok, fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// A response with bytes of a fixed media type, such as `"text/css; charset=utf-8"`.
    public static func content(
        _ bytes: [UInt8], type: StaticString, status: HTTPStatus = .ok
    ) -> HTTPResponse {
        var fields = HTTPFields()
        fields.append("Content-Type", type.description)
        return HTTPResponse(status, fields: fields, body: .bytes(bytes))
    }

    /// A response with JSON text.
    public static func json(_ bytes: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
        var fields = HTTPFields()
        // Enough for the usual additions: tag, location, language and the rule for caches.
        fields.reserve(bytes: 256)
        fields.append("Content-Type", "application/json")
        return HTTPResponse(status, fields: fields, body: .bytes(bytes))
    }

    /// A response whose body is fed by server-sent events.
    ///
    /// It tells caches and buffering proxies to pass each event on at once.
    public static func eventStream(_ pipe: HTTPBodyPipe) -> HTTPResponse {
        HTTPResponse(fields: eventStreamFields, body: .stream(pipe))
    }

    // Shared storage: a list copies its array only when it changes it.
    private static let eventStreamFields = constantFields([
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
    ])
}

/// A list of constants, which need no check.
func constantFields(_ pairs: [(StaticString, String)]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs { fields.append(name, value) }
    return fields
}
