import Cryptography
import JSON

/// The header and the body that carry an event over HTTP.
public struct CloudEventMessage: Sendable {
    /// The fields of the header.
    public let header: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]

    /// Makes a message, such as one that was received.
    public init(header: [(name: String, value: String)], body: [UInt8]) {
        self.header = header
        self.body = body
    }
}

extension CloudEvent {
    /// The texts of all attributes but the extensions, without the version of the specification.
    private var attributes: [(name: String, value: String)] {
        let optional = [
            ("subject", subject), ("time", time), ("datacontenttype", dataContentType),
            ("dataschema", dataSchema),
        ]
        return [("id", id), ("source", source), ("type", type)]
            + optional.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The structured form: attributes and data in one object of JSON (JSON Event Format 1.0).
    public var structured: CloudEventMessage {
        var object = JSONObject()
        object["specversion"] = .string(Self.specificationVersion)
        for (name, value) in attributes { object[name] = .string(value) }
        for attribute in extensions { object[attribute.name] = attribute.json }
        switch content {
        case .json(let value): object["data"] = value
        case .bytes(let bytes): object["data_base64"] = .string(Base64.encode(bytes))
        case nil: break
        }
        return CloudEventMessage(
            header: [("Content-Type", MediaType.event)], body: JSONValue.object(object).bytes)
    }

    /// The binary form: attributes in fields of the header, and the data alone in the body (HTTP Protocol Binding 1.0).
    public var binary: CloudEventMessage {
        var header = [(name: "ce-specversion", value: Self.specificationVersion)]
        for (name, value) in attributes where name != "datacontenttype" {
            header.append(("ce-\(name)", HeaderText.encode(value)))
        }
        for attribute in extensions {
            header.append(("ce-\(attribute.name)", HeaderText.encode(attribute.text)))
        }
        if let dataContentType { header.append(("Content-Type", dataContentType)) }
        let body: [UInt8] =
            switch content {
            case .json(let value): value.bytes
            case .bytes(let bytes): bytes
            case nil: []
            }
        return CloudEventMessage(header: header, body: body)
    }

    /// Reads an event in either form; the field `Content-Type` tells which.
    ///
    /// - Parameter message: The message.
    /// - Throws: A ``CloudEventError``.
    public init(_ message: CloudEventMessage) throws(CloudEventError) {
        let fields = try Self.fields(message.header)
        let contentType = fields["content-type"]
        switch contentType.map(MediaType.essence) {
        case MediaType.event: try self.init(structured: message.body)
        case let essence? where essence.hasPrefix(MediaType.anyEvent): throw .format
        default: try self.init(fields: fields, contentType: contentType, body: message.body)
        }
    }

    /// The fields that matter, with their names in lower case.
    private static func fields(
        _ header: [(name: String, value: String)]
    ) throws(CloudEventError) -> [String: String] {
        var fields: [String: String] = [:]
        for field in header {
            let name = field.name.lowercased()
            guard name == "content-type" || name.hasPrefix("ce-") else { continue }
            guard fields.updateValue(field.value, forKey: name) == nil else {
                throw .attribute(name.hasPrefix("ce-") ? String(name.dropFirst(3)) : "datacontenttype")
            }
        }
        return fields
    }

    private init(
        fields: [String: String], contentType: String?, body: [UInt8]
    ) throws(CloudEventError) {
        var texts: [String: String] = [:]
        for (name, value) in fields where name.hasPrefix("ce-") {
            let name = String(name.dropFirst(3))
            // These have a place of their own in this form.
            guard !["datacontenttype", "data", "data_base64"].contains(name),
                let text = HeaderText.decode(value)
            else { throw .attribute(name) }
            texts[name] = text
        }
        var content: Content?
        if !body.isEmpty { content = .bytes(body) }
        if let contentType, !body.isEmpty, MediaType.isJSON(contentType) {
            guard let value = try? JSONValue(parsing: body) else { throw .data }
            content = .json(value)
        }
        let extensions = texts.filter { !CloudEventExtension.reserved.contains($0.key) }
            .map { CloudEventExtension($0.key, .text($0.value)) }
        try self.init(texts: texts, contentType: contentType, content: content, extensions: extensions)
    }

    private init(structured body: [UInt8]) throws(CloudEventError) {
        guard case .object(let object)? = try? JSONValue(parsing: body) else { throw .body }
        var texts: [String: String] = [:]
        var extensions: [CloudEventExtension] = []
        for member in object.members where member.name != "data" && member.name != "data_base64" {
            switch member.value {
            case .null: continue
            case .string(let text) where CloudEventExtension.reserved.contains(member.name):
                texts[member.name] = text
            case _ where CloudEventExtension.reserved.contains(member.name): throw .attribute(member.name)
            case .string(let text): extensions.append(CloudEventExtension(member.name, .text(text)))
            case .boolean(let boolean): extensions.append(CloudEventExtension(member.name, .boolean(boolean)))
            case .integer(let integer):
                guard let integer = Int32(exactly: integer) else { throw .attribute(member.name) }
                extensions.append(CloudEventExtension(member.name, .integer(integer)))
            default: throw .attribute(member.name)
            }
        }
        let contentType = texts["datacontenttype"]
        let content = try Self.content(of: object, contentType: contentType)
        try self.init(texts: texts, contentType: contentType, content: content, extensions: extensions)
    }

    private static func content(
        of object: JSONObject, contentType: String?
    ) throws(CloudEventError) -> Content? {
        switch (object["data"], object["data_base64"]) {
        case (nil, nil): return nil
        case (let value?, nil):
            // A text of another format stands in a string (JSON Event Format section 3.1).
            if let contentType, !MediaType.isJSON(contentType), case .string(let text) = value {
                return .bytes(Array(text.utf8))
            }
            return .json(value)
        case (nil, .string(let text)):
            guard let bytes = Base64.decode(text) else { throw .data }
            return .bytes(bytes)
        default: throw .data
        }
    }

    private init(
        texts: [String: String], contentType: String?, content: Content?, extensions: [CloudEventExtension]
    ) throws(CloudEventError) {
        guard let version = texts["specversion"] else { throw .attribute("specversion") }
        guard version == Self.specificationVersion else { throw .specificationVersion }
        try self.init(
            id: texts["id"] ?? "", source: texts["source"] ?? "", type: texts["type"] ?? "",
            subject: texts["subject"], time: texts["time"], dataContentType: contentType,
            dataSchema: texts["dataschema"], content: content, extensions: extensions)
    }
}
