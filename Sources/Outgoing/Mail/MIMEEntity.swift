/// A message or a part of one: its header, and the bytes behind it.
///
/// Any bytes are one.
struct MIMEEntity {
    /// What is read of hostile bytes at most.
    private static let fieldLimit = 500
    private static let partLimit = 50
    private static let valueLimit = 4000

    /// The fields, unfolded, their names in lower case.
    let fields: [(name: String, value: String)]
    private let content: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        var lines = MIMELines(bytes)
        var fields: [(name: String, value: String)] = []
        while let line = lines.next(), !line.isEmpty {
            if line.first == 0x20 || line.first == 0x09 {
                if let last = fields.last, last.value.utf8.count + line.count <= Self.valueLimit {
                    fields[fields.count - 1].value += " " + Self.text(line)
                }
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), fields.count < Self.fieldLimit {
                let value = line[(colon + 1)...].prefix(Self.valueLimit)
                fields.append((Self.text(line[..<colon].prefix(100)).lowercased(), Self.text(value)))
            }
        }
        self.fields = fields
        content = lines.rest
    }

    /// The value of the first field with that name, which is in lower case.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The type in lower case, without parameters; plain text if there is none.
    var type: String {
        let field = self["content-type"] ?? "text/plain"
        return Self.trimmed(field.prefix { $0 != ";" }).lowercased()
    }

    /// The bytes behind the header, decoded.
    var body: [UInt8] {
        switch self["content-transfer-encoding"]?.lowercased() {
        case "base64": Base64.decoded(content)
        case "quoted-printable": QuotedPrintable.decoded(content)
        default: Array(content)
        }
    }

    /// The parts, if the entity has some.
    var parts: [MIMEEntity] {
        guard type.hasPrefix("multipart/"), let boundary = parameter("boundary"), !boundary.isEmpty else {
            return []
        }
        let mark = Array("--\(boundary)".utf8)
        var lines = MIMELines(content)
        var parts: [MIMEEntity] = []
        var start: Int?
        while case let before = lines.rest.startIndex, let line = lines.next() {
            guard line.starts(with: mark) else { continue }
            let tail = line.dropFirst(mark.count)
            let isEnd = tail.starts(with: "--".utf8)
            // Another boundary may begin with this one.
            guard tail.dropFirst(isEnd ? 2 : 0).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            if let start { parts.append(MIMEEntity(content[start..<before])) }
            start = isEnd ? nil : lines.rest.startIndex
            if isEnd || parts.count >= Self.partLimit { return parts }
        }
        // The message was cut, or nobody wrote the last boundary.
        if let start { parts.append(MIMEEntity(content[start...])) }
        return parts
    }

    /// A parameter of the type, such as `boundary`.
    private func parameter(_ name: String) -> String? {
        var rest = (self["content-type"] ?? "").drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let found = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(found.count)
            var value = ""
            if rest.hasPrefix("=\"") {
                rest = rest.dropFirst(2)
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
                }
                rest = rest.drop { $0 != ";" }
            } else if rest.first == "=" {
                let plain = rest.dropFirst().prefix { $0 != ";" }
                value = Self.trimmed(plain)
                rest = rest.dropFirst(1 + plain.count)
            }
            if Self.trimmed(found).lowercased() == name { return value }
        }
        return nil
    }

    /// A line as text without controls and without spaces around it.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasControls else { return trimmed(text) }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { plain.append(scalar.isControl ? " " : scalar) }
        return trimmed(String(plain))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(start[...end])
    }
}

/// Lines that end with LF, with CRLF, or with the bytes.
struct MIMELines {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        guard let end = rest.firstIndex(of: 0x0A) else {
            defer { rest = rest[rest.endIndex...] }
            return rest
        }
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        return line.last == 0x0D ? line.dropLast() : line
    }
}
