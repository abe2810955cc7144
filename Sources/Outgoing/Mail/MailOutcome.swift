/// The result of handing a message over.
public enum MailOutcome: Sendable, Hashable {
    /// The server took the message, and answers for it from now on.
    case handedOver(MailReply)
    /// The server refused it for good.
    case refused(MailRefusal)
    /// It can be handed over later, with the same identifier.
    case retryLater(MailDelay)
}

/// A refusal for good, with a code from 500.
public struct MailRefusal: Sendable, Hashable {
    /// What was refused.
    public let step: MailStep
    /// The server's answer.
    public let reply: MailReply

    /// Whether the refusal concerns the address, so that other messages to it are refused too.
    ///
    /// Otherwise the server refuses us or this message: the login is wrong, the sender is not allowed, or the words look
    /// like spam.
    public var concernsRecipient: Bool {
        guard step == .recipient || step == .message else { return false }
        if let status = reply.status { return status.concernsRecipient }
        return step == .recipient && [550, 551, 553].contains(reply.code)
    }
}

/// Why a message has to be handed over later.
public enum MailDelay: Sendable, Hashable {
    /// The server asks for it, with a code from 400.
    case asked(MailStep, MailReply)
    /// There was no conversation, or it broke off.
    case failed(OutgoingError)
}

extension MailOutcome {
    /// The stable name of the outcome, for programs.
    public var code: String {
        switch self {
        case .handedOver: "mail-handed-over"
        case .refused(let refusal):
            refusal.concernsRecipient ? "mail-recipient-refused" : "mail-refused"
        case .retryLater(.asked): "mail-delayed"
        case .retryLater(.failed(let error)): error.code
        }
    }
}
