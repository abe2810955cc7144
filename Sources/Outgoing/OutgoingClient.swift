/// Calls other servers over HTTPS, and refuses to be sent into the private network.
///
/// A person who can choose a URL, such as that of a webhook, could otherwise read what only this machine can reach. The
/// client checks the address that it connects to, after the name was looked up, so that no name leads around the check.
/// It follows no redirects, uses no proxy of the environment, and limits time and size. Connections stay open for later calls
/// to the same host; a name that leads to another address later is checked again with the next connection.
///
/// Calls run on one thread of the client's own. It ends when the client is closed or released.
public final class OutgoingClient: Sendable {
    /// What a client allows.
    public struct Configuration: Sendable {
        /// How long a call may take, from its beginning to the end of the answer.
        public var timeLimit: Duration
        /// How many bytes the body of an answer may have.
        public var sizeLimit: Int
        /// The hosts that may be in a private network and may be called without TLS; addresses of version 6 in brackets.
        public var allowedHosts: Set<String>
        /// A file with the certificates to trust, in the place of the system's.
        public var authorities: String?
        /// How the client names itself.
        public var userAgent: String
        /// How many calls may be under way at a time.
        public var callLimit: Int
        /// How many of them may be under way to one host, so that one that never answers leaves room for others.
        public var callLimitPerHost: Int
        /// Names with the addresses that a name server would give for them, such as `inside.example:443:127.0.0.1`; for tests.
        package var pinnedAddresses: [String] = []

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - timeLimit: How long a call may take.
        ///   - sizeLimit: How many bytes the body of an answer may have.
        ///   - allowedHosts: The hosts that may be in a private network and may be called without TLS.
        ///   - authorities: A file with the certificates to trust, in the place of the system's.
        ///   - userAgent: How the client names itself.
        ///   - callLimit: How many calls may be under way at a time.
        ///   - callLimitPerHost: How many of them may be under way to one host.
        public init(
            timeLimit: Duration = .seconds(10), sizeLimit: Int = 1 << 20, allowedHosts: Set<String> = [],
            authorities: String? = nil, userAgent: String = "vicinity", callLimit: Int = 256,
            callLimitPerHost: Int = 128
        ) {
            self.timeLimit = timeLimit
            self.sizeLimit = sizeLimit
            self.allowedHosts = allowedHosts
            self.authorities = authorities
            self.userAgent = userAgent
            self.callLimit = callLimit
            self.callLimitPerHost = callLimitPerHost
        }
    }

    private let loop: TransferLoop
    private let userAgent: String

    /// Makes a client and starts its thread.
    public init(_ configuration: Configuration = Configuration()) {
        userAgent = configuration.userAgent
        loop = TransferLoop(
            TransferLimits(
                timeLimit: configuration.timeLimit, sizeLimit: configuration.sizeLimit,
                allowedHosts: configuration.allowedHosts, authorities: configuration.authorities,
                callLimit: configuration.callLimit, callLimitPerHost: configuration.callLimitPerHost,
                connectionLimit: configuration.callLimit, pinnedAddresses: configuration.pinnedAddresses))
    }

    deinit { loop.stop() }

    /// Ends the client's thread; calls that are under way fail with ``OutgoingError/closed``.
    public func close() { loop.stop() }

    /// Sends a call and waits for the answer, whatever its status.
    ///
    /// - Throws: ``OutgoingError`` if there is no answer.
    public func send(_ request: OutgoingRequest) async throws(OutgoingError) -> OutgoingResponse {
        let end = await loop.run(.http(request, userAgent: userAgent))
        if let failure = end.failure { throw failure }
        return OutgoingResponse(status: end.status, header: end.header, body: end.body)
    }
}
