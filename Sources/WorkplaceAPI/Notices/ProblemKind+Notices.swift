import HTTPCore
import Workplace

// Notices.
extension ProblemKind {
    static let unknownNotice = ProblemKind(
        .notFound, "unknown-notice", title: "Unknown notice",
        "You have no such notice, or it was withdrawn because it no longer held.")
    static let unknownChannel = ProblemKind(
        .notFound, "unknown-channel", title: "Unknown device or address",
        "You have no such device or address for notices, or it is not confirmed yet.")
    static let channelMalformed = ProblemKind(
        .unprocessableContent, "channel-malformed", title: "Not an address",
        "Notices cannot be sent to this device or address. Nothing was stored.")
    static let tooManyChannels = ProblemKind(
        .conflict, "too-many-channels", title: "Too many devices",
        "You have as many devices and addresses for notices as possible. Remove one first.")
    static let mailNotConfigured = ProblemKind(
        .conflict, "mail-not-configured", title: "No mail server",
        "This server cannot send mail. The operator sets it up with --mail-server.")
    static let mailFailed = ProblemKind(
        .conflict, "mail-failed", title: "The mail was not taken",
        "The mail server did not take the mail with the code. Check the address, or ask for another code later."
    )
    static let wrongCode = ProblemKind(
        .unprocessableContent, "wrong-code", title: "Wrong code",
        "This is not the code that was mailed, or it is older than ten minutes. Ask for another one.")
    static let tooManyMailCodes = ProblemKind(
        .tooManyRequests, "too-many-mail-codes",
        "You asked for or tried too many codes. Retry-After says when you can go on.",
        retryAfter: .seconds(60))
    static let tooManyTests = ProblemKind(
        .tooManyRequests, "too-many-tests",
        "You tested your devices and addresses too often. Retry-After says when you can go on.",
        retryAfter: .seconds(60))

    static let unknownWebhook = ProblemKind(
        .notFound, "unknown-webhook", title: "Unknown webhook", "There is no such webhook.")
    static let webhookMalformed = ProblemKind(
        .unprocessableContent, "webhook-malformed", title: "Not an address",
        "The server does not call this URL. It must begin with https://, or --outgoing-host must allow its host."
    )
    static let tooManyWebhooks = ProblemKind(
        .conflict, "too-many-webhooks", title: "Too many webhooks",
        "There are as many webhooks as possible. Remove one first.")

    static let notices = [
        unknownWebhook, webhookMalformed, tooManyWebhooks,
        unknownNotice, unknownChannel, channelMalformed, tooManyChannels, mailNotConfigured, mailFailed,
        wrongCode, tooManyMailCodes, tooManyTests,
    ]
}

extension NoticeRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        Problem(.unknownNotice, detail: "You have no such notice.")
    }
}

extension WebhookChangeRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .unknown: Problem(.unknownWebhook, detail: "There is no such webhook.")
        case .tooMany(let most): Problem(.tooManyWebhooks, detail: "There can be at most \(most).")
        case .malformedURL: Problem(.webhookMalformed, detail: "The server does not call this URL.")
        }
    }
}

extension NoticeChannelRefusal: ProblemConvertible {
    /// What adding a channel may be refused with.
    static let kinds: [ProblemKind] = [
        .channelMalformed, .tooManyChannels, .mailNotConfigured, .mailFailed, .tooManyMailCodes,
    ]

    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .malformed(let field, let reason):
            return Problem(
                .channelMalformed, detail: reason,
                errors: [Problem.FieldError(pointer: "/\(field)", code: "value", detail: reason)])
        case .tooMany(let most):
            return Problem(.tooManyChannels, detail: "You can have at most \(most).")
        case .unknown: return Problem(.unknownChannel, detail: "You have no such device or address.")
        case .mailNotConfigured: return Problem(.mailNotConfigured, detail: "No mail server is configured.")
        case .mailFailed(let code): return Problem(.mailFailed, detail: "The mail server answered: \(code).")
        case .wrongCode: return Problem(.wrongCode, detail: "The code is wrong or too old.")
        case .tooManyCodes(let wait):
            var problem = Problem(.tooManyMailCodes, detail: "You asked for or tried too many codes.")
            problem.retryAfter = wait
            return problem
        case .tooManyTests(let wait):
            var problem = Problem(.tooManyTests, detail: "You tested your devices and addresses too often.")
            problem.retryAfter = wait
            return problem
        }
    }
}
