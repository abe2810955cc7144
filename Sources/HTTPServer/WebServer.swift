import Dispatch
public import HTTPCore
import Synchronization
public import Tracing

/// An HTTP/1.1 server that hands requests to a router.
///
/// A pool of threads serves any number of connections; no request and no stream has a thread of its own.
/// Immediate handlers answer on such a thread. While an asynchronous handler runs, its connection is
/// suspended. Stop a started server explicitly: dropping the object does not stop it.
public final class WebServer: Sendable {
    private enum Stage {
        case fresh
        case running(Daemon, ticking: Task<Void, Never>)
        case stopped
    }

    /// How long a client may take to complete a connection that it has begun, before the port is closed.
    private static let handshakeTime: Duration = .milliseconds(200)
    /// How long connections may wait to be accepted then.
    private static let acceptanceTime: Duration = .seconds(2)

    private let configuration: Configuration
    /// Shared with the library's threads; tests check that nothing retains it.
    let driver: Driver
    private let stage = Mutex(Stage.fresh)
    private let isDrained = Atomic(false)

    /// Creates a server that listens once it is started.
    ///
    /// - Parameters:
    ///   - configuration: where to listen, and the limits.
    ///   - router: the router that answers.
    ///   - served: receives each request when its answer is ready; called on the server's threads, so it must return
    ///     at once.
    ///   - tracer: records a span for each request, named by its route; `nil` traces nothing.
    ///   - report: receives errors that were answered with 500, as `HTTPIncident`, and once, as
    ///     ``ConnectionsExhausted``, when no further connection is taken; called on any thread.
    public init(
        configuration: Configuration, router: Router, served: (@Sendable (ServedRequest) -> Void)? = nil,
        tracer: Tracer? = nil, report: @escaping @Sendable (any Error) -> Void
    ) {
        self.configuration = configuration
        driver = Driver(
            router: router, configuration: configuration, served: served, tracer: tracer, report: report)
    }

    /// How much a server has to do at an instant.
    public struct Load: Sendable {
        /// The requests that are being served, open streams among them.
        public let requests: Int
        /// The open connections.
        public let connections: Int
        /// The maximum number of connections.
        public let connectionLimit: Int
    }

    /// How much the server has to do now.
    public var load: Load { driver.load }

    /// Starts listening and says where.
    ///
    /// - Throws: ``WebServerError`` when the address cannot be used, the certificate cannot be read, or the server was
    ///   started before.
    public func start() throws -> BoundAddress {
        let port = try stage.withLock { stage throws -> UInt16 in
            guard case .fresh = stage else { throw WebServerError(.alreadyStarted) }
            let daemon = try Daemon(configuration: configuration, driver: driver)
            // Ended by stop(), which is the only way out of the running stage.
            stage = .running(daemon, ticking: Task { [driver] in await driver.tick() })
            return daemon.port
        }
        return BoundAddress(host: configuration.host, port: port)
    }

    /// Gives new connections another certificate; open ones go on with theirs.
    ///
    /// - Precondition: The server was configured with an identity.
    /// - Throws: ``TLSIdentityError`` when it cannot be used; nothing has changed then.
    public func replaceIdentity(_ identity: TLSIdentity) throws {
        precondition(configuration.tls != nil, "A server without TLS has no identity to replace.")
        driver.credentials = try TLSCredentials(identity)
    }

    /// Prepares for the stop: goes on serving, ends streams and opens no new ones, and closes each connection after its next answer.
    ///
    /// A proxy that keeps connections open thus has none left when the server stops, if it closes idle ones earlier.
    public func drain() {
        isDrained.store(true, ordering: .relaxed)
        driver.beginDraining()
    }

    /// Closes the port without losing a client that has connected.
    ///
    /// The system lets no further connection begin, and what has begun is accepted and answered first. New clients are then
    /// refused at once, so that a proxy sends them elsewhere. A socket that a service manager passed on stays open there, and
    /// its clients wait for the next process.
    private func closePort(of daemon: Daemon) async {
        if configuration.listeningSocket == nil {
            daemon.refuseNewConnections()
            // A cancelled sleep returns early; the connections are then cut off, as without draining.
            try? await Task.sleep(for: Self.handshakeTime)
            let end = ContinuousClock.now + Self.acceptanceTime
            while daemon.waitingConnections > 0, ContinuousClock.now < end {
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        guard daemon.stopListening() else { return }
        // A thread may have accepted a client a moment ago, which it would turn away while the server is stopping.
        try? await Task.sleep(for: .milliseconds(20))
    }

    /// Stops: takes no new connections, ends streams, lets running requests finish, then closes everything.
    ///
    /// The port stays in use until the end, and new clients are cut off without an answer; after ``drain()`` the port is closed
    /// first, and no client is cut off. Handlers that have not
    /// answered when the grace period ends are cancelled, and their clients get 503.
    public func stop(grace: Duration) async {
        let running = stage.withLock { stage -> (Daemon, Task<Void, Never>)? in
            guard case .running(let daemon, let ticking) = stage else { return nil }
            stage = .stopped
            return (daemon, ticking)
        }
        guard let (daemon, ticking) = running else { return }
        if isDrained.load(ordering: .relaxed) { await closePort(of: daemon) }
        driver.beginStopping()
        await driver.waitUntilIdle(for: grace)
        driver.refuseEverything()
        await driver.waitUntilIdle(for: .milliseconds(500))
        await driver.waitUntilResumed()
        ticking.cancel()
        await withCheckedContinuation { continuation in
            // It joins the library's threads, so it must not block a thread of Swift's pool.
            DispatchQueue(label: "WebServer.stop").async {
                daemon.close()
                continuation.resume()
            }
        }
    }
}
