import Essentials
import HTTPCore
import HTTPServer
import Workplace
import WorkplaceAPI
import WorkplaceStores

/// The web server of an installation, from its start to its last answer.
struct Server {
    private static let grace: Duration = .seconds(10)
    private static let foreignChangesInterval: Duration = .seconds(1)

    let address: ListenAddress
    let isDemo: Bool
    let tls: WebServer.TLSIdentity?
    let files: WebFiles

    /// Serves until SIGINT or SIGTERM.
    func run(_ installation: Installation) async throws {
        let services = installation.services
        let web = try WorkplaceWebService(services: services, files: files, isDemo: isDemo)
        let server = WebServer(configuration: configuration, router: web.router, report: Self.report)
        let signals = TerminationSignals()
        let bound = try server.start()
        announce(bound)
        try await withThrowingTaskGroup(of: Void.self) { [arrivals = signals.arrivals] group in
            group.addTask { try await services.run() }
            group.addTask { await web.run(clock: ContinuousClock()) }
            group.addTask { try await Self.followOthers(installation) }
            group.addTask { for await _ in arrivals { return } }
            // The first to end is the signal, or a service that failed.
            do { try await group.next() } catch {
                await Self.stop(server, ending: group)
                throw error
            }
            await Self.stop(server, ending: group)
        }
        withExtendedLifetime(signals) {}
    }

    /// Ends the streams with the services, so that the server has nothing to wait for but running requests.
    private static func stop(_ server: WebServer, ending group: ThrowingTaskGroup<Void, any Error>) async {
        group.cancelAll()
        await server.stop(grace: grace)
    }

    /// Takes up what another process, such as an import, has committed.
    private static func followOthers(_ installation: Installation) async throws {
        while !Task.isCancelled {
            do { try await Task.sleep(for: foreignChangesInterval) } catch { return }
            guard try await installation.store.hasForeignChanges() else { continue }
            try await installation.store.catchUp()
            try await installation.services.imports.refresh()
        }
    }

    private var configuration: WebServer.Configuration {
        var configuration = WebServer.Configuration()
        configuration.host = address.host
        configuration.port = address.port
        configuration.threads = 2
        configuration.tls = tls
        return configuration
    }

    private func announce(_ bound: WebServer.BoundAddress) {
        let host = bound.host.contains(":") ? "[\(bound.host)]" : bound.host
        let scheme = tls == nil ? "http" : "https"
        Terminal.error("Listening on \(scheme)://\(host):\(bound.port)\(isDemo ? " (demo)" : "")")
    }

    /// Errors that a client was answered with an incident number for; their descriptions hold no personal data.
    private static let report: @Sendable (any Error) -> Void = { error in
        if let incident = error as? HTTPIncident {
            Terminal.error("Incident \(incident.identifier): \(incident.cause)")
        } else {
            Terminal.error("\(error)")
        }
    }
}
