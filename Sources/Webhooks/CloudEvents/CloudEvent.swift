public import JSON

/// An event by CloudEvents 1.0: what happened, where, and its data.
///
/// A value of this type has all that the specification demands. ``structured`` and ``binary`` write it for HTTP.
public struct CloudEvent: Sendable, Hashable {
    /// The version of the specification.
    public static let specificationVersion = "1.0"

    /// The data of an event.
    public enum Content: Sendable, Hashable {
        /// A value of JSON.
        case json(JSONValue)
        /// Bytes of another format, which ``CloudEvent/dataContentType`` names.
        case bytes([UInt8])
    }

    /// The name of the event; the source never uses it again.
    public let id: String
    /// Where it happened, as a reference to a URI.
    public let source: String
    /// What happened, such as `example.cafe.order.ready`.
    public let type: String
    /// What it happened to, in the terms of the source.
    public let subject: String?
    /// When it happened, by RFC 3339.
    public let time: String?
    /// The format of the data, as a media type.
    public let dataContentType: String?
    /// The schema of the data, as a URI.
    public let dataSchema: String?
    /// The data.
    public let content: Content?
    /// Further attributes, in the order of their names.
    public let extensions: [CloudEventExtension]

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - id: The name of the event, not empty.
    ///   - source: Where it happened, not empty.
    ///   - type: What happened, not empty.
    ///   - subject: What it happened to, not empty.
    ///   - time: When it happened, by RFC 3339.
    ///   - dataContentType: The format of the data; `application/json` by default if it is JSON.
    ///   - dataSchema: The schema of the data, not empty.
    ///   - content: The data.
    ///   - extensions: Further attributes, each name once.
    /// - Throws: ``CloudEventError/attribute(_:)`` with the name of the attribute that is not allowed.
    public init(
        id: String, source: String, type: String, subject: String? = nil, time: String? = nil,
        dataContentType: String? = nil, dataSchema: String? = nil, content: Content? = nil,
        extensions: [CloudEventExtension] = []
    ) throws(CloudEventError) {
        let required = [("id", id), ("source", source), ("type", type)]
        let optional = [
            ("subject", subject), ("time", time), ("datacontenttype", dataContentType),
            ("dataschema", dataSchema),
        ]
        for case (let name, let text?) in required + optional {
            guard Self.isText(text), !text.isEmpty else { throw .attribute(name) }
        }
        for (name, text) in [("source", source), ("dataschema", dataSchema)] where text?.contains(" ") == true
        {
            throw .attribute(name)
        }
        guard time.map(RFC3339.isTime) ?? true else { throw .attribute("time") }
        let sorted = extensions.sorted { $0.name < $1.name }
        for (place, attribute) in sorted.enumerated() {
            guard CloudEventExtension.isName(attribute.name), attribute.isAllowed,
                place == 0 || sorted[place - 1].name != attribute.name
            else { throw .attribute(attribute.name) }
        }
        self.id = id
        self.source = source
        self.type = type
        self.subject = subject
        self.time = time
        if case .json = content {
            self.dataContentType = dataContentType ?? MediaType.json
        } else {
            self.dataContentType = dataContentType
        }
        self.dataSchema = dataSchema
        self.content = content
        self.extensions = sorted
    }

    /// Whether a text is free of control characters and of code points that are no characters.
    static func isText(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isNoCharacter = scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
            return !isControl && !isNoCharacter
        }
    }
}

/// A further attribute of an event.
public struct CloudEventExtension: Sendable, Hashable {
    /// The value of an attribute; the binary form makes a text of each.
    public enum Value: Sendable, Hashable {
        /// `true` or `false`.
        case boolean(Bool)
        /// A whole number.
        case integer(Int32)
        /// A text, not empty.
        case text(String)
    }

    static let reserved: Set<String> = [
        "id", "source", "specversion", "type", "subject", "time", "datacontenttype", "dataschema", "data",
        "data_base64",
    ]

    /// The name: lower-case letters and digits of ASCII.
    public let name: String
    /// The value.
    public let value: Value

    /// Makes an attribute; the event refuses names and values that are not allowed.
    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && !reserved.contains(name)
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }

    var isAllowed: Bool {
        guard case .text(let text) = value else { return true }
        return !text.isEmpty && CloudEvent.isText(text)
    }

    var text: String {
        switch value {
        case .boolean(let boolean): boolean ? "true" : "false"
        case .integer(let integer): String(integer)
        case .text(let text): text
        }
    }

    var json: JSONValue {
        switch value {
        case .boolean(let boolean): .boolean(boolean)
        case .integer(let integer): .integer(Int64(integer))
        case .text(let text): .string(text)
        }
    }
}

/// Why something is not an event of CloudEvents 1.0.
public enum CloudEventError: Error, Sendable, Hashable {
    /// An attribute is missing, comes twice, or is not allowed.
    case attribute(String)
    /// The body is not JSON, or not an object.
    case body
    /// The data comes twice, or cannot be read.
    case data
    /// The version of the specification is another one.
    case specificationVersion
    /// The message has several events, or a format that is not JSON.
    case format

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension CloudEventError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .attribute(let name):
            ("event-attribute", "The attribute \(name) is missing, repeated or malformed.")
        case .body: ("event-body", "The body is not an object of JSON.")
        case .data: ("event-data", "The data comes twice, or cannot be read.")
        case .specificationVersion: ("event-version", "The event is not of CloudEvents 1.0.")
        case .format: ("event-format", "The message is not one event in JSON.")
        }
    }
}
