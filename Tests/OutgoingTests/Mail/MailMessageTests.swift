import Testing

@testable import Outgoing

struct MailMessageTests {
    private static let sender = "vicinity@campus.example"

    private func message(
        fromName: String = "", toName: String = "", subject: String = "Ready", text: String = "Hello\n",
        html: String? = nil, seconds: Int = 1_795_547_724, identifier: String = "n1@campus.example",
        language: String? = nil, fields: [MailMessage.Field] = []
    ) throws -> MailMessage {
        try MailMessage(
            from: NamedMailAddress(MailAddress(Self.sender), name: fromName),
            to: NamedMailAddress(MailAddress("ada@example.org"), name: toName), subject: subject, text: text,
            html: html, secondsSince1970: seconds, messageIdentifier: identifier, language: language,
            fields: fields)
    }

    private func written(_ message: MailMessage) -> String {
        String(decoding: message.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    @Test(arguments: [
        String(repeating: "\"", count: 60), String(repeating: "\\", count: 31),
        String(repeating: "\" ", count: 29) + "\"", "\"" + String(repeating: "a", count: 59),
    ])
    func `a name of many quotation marks stays within the length of a line`(name: String) throws {
        let lines = written(try message(fromName: name, toName: name)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 78 })
    }

    // MARK: - Whole messages

    @Test func `a message of text alone is one part`() throws {
        let expected = """
            From: Caffe <vicinity@campus.example>
            To: ada@example.org
            Subject: Your order is ready
            Date: Tue, 24 Nov 2026 19:15:24 +0000
            Message-ID: <n1@campus.example>
            Auto-Submitted: auto-generated
            MIME-Version: 1.0
            Content-Language: en
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Pick it up at =C2=BB4=C2=AB.

            """
        let message = try message(
            fromName: "Caffe", subject: "Your order is ready", text: "Pick it up at »4«.", language: "en",
            fields: [.init("Auto-Submitted", "auto-generated")])
        #expect(written(message) == expected)
    }

    @Test func `a message with both bodies has two parts, and words beyond ASCII are encoded`() throws {
        let expected = """
            From: "Bar, 1. Stock" <vicinity@campus.example>
            To: =?UTF-8?B?WsO2ZQ==?= <ada@example.org>
            Subject: =?UTF-8?B?5rOo5paH?=
            Date: Thu, 01 Jan 1970 00:00:00 +0000
            Message-ID: <n1@campus.example>
            In-Reply-To: <n0@campus.example>
            List-Unsubscribe: <https://campus.example/off>
            MIME-Version: 1.0
            Content-Type: multipart/alternative; boundary="=_vicinity"

            --=_vicinity
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            5rOo5paH44Gu5rqW5YKZDQo=

            --=_vicinity
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <p lang=3Dja>x</p>

            --=_vicinity--

            """
        let message = try message(
            fromName: "Bar, 1. Stock", toName: "Zöe", subject: "注文", text: "注文の準備",
            html: "<p lang=ja>x</p>", seconds: 0,
            fields: [
                .init("In-Reply-To", "<n0@campus.example>"),
                .init("List-Unsubscribe", "<https://campus.example/off>"),
            ])
        #expect(written(message) == expected)
    }

    @Test(arguments: [
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 +0000"),
        (951_868_800, "Wed, 01 Mar 2000 00:00:00 +0000"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 +0000"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 +0000"),
    ])
    func `a date is that of the calendar`(seconds: Int, text: String) throws {
        #expect(written(try message(seconds: seconds)).contains("\nDate: \(text)\n"))
    }

    // MARK: - Lines

    @Test(arguments: [
        String(repeating: "word ", count: 60), String(repeating: "ä", count: 400),
        String(repeating: "x", count: 900), "a" + String(repeating: "\u{301}", count: 200),
        "=?UTF-8?Q?x?=", "  spaces  ", String(repeating: "👩‍👩‍👧‍👦", count: 20),
    ])
    func `no line of the header is longer than 78 characters`(text: String) throws {
        let message = try message(fromName: text, toName: text, subject: text)
        for line in written(message).split(separator: "\n") { #expect(line.utf8.count <= 78, "\(line)") }
    }

    @Test func `a long field is folded at its spaces`() throws {
        let value = (1...30).map { "<https://campus.example/\($0)>" }.joined(separator: ", ")
        let lines = written(try message(fields: [.init("List-Unsubscribe", value)])).split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 78 })
        let start = try #require(lines.firstIndex { $0.hasPrefix("List-Unsubscribe: ") })
        let end = try #require(lines[(start + 1)...].firstIndex { !$0.hasPrefix(" ") })
        #expect(lines[start..<end].joined() == "List-Unsubscribe: " + value)
    }

    @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "a\nb\n"])
    func `each line break of a body is written as the standard says`(text: String) throws {
        let written = String(decoding: try message(text: text).bytes, as: UTF8.self)
        #expect(written.hasSuffix("\r\n\r\na\r\nb\r\n"))
    }

    @Test func `a line of a body cannot be read as an end of the message or of a mailbox`() throws {
        let text = written(try message(text: ".\nFrom me\n.x \n"))
        #expect(text.hasSuffix("\n\n=2E\n=46rom me\n=2Ex=20\n"))
    }

    @Test(arguments: ["x", " ", "=", "ä", "\t", "a b"])
    func `a long line of a body is broken and read again as it was`(piece: String) throws {
        let text = String(repeating: piece, count: 700)
        let body = EncodedBody(text, type: "text/plain")
        let lines = String(decoding: body.bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        let isBase64 = body.header[1].hasSuffix("base64")
        let decoded = isBase64 ? Base64.decoded(body.bytes) : QuotedPrintable.decoded(body.bytes[...])
        #expect(String(decoding: decoded, as: UTF8.self) == text + "\r\n")
    }

    // MARK: - Refusals

    @Test(arguments: [
        "\r\nBcc: x@example.org", "\n", "\r", "\u{0}", "\u{85}", "\u{2028}", "\u{7F}", "\t",
    ])
    func `no value can begin another field`(text: String) throws {
        let value = "a\(text)b"
        #expect(throws: MailMessageError.controlCharacter("Subject")) { try message(subject: value) }
        #expect(throws: MailMessageError.controlCharacter("From")) { try message(fromName: value) }
        #expect(throws: MailMessageError.controlCharacter("To")) { try message(toName: value) }
        #expect(throws: MailMessageError.controlCharacter("X-A")) {
            try message(fields: [.init("X-A", value)])
        }
        #expect(throws: MailMessageError.messageIdentifier) { try message(identifier: "a\(text)@b.c") }
        #expect(throws: MailMessageError.language) { try message(language: value) }
        #expect(throws: MailMessageError.fieldName(value)) { try message(fields: [.init(value, "x")]) }
    }

    @Test(arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{9B}"])
    func `a body has no controls`(text: String) throws {
        #expect(throws: MailMessageError.controlCharacter("body")) { try message(text: text) }
        #expect(throws: MailMessageError.controlCharacter("body")) { try message(html: text) }
    }

    @Test(arguments: [
        "From", "to", "BCC", "Cc", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type",
        "Received", "Resent-To",
    ])
    func `a field that the message writes itself is refused`(name: String) throws {
        #expect(throws: MailMessageError.reservedField(name)) { try message(fields: [.init(name, "x")]) }
    }

    @Test(arguments: ["", "X Y", "X:", "Ä", String(repeating: "x", count: 77)])
    func `a name of a field that is none is refused`(name: String) throws {
        #expect(throws: MailMessageError.fieldName(name)) { try message(fields: [.init(name, "x")]) }
    }

    @Test(arguments: ["", "  ", "ä"])
    func `a value of a field that is empty or not ASCII is refused`(value: String) throws {
        #expect(throws: MailMessageError.fieldValue("X-A")) { try message(fields: [.init("X-A", value)]) }
    }

    @Test func `a value that no line can hold is refused`() throws {
        let long = String(repeating: "x", count: 995)
        #expect(throws: MailMessageError.tooLong("X-A")) { try message(fields: [.init("X-A", long)]) }
        #expect(throws: MailMessageError.tooLong("Subject")) { try message(subject: long + "123456") }
    }

    @Test(arguments: ["", "a", "@b", "a@", "a@b@c", "<a@b>", "a b@c", "a@b c", "a..b@c"])
    func `an identifier of another form is refused`(identifier: String) throws {
        #expect(throws: MailMessageError.messageIdentifier) { try message(identifier: identifier) }
    }

    @Test(arguments: [-1, 253_402_300_800, .min, .max])
    func `a date that mail cannot write is refused`(seconds: Int) throws {
        #expect(throws: MailMessageError.date) { try message(seconds: seconds) }
    }
}
