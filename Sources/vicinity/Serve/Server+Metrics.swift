import HTTPCore
import HTTPServer
import Metrics
import Workplace
import WorkplaceAPI

// Where an operator's programs read what the server tells about itself.
extension Server {
    /// Makes the server of the pages and, where there is an address for them, the one of the metrics.
    ///
    /// Without such an address, programs on this machine read them on the port of the pages, unless a proxy stands before
    /// it: the proxy's clients connect from this machine too.
    func servers(
        _ web: WorkplaceWebService, _ installation: Installation, errors: EventCounter,
        exporter: TraceExporter?, report: @escaping @Sendable (any Error) -> Void
    ) throws -> (pages: WebServer, metrics: WebServer?) {
        var router = web.router
        let requests = RequestMeter(routes: router.routes + MetricsRoute.routes)
        let load = LoadReading()
        let metrics = ServerMetrics(
            of: web, requests: requests, commits: installation.commits, errors: errors
        ) {
            [database, certificate, activity = installation.activity] in
            ProcessMetrics.families(database: database, certificate: certificate)
                + ProcessMetrics.families(of: activity) + TraceExporter.families(of: exporter)
                + load.families
        }
        var metricsServer: WebServer?
        if let metricsAddress {
            var own = Router()
            MetricsRoute.add(to: &own, for: { _ in true }) { await metrics.text() }
            metricsServer = WebServer(
                configuration: Self.metricsConfiguration(metricsAddress), router: own, report: report)
        } else if trustedProxies.isEmpty, publicURL == nil {
            MetricsRoute.add(to: &router, for: LocalRequest.isLocal) { await metrics.text() }
        }
        let pages = WebServer(
            configuration: configuration(try certificate?.read()), router: router,
            served: served(metered: requests, by: router.routes), tracer: traces?.tracer, report: report)
        load.begin(with: pages)
        return (pages, metricsServer)
    }

    /// Counts each request, and writes a line about each failure, under the name that its answer has.
    private func served(
        metered requests: RequestMeter, by routes: [(method: HTTPMethod, pattern: String)]
    ) -> @Sendable (ServedRequest) -> Void {
        let failures = FailureLog()
        return { request in
            requests.note(request)
            guard request.status.code >= 500 else { return }
            failures.note(request, pattern: request.route.map { routes[$0].pattern })
        }
    }

    private static func metricsConfiguration(_ address: ListenAddress) -> WebServer.Configuration {
        var configuration = WebServer.Configuration(host: address.host, port: address.port, threads: 1)
        configuration.limits.connections = 64
        return configuration
    }
}

/// Tells programs on this machine from those that come through a proxy on this machine that nobody has named.
enum LocalRequest {
    private static let proxyFields = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via",
    ]

    /// Whether a request comes from this machine, asks for this machine by a local name, and no proxy has marked it.
    ///
    /// The name also keeps out a page of another site whose name leads to this machine.
    static func isLocal(_ request: HTTPRequest) -> Bool {
        guard IPAddress(request.clientAddress)?.isLoopback == true, !request.comesThroughProxy,
            !proxyFields.contains(where: { request.fields[$0] != nil }),
            let host = request.fields["Host"]
        else { return false }
        let name = host.prefix { $0 != ":" || host.hasPrefix("[") }
        if name.hasPrefix("[") { return name.hasPrefix("[::1]") }
        return name.lowercased() == "localhost" || IPAddress(name)?.isLoopback == true
    }
}
