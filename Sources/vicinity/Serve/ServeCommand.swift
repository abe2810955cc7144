import CommandLineArguments
import Essentials
import Foundation
import HTTPServer

import Workplace
import WorkplaceAPI

/// Serves the pages and the API until a signal stops it.
enum ServeCommand {
    static let demo = Option(
        flag: "demo", "Lets everybody on this machine sign in by choosing a name; for trying out only.")
    static let listen = Option(
        "listen", value: "HOST:PORT", "Where to listen; port 0 takes any that is free.",
        default: "127.0.0.1:8080",
        environment: "VICINITY_LISTEN")
    static let campus = Option(
        "campus", value: "FILE", "A campus file to import when the database has none.", kind: .file)
    static let web = Option(
        "web", value: "DIRECTORY", "The folder of the pages.", kind: .directory, default: "Web",
        environment: "VICINITY_WEB")
    static let publicURL = Option(
        "public-url", value: "URL",
        "The address that people open, such as https://vicinity.example.org, when it is not where the server listens."
    )
    static let certificate = Option(
        "tls-certificate", value: "FILE", "The certificate chain in PEM, for HTTPS.", kind: .file)
    static let key = Option(
        "tls-key", value: "FILE", "The certificate's private key in PEM.", kind: .file)
    static let trustedProxy = Option(
        "trusted-proxy", value: "ADDRESS",
        "The numeric address of a proxy whose Forwarded or X-Forwarded- fields say who the client is.",
        repeats: true)
    static let nodeURL = Option(
        "node-url", value: "URL",
        "Where the other nodes on the same PostgreSQL database reach this one, such as http://10.0.0.5:8080, when it is not where "
            + "it listens."
    )
    static let metrics = Option(
        "metrics", value: "HOST:PORT",
        "Serves metrics for Prometheus at this address instead of to this machine on the port of the pages.")
    static let log = Option(
        "log", value: "FORM",
        "How the log is written: text, json (an object a line) or journal (entries of systemd's journal with fields).",
        default: LogForm.text.rawValue)
    static let drain = Option(
        "drain", value: "SECONDS",
        "How long the server goes on after SIGTERM, while /readyz answers 503, so that a proxy sends requests elsewhere.",
        default: "0")
    static let identityDays = Option(
        "order-identity-days", value: "DAYS",
        "After how many days an order and its booking lose the name of the person.", default: "365")
    static let config = Option(
        "config", value: "FILE",
        "A file with a line name = value for each of these options; the command line and the environment go before it.",
        kind: .file)
    /// The options that may stand in the file.
    static let settings =
        [
            demo, listen, SharedOptions.database, campus, web, publicURL, certificate, key, trustedProxy,
            nodeURL, metrics, log, drain, identityDays,
        ] + TracingOptions.all + ProviderOptions.all + NoticeOptions.all + PaymentOptions.all

    static let command = Command(
        "serve", "Serves the pages and the API.",
        discussion: [
            "The database is created when it is not there. Ctrl-C or SIGTERM stops the server: requests that run are "
                + "finished, and everything that was acknowledged is kept.",
            "Without a certificate the server answers this machine and trusted proxies only. SIGHUP makes it read the "
                + "certificate and its key again; it also does so within a minute after the files have changed.",
        ],
        options: settings + [config])

    static func run(_ arguments: ParsedArguments) async throws {
        // The reader of the log may close its pipe; the server goes on.
        signal(SIGPIPE, SIG_IGN)
        try AddressSpaceLimit.check()
        var lines: [SettingsFileError.Mistake] = []
        let settings = try settingsFile(arguments, mistakes: &lines)
        try refuse(mistakes(in: arguments, settings?.file, lines: lines), path: settings?.path)
        do {
            try await serve(
                settings.map { arguments.completed(by: $0.file) } ?? arguments,
                settings: described(arguments, settings))
        } catch let error as UsageError {
            guard let settings else { throw error }
            throw located(error, in: settings.path, settings.file)
        }
    }

    private static func serve(_ arguments: ParsedArguments, settings: [ServerSetting]) async throws {
        let environment = ProcessInfo.processInfo.environment
        try beginLog(arguments)
        let passed = try PassedSocket.find(environment: environment)
        let address = try passed?.address ?? ListenAddress(try arguments.text(listen))
        let isDemo = arguments.has(demo)
        guard !isDemo || address.isLoopback else {
            throw CommandFailure(
                "The demo lets everybody in, so it listens on this machine only: use 127.0.0.1 or ::1.",
                exitCode: 2)
        }
        let certificate = try certificateFiles(arguments)
        let proxies = try proxies(arguments)
        try requireTLS(at: address, isThere: certificate != nil || !proxies.isEmpty)
        let publicURL = try arguments[publicURL].map { text throws(UsageError) in try PublicURL(text) }
        let traces = try TracingOptions(arguments, environment: environment)
        let provider = try ProviderOptions.provider(
            arguments, publicURL: publicURL, isDemo: isDemo, tracer: traces?.tracer)
        let paymentProvider = try PaymentOptions.provider(arguments, tracer: traces?.tracer)
        let metricsAddress = try arguments[metrics].map { text throws(UsageError) in
            try ListenAddress(text, of: "--metrics")
        }
        try NoticeOptions.check(arguments)
        let mail = try MailOptions(arguments, allowedHosts: NoticeOptions.hosts(arguments))
        let database = try SharedOptions.databaseAddress(arguments)
        let nodeURL = try ownURL(arguments, at: address, isSecure: certificate != nil)
        let server = Server(
            address: address, socket: passed?.descriptor, publicURL: publicURL,
            metricsAddress: metricsAddress, nodeURL: nodeURL, database: database, isDemo: isDemo,
            transport: {
                NoticeOptions.transport(
                    arguments, mail: mail, origin: $0, isDemo: isDemo, tracer: traces?.tracer)
            },
            mail: mail,
            certificate: certificate,
            trustedProxies: proxies, connections: try connections(),
            manager: ServiceManager(environment: environment),
            files: try WebFiles(readingFolder: try arguments.text(web)), settings: settings,
            drainTime: try drainTime(arguments), traces: traces)
        // Before there is a database, so that a missing file makes none.
        let file = try arguments[campus].map { try NamedFile($0) }
        let retention = try identityRetention(arguments)
        let installation = try await Installation.openToServe(
            database, ownURL: nodeURL, identityRetention: retention, provider: provider,
            paymentProvider: paymentProvider,
            isTraced: traces != nil)
        do {
            if try await installation.begin(campus: file), let file {
                Terminal.error(
                    "The campus file \(file.path) was not imported: the database \(database) has a campus already. "
                        + "To import it: vicinity import \(file.path) --database \(database.option)")
            }
            try await installation.services.dataAnnouncements.takeUp(
                nameDays: Int(retention.components.seconds / 86_400))
            if isDemo, let lack = lack(of: installation, database) { Terminal.error(lack) }
            if let provider { ProviderOptions.warnOfUnknownPlaces(provider, installation.services.campuses) }
            try await server.run(installation)
        } catch {
            await installation.close()
            throw error
        }
        await installation.close()
    }

    private static func beginLog(_ arguments: ParsedArguments) throws {
        let form = try LogForm(try arguments.text(log))
        guard form != .journal || Journal.isThere else {
            throw CommandFailure(
                "systemd's journal does not listen at \(Journal.path): use --log text or --log json.",
                exitCode: 2)
        }
        Terminal.log(as: form)
    }

    /// The arguments with what the file of `--config` says.
    ///
    /// - Parameters:
    ///   - arguments: What the command line, the environment and the defaults say.
    ///   - others: Options that the caller checks itself.
    /// - Returns: All arguments.
    /// - Throws: `CommandFailure` with all mistakes of the other options, as at the start of a server.
    static func completed(_ arguments: ParsedArguments, without others: [Option]) throws -> ParsedArguments {
        var lines: [SettingsFileError.Mistake] = []
        let settings = try settingsFile(arguments, mistakes: &lines)
        try refuse(
            mistakes(in: arguments, settings?.file, lines: lines, without: others), path: settings?.path)
        return settings.map { arguments.completed(by: $0.file) } ?? arguments
    }

    /// The file of `--config`, with its path and without the lines that have mistakes.
    private static func settingsFile(
        _ arguments: ParsedArguments, mistakes: inout [SettingsFileError.Mistake]
    ) throws -> (path: String, file: SettingsFile)? {
        guard let path = arguments[config] else { return nil }
        return (path, SettingsFile(try FileText.read(path), options: settings, mistakes: &mistakes))
    }

    /// The error with the line of the settings from which a malformed value comes, if it comes from there.
    static func located(_ error: UsageError, in path: String, _ file: SettingsFile) -> any Error {
        guard case .malformedValue(let value, let flag, _) = error,
            let option = settings.first(where: { "--\($0.name)" == flag }),
            let line = file.line(of: option, value: value)
        else { return error }
        return CommandFailure("\(path):\(line): \(error)", exitCode: 2)
    }

    /// Refuses an address that others reach in plain HTTP.
    static func requireTLS(at address: ListenAddress, isThere: Bool) throws {
        guard !address.isLoopback, !isThere else { return }
        throw CommandFailure(
            "Others on the way can read plain HTTP, so it is served on this machine only, but the server shall listen at "
                + "\(address.host): give it a certificate with --tls-certificate and --tls-key, or put a proxy that speaks "
                + "HTTPS in front of it and name the proxy's address with --trusted-proxy.",
            exitCode: 2)
    }

    /// What is missing for anybody to sign in and order.
    static func lack(of installation: Installation, _ database: DatabaseAddress) -> String? {
        guard installation.services.campuses.revision == 0 else { return nil }
        return "The database \(database) has no campus yet, so nobody can sign in. Import one, such as "
            + "Examples/demo-campus.json: vicinity import FILE --database \(database.option). This server then takes it up by itself."
    }

    /// How many connections the system allows; tells the operator when they are fewer than the server would take.
    private static func connections() throws -> Int {
        let wanted = WebServer.Limits().connections
        let limit = OpenFileLimit.raised()
        let connections = try limit.connections(wanted: wanted)
        if let shortage = limit.shortage(wanted: wanted) { Terminal.error(shortage, level: .warning) }
        return connections
    }

    /// Where other nodes reach this one; `nil` when nobody can know its port.
    static func ownURL(
        _ arguments: ParsedArguments, at address: ListenAddress, isSecure: Bool
    ) throws -> String? {
        if let text = arguments[nodeURL] { return try PublicURL(text, of: "--node-url").origin }
        guard address.port != 0 else { return nil }
        return "\(isSecure ? "https" : "http")://\(address.urlHost):\(address.port)"
    }

    /// How long the server goes on after it was asked to end.
    static func drainTime(_ arguments: ParsedArguments) throws -> Duration {
        let text = try arguments.text(drain)
        guard let seconds = Int64(text), (0...3_600).contains(seconds) else {
            throw UsageError.malformedValue(
                text, of: "--drain", expected: "a whole number of seconds from 0 to 3600")
        }
        return .seconds(seconds)
    }

    static func identityRetention(_ arguments: ParsedArguments) throws -> Duration {
        let text = try arguments.text(identityDays)
        guard let days = Int64(text), (1...3_650).contains(days) else {
            throw UsageError.malformedValue(
                text, of: "--order-identity-days", expected: "a whole number of days from 1 to 3650")
        }
        return .seconds(days * 86_400)
    }

    static func proxies(_ arguments: ParsedArguments) throws -> Set<IPAddress> {
        Set(
            try arguments.all(trustedProxy).map { text throws(UsageError) in
                guard let address = IPAddress(text) else {
                    throw .malformedValue(text, of: "--trusted-proxy", expected: "a numeric address")
                }
                return address
            })
    }

    static func certificateFiles(_ arguments: ParsedArguments) throws -> CertificateFiles? {
        switch (arguments[certificate], arguments[key]) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return CertificateFiles(certificate: certificate, key: key)
        default:
            throw CommandFailure("--tls-certificate and --tls-key go together.", exitCode: 2)
        }
    }
}
