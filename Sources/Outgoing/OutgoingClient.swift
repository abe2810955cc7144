import Tracing

/// Calls other servers over HTTPS, and refuses to be sent into the private network.
///
/// A person who chooses a URL, such as that of a webhook, could otherwise read what only this machine can reach. The client
/// checks the address of each connection after the name was resolved, so that no name evades the check. It follows no
/// redirects, uses no proxy of the environment, and limits time and size. Connections stay open for later calls to the same
/// host; each new connection is checked again.
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
        /// A file with the certificates to trust instead of the system's.
        public var authorities: String?
        /// How the client names itself.
        public var userAgent: String
        /// How many calls may be in progress at a time.
        public var callLimit: Int
        /// How many calls may be in progress to one host, so that a host that never answers leaves room for others.
        public var callLimitPerHost: Int
        /// How calls are traced; `nil` for not at all.
        public var tracing: CallTracing?
        /// Names with the addresses that a name server would give for them, such as `inside.example:443:127.0.0.1`; for tests.
        package var pinnedAddresses: [String] = []

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - timeLimit: How long a call may take.
        ///   - sizeLimit: How many bytes the body of an answer may have.
        ///   - allowedHosts: The hosts that may be in a private network and may be called without TLS.
        ///   - authorities: A file with the certificates to trust instead of the system's.
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
    private let tracing: CallTracing?

    /// Makes a client and starts its thread.
    public init(_ configuration: Configuration = Configuration()) {
        userAgent = configuration.userAgent
        tracing = configuration.tracing
        loop = TransferLoop(
            TransferLimits(
                timeLimit: configuration.timeLimit, sizeLimit: configuration.sizeLimit,
                allowedHosts: configuration.allowedHosts, authorities: configuration.authorities,
                callLimit: configuration.callLimit, callLimitPerHost: configuration.callLimitPerHost,
                connectionLimit: configuration.callLimit, pinnedAddresses: configuration.pinnedAddresses))
    }

    deinit { loop.stop() }

    /// Ends the client's thread; calls in progress fail with ``OutgoingError/closed``.
    public func close() { loop.stop() }

    /// Sends a call and waits for the answer, whatever its status.
    ///
    /// - Throws: ``OutgoingError`` if there is no answer.
    public func send(_ request: OutgoingRequest) async throws(OutgoingError) -> OutgoingResponse {
        guard let tracing else { return try response(await loop.run(.http(request, userAgent: userAgent))) }
        let trace = tracing.begin()
        let start = trace.tracer.now
        let end = await loop.run(.http(request.adding(trace.context), userAgent: userAgent))
        tracing.finish(
            trace, request, start: start, status: end.failure == nil ? end.status : nil, end.failure)
        return try response(end)
    }

    private func response(_ end: CallEnd) throws(OutgoingError) -> OutgoingResponse {
        if let failure = end.failure { throw failure }
        return OutgoingResponse(status: end.status, header: end.header, body: end.body)
    }
}
