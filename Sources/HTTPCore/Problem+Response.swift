extension Problem {
    /// The response that carries this problem as `application/problem+json`; caches do not keep it.
    public var response: HTTPResponse {
        HTTPResponse(status, fields: Self.responseFields, body: .bytes(json))
    }

    private static let responseFields = constantFields([
        ("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"),
    ])

    /// The problem as JSON text.
    public var json: [UInt8] {
        var object = JSONObjectText()
        object.add("type", .text(type))
        object.add("title", .text(title))
        object.add("status", .integer(Int64(status.code)))
        if let detail { object.add("detail", .text(detail)) }
        if let instance { object.add("instance", .text(instance)) }
        object.add("code", .text(code))
        if !errors.isEmpty { object.add("errors", .json(errorsText)) }
        for (name, value) in members { object.add(name, value) }
        return object.closed()
    }

    private var errorsText: [UInt8] {
        let objects = errors.map { error in
            var object = JSONObjectText()
            object.add("pointer", .text(error.pointer))
            object.add("code", .text(error.code))
            object.add("detail", .text(error.detail))
            return object.closed()
        }
        return Array("[".utf8) + objects.joined(separator: ",".utf8) + "]".utf8
    }
}

/// The text of one JSON object while it is written.
private struct JSONObjectText {
    private var text = Array("{".utf8)

    mutating func add(_ name: String, _ value: Problem.Member) {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        appendQuoted(name)
        text.append(UInt8(ascii: ":"))
        switch value {
        case .text(let string): appendQuoted(string)
        case .integer(let number): text += "\(number)".utf8
        case .boolean(let flag): text += "\(flag)".utf8
        case .json(let bytes): text += bytes
        }
    }

    func closed() -> [UInt8] { text + "}".utf8 }

    /// Escapes what JSON demands (RFC 8259, 7); everything else is valid UTF-8 already.
    private mutating func appendQuoted(_ string: String) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                text += "\\u00".utf8
                text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default:
                text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
