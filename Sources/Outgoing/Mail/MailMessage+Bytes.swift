extension MailMessage {
    /// A line that no encoded body contains: `=` is followed there by a digit or a line break (RFC 2045, section 6.7).
    private static let boundary = "=_vicinity"

    /// The message as it travels: RFC 5322 and MIME, ASCII alone, lines of at most 78 characters where their words allow it.
    ///
    /// The same message gives the same bytes.
    public var bytes: [UInt8] {
        var lines = [
            HeaderText.address("From", from), HeaderText.address("To", to),
            HeaderText.text("Subject", subject), "Date: " + MailDate.text(secondsSince1970),
            HeaderText.folded("Message-ID", "<\(messageIdentifier)>"),
        ]
        lines += fields.map { HeaderText.folded($0.name, $0.value) }
        lines.append("MIME-Version: 1.0")
        if let language { lines.append("Content-Language: \(language)") }
        let plain = EncodedBody(text, type: "text/plain")
        guard let html else { return Self.joined(lines + plain.header) + plain.bytes }
        lines.append("Content-Type: multipart/alternative; boundary=\"\(Self.boundary)\"")
        let rich = EncodedBody(html, type: "text/html")
        return Self.joined(lines) + Self.part(plain) + Self.part(rich)
            + Array("--\(Self.boundary)--\r\n".utf8)
    }

    private static func part(_ body: EncodedBody) -> [UInt8] {
        // The line break before the next boundary belongs to that.
        joined(["--\(boundary)"] + body.header) + body.bytes + [0x0D, 0x0A]
    }

    /// Lines of a header, and the empty line behind it.
    private static func joined(_ lines: [String]) -> [UInt8] {
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// A text as lines of at most 76 ASCII characters, in the shorter one of two encodings.
struct EncodedBody {
    let header: [String]
    /// Whole lines.
    let bytes: [UInt8]

    init(_ text: String, type: String) {
        let plain = Self.withLineBreaks(text)
        let escaped = plain.count { !QuotedPrintable.isPlain($0) && $0 != 0x0D && $0 != 0x0A }
        let isPrintable = plain.count + 2 * escaped <= (plain.count + 2) / 3 * 4
        header = [
            "Content-Type: \(type); charset=utf-8",
            "Content-Transfer-Encoding: \(isPrintable ? "quoted-printable" : "base64")",
        ]
        bytes = isPrintable ? QuotedPrintable.encoded(plain) : Base64.lines(plain)
    }

    /// The bytes with CRLF for each line break, and one at the end.
    private static func withLineBreaks(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 64)
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0A {
                if previous != 0x0D { bytes += [0x0D, 0x0A] }
            } else if byte == 0x0D {
                bytes += [0x0D, 0x0A]
            } else {
                bytes.append(byte)
            }
            previous = byte
        }
        if !bytes.isEmpty, bytes.last != 0x0A { bytes += [0x0D, 0x0A] }
        return bytes
    }
}
