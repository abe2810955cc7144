public import Essentials
import WebPush

/// A call to a server that takes notices.
public struct NoticeCall: Sendable {
    /// Where it goes.
    public let url: String
    /// The fields of its header.
    public let header: [(name: String, value: String)]
    /// What it sends.
    public let body: [UInt8]

    /// Makes a call.
    public init(url: String, header: [(name: String, value: String)], body: [UInt8]) {
        self.url = url
        self.header = header
        self.body = body
    }
}

/// The result of a call.
public enum NoticeAnswer: Hashable, Sendable {
    /// The server answered, with the text of its `Retry-After`.
    case answered(status: Int, retryAfter: String?)
    /// There was no answer; the code is stable, such as `outgoing-time-limit`.
    case failed(code: String)
    /// The address is malformed or must not be called; another attempt would end the same way.
    case refused(code: String)
}

/// A mail with one notice, one code or one link.
public struct NoticeMail: Hashable, Sendable {
    /// The address.
    public let to: String
    /// The subject.
    public let subject: String
    /// The text, in lines.
    public let text: String
    /// The page that answers it, as a path; `nil` for none.
    public let path: String?
    /// The words of the link to that page.
    public let linkText: String
    /// The language of the text.
    public let language: LanguageTag
    /// Names the mail among all mails, so that a delivery report can be matched: letters, digits, `-` and `.`.
    public let name: String
    /// Whether it is a notice, which the person can switch off in the settings.
    public let isNotice: Bool
}

/// The result of handing a mail over.
public enum NoticeMailAnswer: Hashable, Sendable {
    /// The mail server took it.
    case handedOver
    /// The mail server refused the address for good.
    case bounced(code: String)
    /// The mail server refused the mail for good.
    case refused(code: String)
    /// It can be tried later.
    case failed(code: String)

    /// Why the mail server did not take it; a stable code.
    public var failure: String? {
        switch self {
        case .handedOver: nil
        case .bounced(let code), .refused(let code), .failed(let code): code
        }
    }
}

/// How notices leave this machine; the program wires it to libcurl, and tests to a fake.
public struct NoticeTransport: Sendable {
    /// Sends a call and waits for the answer.
    let call: @Sendable (NoticeCall) async -> NoticeAnswer
    /// Hands a mail over; `nil` if the server cannot send mail.
    let mail: (@Sendable (NoticeMail) async -> NoticeMailAnswer)?
    /// Who answers for this server's pushes (RFC 8292): an `https:` address or `mailto:`; `nil` if pushes cannot be sent.
    let contact: String?
    /// Hosts in lower case that may be called without TLS.
    let plainHosts: Set<String>
    /// The address that people open, without a slash at its end.
    let origin: String

    /// Makes a transport.
    public init(
        origin: String, contact: String?, plainHosts: Set<String> = [],
        call: @escaping @Sendable (NoticeCall) async -> NoticeAnswer,
        mail: (@Sendable (NoticeMail) async -> NoticeMailAnswer)?
    ) {
        self.origin = origin
        self.contact = contact
        self.plainHosts = plainHosts
        self.call = call
        self.mail = mail
    }

    /// Refuses a contact that push services would refuse.
    ///
    /// - Throws: ``NoticeContactError``.
    public static func check(contact: String) throws(NoticeContactError) {
        do throws(PushSubjectError) { _ = try PushSubject(contact) } catch {
            throw NoticeContactError(description: "\(error)")
        }
    }

    /// Sends nothing.
    public static let none = NoticeTransport(
        origin: "", contact: nil, call: { _ in .failed(code: "no-transport") }, mail: nil)
}
