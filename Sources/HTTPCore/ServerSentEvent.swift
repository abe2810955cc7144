/// One event of a `text/event-stream`.
public struct ServerSentEvent: Equatable, Sendable {
    /// Why an event cannot be written.
    public enum Refusal: Error, Equatable {
        /// The identifier holds a line break or NUL.
        case badIdentifier
        /// The name holds a line break or NUL.
        case badName
    }

    /// The value that a reader sends back as `Last-Event-ID`; `nil` keeps its last one.
    public let id: String?
    /// The kind that listeners subscribe to; `nil` is the same as `message`.
    public let event: String?
    /// The content, of any number of lines.
    public let data: String

    /// Creates an event.
    ///
    /// - Throws: ``Refusal`` when the identifier or the name would break the framing.
    public init(id: String? = nil, event: String? = nil, data: String) throws(Refusal) {
        guard id?.utf8.contains(where: breaksField) != true else { throw .badIdentifier }
        guard event?.utf8.contains(where: breaksField) != true else { throw .badName }
        self.id = id
        self.event = event
        self.data = data
    }

    /// The event as it stands in the stream.
    public var bytes: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(data.utf8.count + 64)
        if let id { appendLine("id: ", id.utf8, to: &text) }
        if let event { appendLine("event: ", event.utf8, to: &text) }
        for line in splitLines(data.utf8) { appendLine("data: ", line, to: &text) }
        text.append(lineFeed)
        return text
    }

    private func appendLine(_ prefix: StaticString, _ line: some Sequence<UInt8>, to text: inout [UInt8]) {
        prefix.withUTF8Buffer { text += $0 }
        text += line
        text.append(lineFeed)
    }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

private func breaksField(_ byte: UInt8) -> Bool {
    byte == lineFeed || byte == carriageReturn || byte == 0
}

/// The lines of a text; CR, LF and CR LF each end a line, as they do for the reader.
private func splitLines(_ text: String.UTF8View) -> [Substring.UTF8View] {
    var lines: [Substring.UTF8View] = []
    var rest = text[...]
    while let end = rest.firstIndex(where: { $0 == lineFeed || $0 == carriageReturn }) {
        lines.append(rest[..<end])
        let isPair = rest[end] == carriageReturn && rest[rest.index(after: end)...].first == lineFeed
        rest = rest[rest.index(end, offsetBy: isPair ? 2 : 1)...]
    }
    lines.append(rest)
    return lines
}
