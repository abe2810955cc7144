import Testing

@testable import Outgoing

struct SMTPConversationTests {
    private func conversation(_ lines: String...) -> SMTPConversation {
        var conversation = SMTPConversation()
        for line in lines {
            if line.hasPrefix("> ") {
                conversation.sent(String(line.dropFirst(2)))
            } else {
                conversation.received(line + "\r\n")
            }
        }
        return conversation
    }

    @Test func `a reply belongs to the command before it`() {
        let ended = conversation(
            "220 ready", "> EHLO x", "250-mail.example", "250 SIZE", "> MAIL FROM:<a@b.c>", "250 ok",
            "> RCPT TO:<", "550-5.1.1 No such user", "550 5.1.1 here")
        #expect(ended.step == .recipient)
        #expect(ended.reply?.code == 550)
        #expect(ended.reply?.status?.description == "5.1.1")
        #expect(ended.reply?.text == "5.1.1 No such user 5.1.1 here")
    }

    @Test func `a command without a whole reply has none`() {
        #expect(conversation("250 ok", "> DATA").reply == nil)
        #expect(conversation("250 ok", "> DATA", "451-half").reply == nil)
    }

    @Test func `the answer to a goodbye does not replace the refusal`() {
        let ended = conversation("> RCPT TO:", "550 no", "> QUIT", "221 bye")
        #expect(ended.step == .recipient)
        #expect(ended.reply?.code == 550)
    }

    @Test func `a login goes on after its command`() {
        let ended = conversation("> AUTH PLAIN", "334 ", "> dml\r\n", "535 5.7.8 wrong")
        #expect(ended.step == .login)
        #expect(ended.reply?.code == 535)
    }

    @Test(arguments: ["", "x", "99 x", "600 x", "\u{0}\u{FF}", "25"])
    func `a line that is no reply is left out`(line: String) {
        #expect(conversation(line).reply == nil)
    }

    @Test func `words of a reply are visible and short`() throws {
        let words = "a\u{1B}[2Jä" + String(repeating: "x", count: 9000)
        let reply = try #require(conversation("> DATA", "554 \(words)").reply)
        #expect(reply.text.utf8.count == 500)
        #expect(reply.text.hasPrefix("a[2Jx"))
    }

    @Test(arguments: [
        (MailStep.recipient, 550, "5.1.1 x", true), (.recipient, 550, "x", true),
        (.recipient, 551, "x", true),
        (.recipient, 554, "x", false), (.recipient, 550, "5.7.1 x", false), (.message, 550, "5.2.1 x", true),
        (.message, 550, "x", false), (.sender, 550, "5.1.1 x", false), (.login, 535, "x", false),
    ])
    func `a refusal concerns the recipient when the address is to blame`(
        step: MailStep, code: Int, text: String, concerns: Bool
    ) {
        let refusal = MailRefusal(step: step, reply: MailReply(code: code, lines: [text]))
        #expect(refusal.concernsRecipient == concerns)
    }

    @Test(arguments: ["5.1.1", "4.2.2 full", "2.0.0(x)", "5.999.999"])
    func `a status is read at the beginning of a text`(text: String) throws {
        let status = try #require(EnhancedStatus(text))
        #expect(text.hasPrefix(status.description))
    }

    @Test(arguments: ["", "5", "5.1", "5.1.1.1", "3.1.1", "5.1.1000", "5.-1.1", "5.1.x", " 5.1.1", "5..1"])
    func `what is no status is none`(text: String) {
        #expect(EnhancedStatus(text) == nil)
    }
}
