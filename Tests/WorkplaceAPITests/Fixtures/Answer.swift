import Gzip
import HTTPCore
import JSON

/// An answer as tests look at it.
struct Answer {
    let status: Int
    let fields: HTTPFields
    let bytes: [UInt8]
    let pipe: HTTPBodyPipe?
    /// The body, parsed once; `nil` when it is not JSON, so that a test that looks for a member fails on that.
    let json: JSONValue?

    init(_ response: HTTPResponse) {
        status = Int(response.status.code)
        fields = response.fields
        switch response.body {
        case .empty: (bytes, pipe) = ([], nil)
        case .bytes(let all): (bytes, pipe) = (all, nil)
        case .stream(let stream): (bytes, pipe) = ([], stream)
        }
        json = try? JSONValue(parsing: Self.uncompressed(bytes, fields))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// What stands at a path such as `lines.0.name`; `nil` when nothing does.
    subscript(path: String) -> JSONValue? { json?.at(path) }

    private static func uncompressed(_ bytes: [UInt8], _ fields: HTTPFields) -> [UInt8] {
        guard fields["Content-Encoding"] == "gzip" else { return bytes }
        var inflater = GzipInflater()
        inflater.feed(bytes)
        var content: [UInt8] = []
        while let piece = try? inflater.next(), !piece.isEmpty { content += piece }
        return content
    }

    var code: JSONValue? { self["code"] }

    /// Pointers and codes of field errors, such as `/lines/0/item unknown-item`.
    var errors: [String] {
        self["errors"]?.elements.map { "\($0.at("pointer")?.text ?? "") \($0.at("code")?.text ?? "")" } ?? []
    }
}

extension JSONValue {
    func at(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(Optional(self)) { value, step in
            switch value {
            case .object(let object)?: object[String(step)]
            case .array(let elements)?:
                Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    var members: [JSONObject.Member] { if case .object(let object) = self { object.members } else { [] } }
}
