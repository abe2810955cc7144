public import JSON

extension Problem {
    /// The response that carries this problem as `application/problem+json`; caches do not keep it.
    public var response: HTTPResponse {
        var fields = Self.responseFields
        if let challenge { fields.append("WWW-Authenticate", challenge.description) }
        if let retryAfter { fields.append("Retry-After", String(retryAfter.secondsRoundedUp)) }
        return HTTPResponse(status, fields: fields, body: .bytes(json))
    }

    private static let responseFields = constantFields([
        ("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"),
    ])

    /// The problem as JSON text.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("type", type)
            json.member("title", title)
            json.member("status", Int(status.code))
            if let detail { json.member("detail", detail) }
            if let instance { json.member("instance", instance) }
            json.member("code", code)
            if !errors.isEmpty { json.member("errors") { $0.fieldErrors(errors) } }
            for (name, value) in members { json.member(named: name) { $0.value(value) } }
        }
        return json.bytes
    }
}

extension JSONWriter {
    /// Writes the errors in a request's content, each with its place, code and sentence.
    public mutating func fieldErrors(_ errors: [Problem.FieldError]) {
        array { json in
            for error in errors {
                json.object { json in
                    json.member("pointer", error.pointer)
                    json.member("code", error.code)
                    json.member("detail", error.detail)
                }
            }
        }
    }

    fileprivate mutating func value(_ value: Problem.Member) {
        switch value {
        case .text(let text): string(text)
        case .integer(let number): integer(number)
        case .boolean(let flag): boolean(flag)
        case .json(let bytes): raw(String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension Duration {
    /// The duration for `Retry-After` in whole seconds, rounded up so that no client returns too early.
    fileprivate var secondsRoundedUp: Int64 {
        components.seconds + (components.attoseconds > 0 ? 1 : 0)
    }
}
