import CMicroHTTPD
import HTTPCore
import Synchronization
import Tracing

/// The state that all connections of a server share.
final class Driver: Sendable {
    private struct Registry {
        var peers: [ObjectIdentifier: Peer] = [:]
        var waiting: [ObjectIdentifier: Exchange] = [:]
        var streams: [ObjectIdentifier: HTTPBodyPipe] = [:]
        var refusesEverything = false
        var hasBeenFull = false
    }

    let router: Router
    let hosts: ServedHosts?
    let proxies: TrustedProxies
    let limits: WebServer.Limits
    let isSecure: Bool
    private let plainClients: WebServer.PlainClients
    private let replacedCredentials = Mutex<TLSCredentials?>(nil)
    let report: @Sendable (any Error) -> Void
    let served: (@Sendable (ServedRequest) -> Void)?
    let tracer: Tracer?
    let requestIDs = RequestIDSource()
    /// By the identity of the fixed response.
    private let preparedResponses: [ObjectIdentifier: PreparedResponse]
    private let registry = Mutex(Registry())
    private let activeRequests = Atomic(0)
    private let suspensions = Atomic(0)
    private let draining = Atomic(false)
    private let stopping = Atomic(false)
    private let clock: TickClock
    /// How long a request may take to arrive, and how long a connection may stay idle before it, in ticks.
    let arrivalTicks: UInt64
    private let restTicks: UInt64
    let bodies: BodyBudget

    init(
        router: Router, configuration: WebServer.Configuration,
        served: (@Sendable (ServedRequest) -> Void)?, tracer: Tracer?,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        let isSecure = configuration.tls != nil
        self.router = router
        hosts = configuration.hosts.map(ServedHosts.init)
        proxies = TrustedProxies(configuration.trustedProxies)
        preparedResponses = Dictionary(
            router.fixedResponses.compactMap { fixed in
                PreparedResponse(fixed.response, isSecure: isSecure).map { (ObjectIdentifier(fixed), $0) }
            },
            uniquingKeysWith: { first, _ in first })
        limits = configuration.limits
        self.isSecure = isSecure
        plainClients = configuration.plainClients
        self.report = report
        self.served = served
        self.tracer = tracer
        bodies = BodyBudget(limit: limits.bodyBytesAtOnce, limitPerAddress: limits.bodyBytesPerAddress)
        clock = TickClock(shortest: min(limits.idleTime, limits.arrivalTime, limits.handlerTime))
        arrivalTicks = clock.ticks(in: limits.arrivalTime)
        restTicks = clock.ticks(in: limits.idleTime + limits.arrivalTime)
    }

    /// How much the server has to do.
    var load: WebServer.Load {
        WebServer.Load(
            requests: activeRequests.load(ordering: .relaxed),
            connections: registry.withLock { $0.peers.count }, connectionLimit: limits.connections)
    }

    /// Whether the server finishes the requests that it has and serves no new ones.
    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    /// Whether each answer is the last of its connection, because the server is about to stop.
    var isEnding: Bool { draining.load(ordering: .relaxed) || isStopping }

    /// The prepared form of a fixed response; `nil` when there was no memory for it.
    func preparedResponse(to fixed: FixedResponse) -> PreparedResponse? {
        preparedResponses[ObjectIdentifier(fixed)]
    }

    // MARK: - Connections and requests

    /// What new connections use instead of what the server started with.
    var credentials: TLSCredentials? {
        get { replacedCredentials.withLock { $0 } }
        set { replacedCredentials.withLock { $0 = newValue } }
    }

    /// Whether a connection from this numeric address is refused for its lack of TLS.
    func needsTLS(_ address: String, isProxy: Bool) -> Bool {
        guard !isSecure, plainClients == .thisMachineAndProxies, !isProxy else { return false }
        return IPAddress(address)?.isLoopback != true
    }

    func admit(socket: Int32, address: String, credentials: TLSCredentials? = nil) -> Peer {
        // The library does not report the end of a handshake. So over TLS the first request must arrive
        // within this time.
        let deadline = Deadline(after: isSecure ? arrivalTicks : restTicks, by: clock)
        let gate = ReceiveGate(socket: socket, isSecure: isSecure, limits: limits, deadline: deadline)
        let isProxy = proxies.include(address)
        let peer = Peer(
            socket: socket, address: address, isProxy: isProxy,
            needsTLS: needsTLS(address, isProxy: isProxy), credentials: credentials, gate: gate,
            deadline: deadline)
        // Without a gate, no request of this connection is answered.
        if !peer.gate.open() { peer.cutOff() }
        let isFirstTimeFull = registry.withLock { registry in
            registry.peers[ObjectIdentifier(peer)] = peer
            guard registry.peers.count >= limits.connections, !registry.hasBeenFull else { return false }
            registry.hasBeenFull = true
            return true
        }
        if isFirstTimeFull { report(ConnectionsExhausted(limit: limits.connections)) }
        return peer
    }

    func dismiss(_ peer: Peer) {
        peer.close()
        registry.withLock { _ = $0.peers.removeValue(forKey: ObjectIdentifier(peer)) }
    }

    func requestBegan(on peer: Peer) {
        activeRequests.add(1, ordering: .relaxed)
        peer.deadline.set(after: arrivalTicks)
    }

    func requestEnded(on peer: Peer, isAnswered: Bool) {
        activeRequests.subtract(1, ordering: .relaxed)
        peer.deadline.set(after: restTicks)
        peer.gate.requestEnded(isAnswered: isAnswered)
    }

    /// Watches an exchange whose connection is suspended.
    ///
    /// - Returns: `false` when the server is stopping and its answer must be given at once.
    func watch(_ exchange: Exchange) -> Bool {
        registry.withLock { registry in
            guard !registry.refusesEverything else { return false }
            exchange.due = clock.tick(after: clock.ticks(in: limits.handlerTime))
            registry.waiting[ObjectIdentifier(exchange)] = exchange
            return true
        }
    }

    func forget(_ exchange: Exchange) {
        registry.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    /// Counts a new stream, unless there are too many or the server is stopping.
    func open(_ pipe: HTTPBodyPipe) -> Bool {
        registry.withLock { registry in
            guard !isEnding, registry.streams.count < limits.streams else { return false }
            registry.streams[ObjectIdentifier(pipe)] = pipe
            return true
        }
    }

    func close(_ pipe: HTTPBodyPipe) {
        registry.withLock { _ = $0.streams.removeValue(forKey: ObjectIdentifier(pipe)) }
        pipe.close()
    }

    // MARK: - Suspension

    /// Takes a connection out of the library's loop; only in the access handler and the content reader.
    func suspend(_ connection: ConnectionHandle) {
        suspensions.add(1, ordering: .relaxed)
        unsafe MHD_suspend_connection(connection.pointer)
    }

    /// Puts a connection back, from any thread, exactly once for each suspension.
    func resume(_ connection: ConnectionHandle) {
        unsafe MHD_resume_connection(connection.pointer)
        suspensions.subtract(1, ordering: .releasing)
    }

    // MARK: - Time

    /// Watches the time limits until the surrounding task is cancelled.
    func tick() async {
        while !Task.isCancelled {
            // Cancelling the sleep ends the loop.
            try? await Task.sleep(for: clock.interval)
            endWhatIsLate(at: clock.advance())
        }
    }

    private func endWhatIsLate(at now: UInt64) {
        let (peers, exchanges) = registry.withLock { registry in
            (
                registry.peers.values.filter { $0.deadline.isOver(at: now) },
                registry.waiting.values.filter { $0.due <= now }
            )
        }
        for peer in peers { peer.cutOff() }
        for exchange in exchanges { exchange.giveUp(.timeout) }
    }

    // MARK: - Stopping

    /// Ends the streams and opens no new ones, and closes each connection after its next answer.
    func beginDraining() {
        let streams = registry.withLock { registry in
            draining.store(true, ordering: .relaxed)
            return Array(registry.streams.values)
        }
        for stream in streams { stream.finish() }
    }

    /// Ends the streams, admits no new connection, and closes each open connection after its next answer.
    ///
    /// This does not use `MHD_quiesce_daemon`. In libmicrohttpd 0.9.75 that function and a thread of the pool
    /// may both remove the listening socket from epoll, and the second removal aborts the process.
    func beginStopping() {
        let streams = registry.withLock { registry in
            stopping.store(true, ordering: .relaxed)
            return Array(registry.streams.values)
        }
        for stream in streams { stream.finish() }
    }

    /// Answers every waiting request with 503; from now on, connections are no longer suspended.
    func refuseEverything() {
        let exchanges = registry.withLock { registry in
            registry.refusesEverything = true
            return Array(registry.waiting.values)
        }
        for exchange in exchanges { exchange.giveUp(.stopping) }
    }

    /// Waits until no request is being served, at most for the grace period.
    func waitUntilIdle(for grace: Duration) async {
        let end = ContinuousClock.now + grace
        while activeRequests.load(ordering: .relaxed) > 0, ContinuousClock.now < end {
            await pause()
        }
    }

    /// Waits until every connection has been resumed; the library demands this before it is closed.
    ///
    /// The wait is short: the tasks that resume the connections are about to do so.
    func waitUntilResumed() async {
        while suspensions.load(ordering: .acquiring) > 0 { await pause() }
    }

    private func pause() async {
        // A cancelled sleep returns early; the loops check their conditions again.
        try? await Task.sleep(for: .milliseconds(2))
    }
}
