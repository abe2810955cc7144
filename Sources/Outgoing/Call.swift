/// A call of any kind, as a task submits it to the thread of a loop.
enum Call: Sendable {
    case http(OutgoingRequest, userAgent: String)
    case mail(MailDelivery)
    case mailbox(MailboxCommand)
}

/// One message on its way to a mail server.
struct MailDelivery: Sendable {
    /// A URL of SMTP.
    let server: String
    let login: MailLogin?
    /// How this machine names itself, or its host name.
    let ownName: String?
    let sender: MailAddress
    let recipient: MailAddress
    let bytes: [UInt8]
}

/// A user of a mail server with a password.
struct MailLogin: Sendable {
    let user: String
    let password: String
}

/// One command to a mailbox.
struct MailboxCommand: Sendable {
    /// A URL of IMAP; its user is that of the login.
    let mailbox: String
    let password: String
    /// What follows the path of the mailbox, such as `/;UID=5`.
    var suffix = ""
    /// The command instead of the one that the path means.
    var command: String?
}

/// What all calls of a loop may do.
struct TransferLimits: Sendable {
    var timeLimit: Duration
    var sizeLimit: Int
    var allowedHosts: Set<String>
    var authorities: String?
    /// How many calls may be under way at a time, and how many of them to one host.
    var callLimit: Int
    var callLimitPerHost: Int
    /// How many connections may be open.
    var connectionLimit: Int
    var pinnedAddresses: [String]

    init(
        timeLimit: Duration, sizeLimit: Int, allowedHosts: Set<String>, authorities: String?, callLimit: Int,
        callLimitPerHost: Int, connectionLimit: Int, pinnedAddresses: [String]
    ) {
        self.timeLimit = timeLimit
        self.sizeLimit = sizeLimit
        self.allowedHosts = Set(allowedHosts.map { $0.lowercased() })
        self.authorities = authorities
        self.callLimit = callLimit
        self.callLimitPerHost = callLimitPerHost
        self.connectionLimit = connectionLimit
        self.pinnedAddresses = pinnedAddresses
    }
}

/// How a call ended, and what arrived until then.
struct CallEnd: Sendable {
    /// Why the call failed, if it did.
    var failure: OutgoingError?
    /// Whether the mailbox has no message of that number.
    var isMissing = false
    /// The status of HTTP.
    var status = 0
    var header: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var conversation = SMTPConversation()

    init(_ failure: OutgoingError? = nil) { self.failure = failure }
}
