import Cryptography
import Essentials
import Glibc
import HTTPCore
import HTTPServer
import Metrics
import Workplace
import WorkplaceAPI

/// The web server of an installation, from its start to its last answer.
struct Server {
    static let grace: Duration = .seconds(10)
    private static let foreignChangesInterval: Duration = .seconds(1)
    private static let dutyPatience: Duration = .seconds(5)

    let address: ListenAddress
    /// The socket that listens at the address already; `nil` when the server opens it.
    let socket: Int32?
    let publicURL: PublicURL?
    /// Where metrics are served; `nil` serves them to this machine on the port of the pages.
    let metricsAddress: ListenAddress?
    /// Where other nodes reach this one; `nil` when nobody can know.
    let nodeURL: String?
    /// Where the database is.
    let database: DatabaseAddress
    let isDemo: Bool
    /// Makes the way in which notices leave this machine, from the address that people open.
    let transport: @Sendable (String) -> NoticeTransport
    /// The mail server and the mailbox of delivery reports; `nil` without one.
    let mail: MailOptions?
    let certificate: CertificateFiles?
    let trustedProxies: Set<IPAddress>
    /// How many connections it takes at a time.
    let connections: Int
    let manager: ServiceManager?
    let files: WebFiles
    /// The settings in force, for the page of administrators.
    let settings: [ServerSetting]
    /// How long it goes on serving after it was asked to end, so that proxies can send requests elsewhere.
    let drainTime: Duration
    /// Where traces go; `nil` traces nothing.
    let traces: TracingOptions?

    /// Serves until SIGINT or SIGTERM, or until a newer program has changed the schema of the database.
    ///
    /// - Throws: `CommandFailure` when it cannot be served, or after the schema was changed.
    func run(_ installation: Installation) async throws {
        let services = installation.services
        let web = try WorkplaceWebService(
            services: services, files: files, isDemo: isDemo, settings: settings,
            forwarder: NodeForwarder.forwarder(over: installation.store)
        ) {
            Terminal.error("\($0)", level: .warning)
        }
        for (language, count) in web.untranslatedTexts {
            Terminal.error(
                "The pages in \(language) show \(count) texts in English: they are not translated.",
                level: .warning)
        }
        // Before the files are read, so that a change meanwhile is seen.
        let stamps = certificate?.stamps() ?? []
        let errors = EventCounter()
        let report: @Sendable (any Error) -> Void = { error in
            errors.add()
            Self.report(error)
        }
        let exporter = traces.map { TraceExporter($0) }
        let (server, metricsServer) = try servers(
            web, installation, errors: errors, exporter: exporter, report: report)
        let renewal = certificate.map { files in
            CertificateRenewal(of: files, stamps: stamps) {
                try server.replaceIdentity($0)
            } report: {
                Terminal.error($0)
            }
        }
        let signals = SignalArrivals(of: SignalArrivals.termination)
        // In a terminal without a certificate, SIGHUP ends the server with the terminal.
        let hangUps = renewal == nil && manager == nil ? nil : SignalArrivals(of: [SIGHUP])
        let bound = try start(server, at: address)
        announce(bound)
        if let metricsServer, let metricsAddress {
            let bound = try start(metricsServer, at: metricsAddress)
            Terminal.error(
                "Metrics at \(origin(of: bound, isSecure: false))\(MetricsRoute.path)", level: .information)
        }
        try await services.notices.begin(transport(publicURL?.origin ?? origin(of: bound)))
        services.printing.begin(TCPPrinterConnection.transport)
        if !isDemo { try await offerSetUp(services, at: bound) }
        manager?.ready(listening(at: bound))
        let (causes, cause) = AsyncStream.makeStream(of: EndCause.self)
        installation.store.whenSuperseded { cause.yield(.superseded) }
        let end = End()
        await withTaskGroup { [arrivals = signals.arrivals, hangUps = hangUps?.arrivals] group in
            group.addTask { await services.run(report: report) }
            group.addTask { await web.run(clock: ContinuousClock()) }
            group.addTask { await Self.followOthers(installation, report) }
            if installation.store.duty != .alone {
                group.addTask { await Self.reportDuty(of: installation.store, end) }
                if let nodeURL {
                    group.addTask { await NodeTrial.watch(nodeURL, process: services.processName) }
                }
            }
            if let exporter { group.addTask { await exporter.run() } }
            if let bounces = mail?.bounces {
                group.addTask { await bounces.read(services.notices, report: report) }
            }
            if let renewal { group.addTask { await Self.renewInTime(renewal) } }
            if let hangUps { group.addTask { await reload(renewal, at: hangUps, bound) } }
            if let manager, manager.watchdogInterval != nil {
                group.addTask {
                    await manager.watch(clock: ContinuousClock()) { try await Self.read(installation) }
                }
            }
            group.addTask { for await signal in arrivals { cause.yield(.signal(signal)) } }
            group.addTask {
                let found = await waitForEnd(causes) {
                    end.noteBegin()
                    web.announceDeparture()
                    server.drain()
                } handOver: {
                    await Self.handOver(installation)
                }
                if found == .superseded { end.noteSupersession() }
            }
            // Only this ends by itself. The streams end with the services, so that the server has nothing to
            // wait for but running requests.
            await group.next()
            manager?.stopping()
            group.cancelAll()
            await server.stop(grace: Self.grace)
            await metricsServer?.stop(grace: .zero)
        }
        await exporter?.finish()
        withExtendedLifetime((signals, hangUps)) {}
        guard !end.isSupersession else { throw Self.superseded }
    }

    private static let superseded = CommandFailure(
        "A newer program has changed the schema of the database, and this one does not know the change. Start the newer program."
    )

    /// Looks from time to time whether the certificate has changed.
    private static func renewInTime(_ renewal: CertificateRenewal) async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: CertificateRenewal.interval) } catch { return }
            await renewal.renew(isAsked: false)
        }
    }

    /// Reads the certificate again whenever a signal asks for it.
    private func reload(
        _ renewal: CertificateRenewal?, at arrivals: AsyncStream<Int32>, _ bound: WebServer.BoundAddress
    ) async {
        for await _ in arrivals {
            manager?.reloading()
            await renewal?.renew(isAsked: true)
            manager?.ready(listening(at: bound))
        }
    }

    /// Reads the least that shows that the store answers.
    private static func read(_ installation: Installation) async throws {
        _ = try await installation.store.read { try $0.feedBounds() }
    }

    private func start(_ server: WebServer, at address: ListenAddress) throws -> WebServer.BoundAddress {
        do { return try server.start() } catch {
            throw CommandFailure("Cannot listen on \(address.host), port \(address.port). \(error).")
        }
    }

    /// Takes up what another process, such as an import, has committed; what fails is tried again.
    private static func followOthers(
        _ installation: Installation, _ report: @Sendable (any Error) -> Void
    ) async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: foreignChangesInterval) } catch { return }
            do { try await takeUpForeignChanges(installation) } catch { report(error) }
        }
    }

    /// Writes a line whenever this server becomes the sender, and when it stops being the sender.
    private static func reportDuty(of store: any SharedStore, _ end: End) async {
        var wasSender = false
        while !Task.isCancelled {
            var isSender = store.duty == .sender
            if wasSender, !isSender, !end.hasBegun {
                // A database that has just gone away is noticed a little later.
                do { try await Task.sleep(for: dutyPatience) } catch { return }
                isSender = store.duty == .sender
            }
            if isSender != wasSender {
                Terminal.error(
                    dutyReport(isSender: isSender, store.reach, isStopping: end.hasBegun), level: .information
                )
            }
            wasSender = isSender
            do { try await Task.sleep(for: foreignChangesInterval) } catch { return }
        }
    }

    static func dutyReport(isSender: Bool, _ reach: StoreReach, isStopping: Bool) -> String {
        if isSender { return "This server sends notices, webhooks and print jobs from now on." }
        // A server that stops does not wait to learn whether another one takes over.
        if isStopping { return "This server sends nothing more, because it is about to stop." }
        // Without the database, nobody knows whether another server has taken over.
        return reach == .present
            ? "Another server sends from now on."
            : "This server sends nothing until the database answers."
    }

    /// Takes up what another process has committed up to now.
    static func takeUpForeignChanges(_ installation: Installation) async throws {
        if try await installation.store.hasForeignChanges() { try await installation.store.catchUp() }
        // Asked for each time: a write of our own takes up others' feed entries as well, and nothing is foreign then.
        try await installation.services.imports.refresh()
        try await installation.services.people.refresh()
        // Only another node publishes tips, so nobody does for a file.
        if installation.store.duty != .alone { try await installation.services.tipPublication.refresh() }
    }

    func configuration(_ tls: WebServer.TLSIdentity?) -> WebServer.Configuration {
        var configuration = WebServer.Configuration()
        configuration.host = address.host
        configuration.port = address.port
        // The demo lets everybody in, so no other name that leads to this machine may.
        configuration.hosts = isDemo ? address.loopbackHosts : nil
        configuration.threads = 2
        configuration.tls = tls
        configuration.trustedProxies = trustedProxies
        configuration.plainClients = .thisMachineAndProxies
        configuration.listeningSocket = socket
        configuration.limits.connections = connections
        return configuration
    }

    private func announce(_ bound: WebServer.BoundAddress) {
        Terminal.error(listening(at: bound), level: .information)
    }

    private func listening(at bound: WebServer.BoundAddress) -> String {
        "Listening on \(origin(of: bound))\(isDemo ? " (demo)" : "")"
    }

    /// Prints the link that makes the first administrator, where nobody who administers the installation can sign in.
    private func offerSetUp(_ services: WorkplaceServices, at bound: WebServer.BoundAddress) async throws {
        guard try await services.setUp.isNeeded() else { return }
        let token = Base64URL.encode(try SecureRandom.bytes(32))
        services.setUp.begin(tokenDigest: SHA256.digest(of: token.utf8))
        Terminal.error(
            "Set up this installation at \(publicURL?.origin ?? origin(of: bound))/set-up#\(token)",
            level: .information)
        Terminal.error(
            "The link works for 30 minutes. Start the server again for another.", level: .information)
    }

    private func origin(of bound: WebServer.BoundAddress, isSecure: Bool? = nil) -> String {
        let host = bound.host.contains(":") ? "[\(bound.host)]" : bound.host
        return "\(isSecure ?? (certificate != nil) ? "https" : "http")://\(host):\(bound.port)"
    }

    /// Errors that a client was answered with an incident number for; their descriptions hold no personal data.
    private static let report: @Sendable (any Error) -> Void = { error in
        if let incident = error as? HTTPIncident {
            Terminal.error("Incident \(incident.identifier): \(incident.cause)")
        } else if !(error is StoreOutage) {
            // The store reports its outages itself, once for all that fails because of them.
            Terminal.error("\(error)")
        }
    }
}
