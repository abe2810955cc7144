extension WebServer {
    /// Where a server listens, and what it puts up with.
    public struct Configuration: Sendable {
        /// A numeric address or a name; `127.0.0.1` unless set.
        public var host: String
        /// The port; 0 for any that is free.
        public var port: UInt16
        /// The hosts that requests may be meant for, in lower case, addresses of version 6 in brackets; `nil` for any.
        ///
        /// Others are answered with 421, so that no foreign name that leads here makes a browser take a page of its own
        /// for one of this server's.
        public var hosts: Set<String>?
        /// Proxies whose fields `Forwarded` and `X-Forwarded-…` are trusted.
        public var trustedProxies: Set<IPAddress>
        /// Who is answered without TLS; everybody unless set.
        ///
        /// A server with a certificate has only TLS.
        public var plainClients = PlainClients.anyone
        /// A socket that listens already, such as one that a service manager opened; the host and port are not used then.
        ///
        /// The server closes it when it stops.
        public var listeningSocket: Int32?
        /// How many threads serve connections.
        public var threads: Int
        /// The certificate and key; without them the server speaks plain HTTP.
        public var tls: TLSIdentity?
        /// The limits.
        public var limits: Limits

        /// Creates a configuration.
        public init(
            host: String = "127.0.0.1", port: UInt16 = 0, hosts: Set<String>? = nil,
            trustedProxies: Set<IPAddress> = [], threads: Int = 2, tls: TLSIdentity? = nil,
            limits: Limits = Limits()
        ) {
            self.host = host
            self.port = port
            self.hosts = hosts
            self.trustedProxies = trustedProxies
            self.threads = threads
            self.tls = tls
            self.limits = limits
        }
    }

    /// Who is answered by a server without TLS.
    public enum PlainClients: Sendable {
        /// Anybody who connects.
        case anyone
        /// Clients on this machine and trusted proxies; others are answered with 403.
        case thisMachineAndProxies
    }

    /// How much a client may use.
    public struct Limits: Sendable {
        /// Bytes of a request's line and fields; more is answered with 431.
        public var headerBytes = 8 * 1024
        /// Bytes of a request's body; more is answered with 413.
        public var bodyBytes = 1024 * 1024
        /// Bytes of all bodies that have not been answered yet; what does not fit is answered with 503.
        public var bodyBytesAtOnce = 64 * 1024 * 1024
        /// Bytes of such bodies from one address.
        public var bodyBytesPerAddress = 16 * 1024 * 1024
        /// Connections at a time; more wait in the system's queue.
        public var connections = 2048
        /// Connections at a time from one address, which may be a proxy's; `nil` for no limit of its own.
        public var connectionsPerAddress: Int?
        /// How long a connection may rest between requests, or a client may take nothing of an answer.
        public var idleTime = Duration.seconds(60)
        /// How long a request may take to arrive, and over TLS the handshake with the first request.
        public var arrivalTime = Duration.seconds(20)
        /// How long an asynchronous handler may take; then the client gets 503.
        public var handlerTime = Duration.seconds(30)
        /// Streaming responses at a time; more are answered with 503.
        public var streams = 1024

        /// The limits of a small installation.
        public init() {}

        /// The library's memory for a connection, half of it for the head and half for its parts.
        var connectionMemory: Int { max(20 * 1024, 5 * headerBytes / 2) }
        /// What of that memory the parts of a head may take; the rest is left for the answer's own head.
        var partBytes: Int { connectionMemory / 2 - 1024 }
    }

    /// A certificate chain and its key.
    public struct TLSIdentity: Sendable {
        /// The certificates in PEM, the server's own first.
        public var certificateChain: String
        /// The unencrypted private key in PEM.
        public var privateKey: String

        /// Creates an identity from PEM texts, which are checked when the server starts.
        public init(certificateChain: String, privateKey: String) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }

    /// Where a server listens.
    public struct BoundAddress: Equatable, Sendable {
        /// The host as it was configured.
        public let host: String
        /// The real port.
        public let port: UInt16
    }
}
