/// Hands messages over to one mail server, which brings them to their recipients.
///
/// All messages are encrypted with TLS: from the first byte (`smtps:`), or after STARTTLS (`smtp:`), without which nothing is
/// sent. A host that is allowed by name also gets messages without TLS if it offers none, and may be in the private network.
/// For all others the sender checks the address that it connects to.
///
/// Conversations run on the sender's own thread and use a connection for many messages. A server that does not answer at the
/// end of a message delays the other messages until the time limit.
public final class MailSender: Sendable {
    /// Where messages go, and with what limits.
    public struct Configuration: Sendable {
        /// The server: `smtps://HOST:465` or `smtp://HOST:587`.
        public var server: String
        /// The user, if the server asks for one.
        public var user: String?
        /// The user's password.
        public var password: String?
        /// How long a message may take, from its beginning to the server's last answer.
        public var timeLimit: Duration
        /// The hosts that may be in a private network, and may take messages without TLS.
        public var allowedHosts: Set<String>
        /// A file with the certificates to trust, in the place of the system's.
        public var authorities: String?
        /// How this machine names itself to the server; its host name if there is none.
        public var ownName: String?
        /// How many connections may be open at a time.
        public var connectionLimit: Int
        /// How many messages may be under way or wait for a connection at a time.
        public var messageLimit: Int
        /// Names with their addresses, as in ``OutgoingClient/Configuration``; for tests.
        package var pinnedAddresses: [String] = []

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - server: A URL of SMTP, with a port.
        ///   - user: The user, if the server asks for one.
        ///   - password: The user's password.
        ///   - timeLimit: How long a message may take.
        ///   - allowedHosts: The hosts that may be private, and without TLS.
        ///   - authorities: A file with the certificates to trust.
        ///   - ownName: How this machine names itself.
        ///   - connectionLimit: How many connections may be open at a time.
        ///   - messageLimit: How many messages may be under way at a time.
        public init(
            server: String, user: String? = nil, password: String? = nil, timeLimit: Duration = .seconds(30),
            allowedHosts: Set<String> = [], authorities: String? = nil, ownName: String? = nil,
            connectionLimit: Int = 2, messageLimit: Int = 64
        ) {
            self.server = server
            self.user = user
            self.password = password
            self.timeLimit = timeLimit
            self.allowedHosts = allowedHosts
            self.authorities = authorities
            self.ownName = ownName
            self.connectionLimit = connectionLimit
            self.messageLimit = messageLimit
        }
    }

    private let configuration: Configuration
    private let login: MailLogin?
    private let loop: TransferLoop

    /// Makes a sender and starts its thread, which connects when the first message comes.
    ///
    /// - Throws: ``OutgoingError/url`` if the server is no URL of SMTP, or the own name is no domain, and
    ///   ``OutgoingError/login`` for a user without a password.
    public init(_ configuration: Configuration) throws(OutgoingError) {
        guard let url = CallURL(configuration.server, .mail), url.path == "/",
            configuration.ownName.map(MailAddress.isDomain) ?? true
        else { throw .url }
        login = try MailLogin(configuration.user, configuration.password)
        self.configuration = configuration
        loop = TransferLoop(
            TransferLimits(
                timeLimit: configuration.timeLimit, sizeLimit: 0, allowedHosts: configuration.allowedHosts,
                authorities: configuration.authorities, callLimit: configuration.messageLimit,
                callLimitPerHost: configuration.messageLimit, connectionLimit: configuration.connectionLimit,
                pinnedAddresses: configuration.pinnedAddresses))
    }

    deinit { loop.stop() }

    /// Ends the thread; messages that are under way end with ``OutgoingError/closed``.
    public func close() { loop.stop() }

    /// Hands a message over.
    ///
    /// A cancelled task ends with ``OutgoingError/cancelled``; the server may then have the message all the same.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - returnPath: Where reports of its delivery go; to the sender if there is none.
    /// - Returns: The result.
    public func send(_ message: MailMessage, returnPath: MailAddress? = nil) async -> MailOutcome {
        let delivery = MailDelivery(
            server: configuration.server, login: login, ownName: configuration.ownName,
            sender: returnPath ?? message.from.address, recipient: message.to.address, bytes: message.bytes)
        return await loop.run(.mail(delivery)).mailOutcome
    }
}

extension MailLogin {
    fileprivate init?(_ user: String?, _ password: String?) throws(OutgoingError) {
        guard let user else { return nil }
        guard let password, !user.utf8.contains(0), !password.utf8.contains(0) else { throw .login }
        self.init(user: user, password: password)
    }
}

extension CallEnd {
    /// What the end of a delivery means.
    fileprivate var mailOutcome: MailOutcome {
        let reply = conversation.reply
        guard let failure else { return .handedOver(reply ?? MailReply(code: status, lines: [])) }
        // A conversation that broke off after a good answer was not refused.
        guard let reply, reply.isFailure else { return .retryLater(.failed(failure)) }
        return reply.isPermanentFailure
            ? .refused(MailRefusal(step: conversation.step, reply: reply))
            : .retryLater(.asked(conversation.step, reply))
    }
}
