extension WebServer {
    /// Where a server listens, and its limits.
    public struct Configuration: Sendable {
        /// A numeric address or a name; `127.0.0.1` unless set.
        public var host: String
        /// The port; 0 for any free one.
        public var port: UInt16
        /// The hosts that a request may name, in lower case, IPv6 addresses in brackets; `nil` for any.
        ///
        /// Requests for other hosts get 421. Otherwise a foreign name that resolves to this server could make
        /// a browser treat this server's pages as pages of that name.
        public var hosts: Set<String>?
        /// Proxies whose fields `Forwarded` and `X-Forwarded-…` the server trusts.
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

    /// Limits on a client's use of the server.
    public struct Limits: Sendable {
        /// The maximum size of a request's line and fields in bytes; a larger head gets 431.
        public var headerBytes = 8 * 1024
        /// The maximum size of a request's body in bytes where its route has no limit of its own; a larger body gets 413.
        public var bodyBytes = 1024 * 1024
        /// The maximum size of all unanswered bodies together, in bytes; a body that does not fit gets 503.
        public var bodyBytesAtOnce = 64 * 1024 * 1024
        /// The maximum size of all unanswered bodies from one address, in bytes.
        public var bodyBytesPerAddress = 16 * 1024 * 1024
        /// The maximum number of connections; further ones wait in the system's queue.
        public var connections = 2048
        /// The maximum number of connections from one address, which may be a proxy's; `nil` for no such
        /// limit.
        public var connectionsPerAddress: Int?
        /// How long a connection may stay idle between requests, or a client may read nothing of an answer.
        public var idleTime = Duration.seconds(60)
        /// How long a request may take to arrive; over TLS, the handshake and the first request together.
        public var arrivalTime = Duration.seconds(20)
        /// How long an asynchronous handler may take before the client gets 503.
        public var handlerTime = Duration.seconds(30)
        /// The maximum number of streaming responses at a time; further ones get 503.
        public var streams = 1024

        /// The limits of a small installation.
        public init() {}

        /// The library's memory for a connection, half of it for the head and half for its parts.
        var connectionMemory: Int { max(20 * 1024, 5 * headerBytes / 2) }
        /// The part of that memory for the parts of a head; the rest is left for the head of the answer.
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
