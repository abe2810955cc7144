/// What a mail server answered.
public struct MailReply: Sendable, Hashable {
    /// The three digits.
    public let code: Int
    /// The status that follows them, if there is one.
    public let status: EnhancedStatus?
    /// The words, in one line of at most 500 visible ASCII characters.
    ///
    /// They may name the recipient.
    public let text: String

    /// Makes a reply of its digits and the words behind them.
    init(code: Int, lines: [String]) {
        self.code = code
        status = lines.lazy.compactMap { EnhancedStatus($0) }.first
        text = lines.joined(separator: " ").visibleASCII(500)
    }

    /// Whether it refuses for good.
    var isPermanentFailure: Bool { (500...599).contains(code) }
    /// Whether it refuses, for now or for good.
    var isFailure: Bool { (400...599).contains(code) }
}

/// How far a conversation with a mail server came.
public enum MailStep: String, Sendable, Hashable, CaseIterable {
    /// Connection, greeting and TLS.
    case connection
    /// User and password.
    case login
    /// The address of the sender.
    case sender
    /// The address of the recipient.
    case recipient
    /// The message itself.
    case message
}

/// Follows the lines of a conversation over SMTP, to know which command a refusal answers.
struct SMTPConversation: Sendable, Hashable {
    private(set) var step = MailStep.connection
    /// The last whole reply.
    private(set) var reply: MailReply?
    private var lines: [String] = []
    /// Whether QUIT was sent; its answer concerns no message.
    private var isOver = false

    /// Notes a command by its beginning.
    mutating func sent(_ line: String) {
        switch line.prefix(4).uppercased() {
        case "EHLO", "HELO", "STAR": step = .connection
        case "AUTH": step = .login
        case "MAIL": step = .sender
        case "RCPT": step = .recipient
        case "DATA": step = .message
        case "QUIT":
            isOver = true
            return
        default: return
        }
        reply = nil
        lines = []
    }

    /// Notes a line of a reply: three digits, a hyphen if more lines follow, and words.
    mutating func received(_ line: String) {
        guard !isOver, let code = Int(line.prefix(3)), (200...599).contains(code) else { return }
        let rest = line.dropFirst(3)
        lines.append(String(rest.dropFirst().filter { !$0.isNewline }))
        guard rest.first != "-" else { return }
        reply = MailReply(code: code, lines: lines)
        lines = []
    }
}
