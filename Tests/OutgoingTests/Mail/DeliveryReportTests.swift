import Testing

@testable import Outgoing

struct DeliveryReportTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    private static let report = """
        Return-Path: <>
        From: MAILER-DAEMON@mail.example
        Subject: Undelivered Mail Returned to Sender
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status;
        \tboundary="edge/of (it)"

        This is a MIME message.
        --edge/of (it)
        Content-Type: text/plain

        I'm sorry to have to inform you.
        --edge/of (it)
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mail.example
        Arrival-Date: Tue, 24 Nov 2026 19:15:24 +0000

        Original-Recipient: rfc822;ada@example.org
        Final-Recipient: rfc822; lovelace@mail.example.org
        Action: failed
        Status: 5.1.1 (bad mailbox)
        Diagnostic-Code: smtp; 550 5.1.1 <lovelace@mail.example.org>:
         Recipient address rejected

        Final-Recipient: RFC822; <bea@example.org>
        Action: Delayed
        Status: 4.4.7

        --edge/of (it)
        Content-Type: message/rfc822

        Received: from vicinity.example
        Message-Id: <n1@campus.example>
        Subject: Your order is ready

        Pick it up.
        --edge/of (it)--

        """

    @Test func `a report tells of each recipient and of the message`() throws {
        let report = try #require(DeliveryReport(parsing: bytes(Self.report)))
        #expect(report.originalMessageIdentifier == "n1@campus.example")
        #expect(report.recipients.map(\.address) == ["lovelace@mail.example.org", "bea@example.org"])
        #expect(report.recipients.map(\.originalAddress) == ["ada@example.org", nil])
        #expect(report.recipients.map(\.action) == [.failed, .delayed])
        #expect(report.recipients.map(\.status?.description) == ["5.1.1", "4.4.7"])
        #expect(report.recipients.map(\.isPermanentFailure) == [true, false])
        #expect(
            report.recipients[0].diagnostic
                == "smtp; 550 5.1.1 <lovelace@mail.example.org>: Recipient address rejected")
    }

    @Test func `line feeds alone end lines too`() {
        let report = DeliveryReport(parsing: Array(Self.report.utf8))
        #expect(report != nil && report == DeliveryReport(parsing: bytes(Self.report)))
    }

    @Test func `a report without returned header has no identifier`() throws {
        let text = Self.report.replacing("message/rfc822", with: "text/plain")
        #expect(try #require(DeliveryReport(parsing: bytes(text))).originalMessageIdentifier == nil)
    }

    @Test func `a report whose parts are encoded is read`() throws {
        let status =
            "Reporting-MTA: dns; m\r\n\r\n"
            + "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.0.0\r\n"
        let text = """
            Content-Type: multipart/report; boundary=e

            --e
            Content-Type: message/delivery-status
            Content-Transfer-Encoding: BASE64

            \(String(decoding: Base64.encoded(Array(status.utf8)), as: UTF8.self))
            --e
            Content-Type: text/rfc822-headers
            Content-Transfer-Encoding: quoted-printable

            Message-ID: <n=31@campus.=
            example>
            --e--
            """
        let report = try #require(DeliveryReport(parsing: bytes(text)))
        #expect(report.recipients.map(\.address) == ["a@b.example"])
        #expect(report.originalMessageIdentifier == "n1@campus.example")
    }

    @Test func `a report within a forwarded message of parts is found`() throws {
        let inner = Self.report.drop { $0 != "C" }
        let text = "Content-Type: multipart/mixed; boundary=out\n\n--out\n\(inner)\n--out--\n"
        #expect(DeliveryReport(parsing: bytes(text))?.recipients.count == 2)
    }

    @Test(arguments: [
        "", "\r\n", "Subject: hello\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: failed\r\n",
        "Content-Type: multipart/report\r\n\r\n--\r\n",
        "Content-Type: multipart/report; boundary=\r\n\r\n--\r\n",
        "Content-Type: multipart/report; boundary=\"e\r\n\r\n--e\r\n--e--\r\n",
        "Content-Type: message/delivery-status\r\n\r\nAction: failed\r\n",
        "Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: eaten\r\n",
    ])
    func `what is no report is none`(text: String) {
        #expect(DeliveryReport(parsing: Array(text.utf8)) == nil)
    }

    @Test func `a report that is cut anywhere gives less and nothing else`() {
        let whole = bytes(Self.report)
        let recipients = DeliveryReport(parsing: whole)?.recipients.map(\.action) ?? []
        #expect(recipients.count == 2)
        for count in 0..<whole.count {
            let found = DeliveryReport(parsing: Array(whole.prefix(count)))?.recipients.map(\.action) ?? []
            #expect(recipients.starts(with: found))
        }
    }

    @Test func `bytes that want much work are read in little time`() {
        let nested = String(
            repeating: "Content-Type: multipart/mixed; boundary=e\r\n\r\n--e\r\n", count: 5000)
        #expect(DeliveryReport(parsing: Array(nested.utf8)) == nil)
        let folded = "Content-Type: multipart/report;" + String(repeating: "\r\n a=b;", count: 50_000)
        #expect(DeliveryReport(parsing: Array(folded.utf8)) == nil)
        let marks =
            "Content-Type: multipart/report; boundary=e\r\n\r\n"
            + String(repeating: "--e\r\n", count: 50_000)
        #expect(DeliveryReport(parsing: Array(marks.utf8)) == nil)
    }
}
