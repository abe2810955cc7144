/// Reads delivery reports from a mailbox over IMAP.
///
/// The mailbox belongs to the program alone. It reads messages that are not marked as seen. While it handles one, the
/// message is flagged; a flagged message is read again, so that a report is handled at least once, whatever happens in
/// between. Afterwards the message is marked as seen, and has no other flag.
///
/// TLS, addresses and allowed hosts are treated as ``OutgoingClient`` does; `imap:` needs a host that is allowed by name.
public final class BounceMailbox: Sendable {
    /// Where the reports are, and with what limits.
    public struct Configuration: Sendable {
        /// The mailbox: `imaps://USER@HOST/INBOX`, with `%40` for an `@` in the user.
        public var mailbox: String
        /// The user's password.
        public var password: String
        /// How long one command may take.
        public var timeLimit: Duration
        /// How many bytes of a message are read; what follows is left out.
        public var sizeLimit: Int
        /// How many messages are read in one go.
        public var messageLimit: Int
        /// The hosts that may be in a private network and may be read without TLS.
        public var allowedHosts: Set<String>
        /// A file with the certificates to trust, in the place of the system's.
        public var authorities: String?
        /// Names with their addresses, as in ``OutgoingClient/Configuration``; for tests.
        package var pinnedAddresses: [String] = []

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - mailbox: A URL of IMAP with the user.
        ///   - password: The user's password.
        ///   - timeLimit: How long one command may take.
        ///   - sizeLimit: How many bytes of a message are read.
        ///   - messageLimit: How many messages are read in one go.
        ///   - allowedHosts: The hosts that may be private, and without TLS.
        ///   - authorities: A file with the certificates to trust.
        public init(
            mailbox: String, password: String, timeLimit: Duration = .seconds(30), sizeLimit: Int = 1 << 18,
            messageLimit: Int = 100, allowedHosts: Set<String> = [], authorities: String? = nil
        ) {
            self.mailbox = mailbox
            self.password = password
            self.timeLimit = timeLimit
            self.sizeLimit = sizeLimit
            self.messageLimit = messageLimit
            self.allowedHosts = allowedHosts
            self.authorities = authorities
        }
    }

    /// What one reading found.
    public struct Reading: Sendable, Hashable {
        /// How many messages were read and marked.
        public internal(set) var messageCount = 0
        /// How many of them were delivery reports.
        public internal(set) var reportCount = 0
        /// Whether there are more messages than were read.
        public internal(set) var hasMore = false
    }

    /// The list of messages and their bytes have the same limit in libcurl's terms.
    private static let listLimit = 1 << 20

    private let configuration: Configuration
    private let loop: TransferLoop

    /// Makes a reader and starts its thread, which connects at the first reading.
    ///
    /// - Throws: ``OutgoingError/url`` if the mailbox is no URL of IMAP with a user, or has no TLS and no host that is
    ///   allowed by name.
    public init(_ configuration: Configuration) throws(OutgoingError) {
        guard let url = CallURL(configuration.mailbox, .mailbox), url.user?.isEmpty == false,
            url.path.count > 1, !url.path.hasSuffix("/"), !url.path.contains(";")
        else { throw .url }
        guard !configuration.password.utf8.contains(0) else { throw .login }
        self.configuration = configuration
        let limits = TransferLimits(
            timeLimit: configuration.timeLimit, sizeLimit: max(configuration.sizeLimit, Self.listLimit),
            allowedHosts: configuration.allowedHosts, authorities: configuration.authorities, callLimit: 16,
            callLimitPerHost: 16, connectionLimit: 1, pinnedAddresses: configuration.pinnedAddresses)
        guard url.isSecure || limits.allowedHosts.contains(url.host) else { throw .url }
        loop = TransferLoop(limits)
    }

    deinit { loop.stop() }

    /// Ends the thread; a reading that is under way fails with ``OutgoingError/closed``.
    public func close() { loop.stop() }

    /// Reads the messages that nobody has seen, one after the other, and marks them.
    ///
    /// Messages that are no reports are marked too. A report may come twice.
    ///
    /// - Parameter handle: Takes a report; the message stays unread if this throws, and the reading ends.
    /// - Returns: What was read.
    /// - Throws: ``OutgoingError`` if the mailbox cannot be read, or what the closure throws.
    public func readUnseen(_ handle: (DeliveryReport) async throws -> Void) async throws -> Reading {
        var reading = Reading()
        let numbers = try await unseenNumbers()
        reading.hasMore = numbers.count > configuration.messageLimit
        for number in numbers.prefix(configuration.messageLimit) {
            _ = try await run("UID STORE \(number) +FLAGS.SILENT (\\Flagged)")
            if let bytes = try await message(number) {
                if let report = DeliveryReport(parsing: bytes) {
                    try await handle(report)
                    reading.reportCount += 1
                }
                reading.messageCount += 1
            }
            _ = try await run("UID STORE \(number) FLAGS.SILENT (\\Seen)")
        }
        return reading
    }

    private func unseenNumbers() async throws -> [UInt32] {
        let answer = try await run("UID SEARCH OR UNSEEN FLAGGED")
        var numbers: [UInt32] = []
        for line in String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            guard words.count > 2, words[0] == "*", words[1].uppercased() == "SEARCH" else { continue }
            numbers += words[2...].compactMap { UInt32($0) }
        }
        return numbers
    }

    /// The beginning of a message; `nil` if it is gone.
    private func message(_ number: UInt32) async throws -> [UInt8]? {
        var command = MailboxCommand(mailbox: configuration.mailbox, password: configuration.password)
        command.suffix = "/;UID=\(number)/;PARTIAL=0.\(configuration.sizeLimit)"
        let end = await loop.run(.mailbox(command))
        if end.isMissing { return nil }
        if let failure = end.failure { throw failure }
        return end.body
    }

    private func run(_ text: String) async throws -> [UInt8] {
        var command = MailboxCommand(mailbox: configuration.mailbox, password: configuration.password)
        command.command = text
        let end = await loop.run(.mailbox(command))
        if let failure = end.failure { throw failure }
        return end.body
    }
}
