import Testing

@testable import Outgoing

@Suite(.timeLimit(.minutes(1))) struct MailSenderTests {
    private func message() throws -> MailMessage {
        try MailMessage(
            from: NamedMailAddress(MailAddress("vicinity@campus.example")),
            to: NamedMailAddress(MailAddress("ada@example.org")), subject: "Ready", text: "Ready",
            secondsSince1970: 0, messageIdentifier: "n1@campus.example")
    }

    @Test(arguments: [
        "", "mail.example", "http://mail.example", "imap://mail.example", "smtp://user@mail.example",
        "smtp://mail.example/path", "smtp://mail.example?x", "smtp://mail.example:587\r\n", "smtp://",
        "smtp://user;AUTH=PLAIN@mail.example",
    ])
    func `a server that is no URL of SMTP is refused`(server: String) {
        #expect(throws: OutgoingError.url) { try MailSender(.init(server: server)) }
    }

    @Test(arguments: ["", "a b", "a\r\nMAIL", "a/b", "a?b", "a%62", "ä"])
    func `an own name that is none is refused`(name: String) {
        #expect(throws: OutgoingError.url) {
            try MailSender(.init(server: "smtp://mail.example", ownName: name))
        }
    }

    @Test func `a user without a password is refused`() {
        #expect(throws: OutgoingError.login) { try MailSender(.init(server: "smtp://a.example", user: "u")) }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.0.0.1", "inside.example"])
    func `a server in the private network is refused unless it is allowed by name`(host: String) async throws
    {
        var configuration = MailSender.Configuration(server: "smtp://\(host):25")
        configuration.pinnedAddresses = ["inside.example:25:127.0.0.1"]
        let sender = try MailSender(configuration)
        #expect(try await sender.send(message()) == .retryLater(.failed(.addressNotAllowed)))
    }

    @Test func `a server in the own network is told nothing without TLS, and one on this machine is`()
        async throws
    {
        let no = "554 5.7.1 Go away\r\n"
        let script = "220 mail.example ESMTP\r\n250 mail.example\r\n" + no + no
        func outcome(_ host: String) async throws -> MailOutcome {
            let server = try ScriptedServer(script, staysOpen: true, speaksFirst: true)
            var configuration = MailSender.Configuration(
                server: "smtp://\(host):\(server.port)", allowedHosts: [host])
            configuration.pinnedAddresses = ["inside.example:\(server.port):127.0.0.1"]
            return try await MailSender(configuration).send(message())
        }
        #expect(try await outcome("inside.example") == .retryLater(.failed(.tls)))
        #expect(try await outcome("localhost").code == "mail-refused")
    }

    @Test func `a server that refuses everybody is told with its words`() async throws {
        let server = try ScriptedServer("554 5.7.1 Go away\r\n", speaksFirst: true)
        let sender = try MailSender(
            .init(server: "smtp://127.0.0.1:\(server.port)", allowedHosts: ["127.0.0.1"]))
        guard case .refused(let refusal) = try await sender.send(message()) else {
            Issue.record("It was not refused.")
            return
        }
        #expect(refusal.step == .connection)
        #expect(refusal.reply.code == 554)
        #expect(!refusal.concernsRecipient)
    }

    @Test func `a server that says nothing runs into the time limit`() async throws {
        let server = try ScriptedServer("", staysOpen: true, speaksFirst: true)
        let sender = try MailSender(
            .init(
                server: "smtp://127.0.0.1:\(server.port)", timeLimit: .milliseconds(300),
                allowedHosts: ["127.0.0.1"]))
        #expect(try await sender.send(message()) == .retryLater(.failed(.timeLimit)))
    }

    @Test func `a closed sender takes no message`() async throws {
        let sender = try MailSender(.init(server: "smtp://mail.example"))
        sender.close()
        #expect(try await sender.send(message()) == .retryLater(.failed(.closed)))
    }

    @Test(arguments: [
        "", "imaps://mail.example/INBOX", "imaps://reader@mail.example", "imaps://reader@mail.example/",
        "imaps://reader:word@mail.example/INBOX", "imaps://reader@mail.example/INBOX/;UID=1",
        "imaps://reader@mail.example/INBOX?ALL", "imap://reader@mail.example/INBOX",
        "https://reader@mail.example/INBOX",
    ])
    func `a mailbox that may not be read is refused`(mailbox: String) {
        #expect(throws: OutgoingError.url) { try BounceMailbox(.init(mailbox: mailbox, password: "x")) }
    }
}
