import CommandLineArguments
import Essentials
import Foundation
import HTTPServer
import JSON
import Workplace
import WorkplaceAPI

/// Examines what a server needs before it starts, or while it runs, and says what to do.
enum DoctorCommand {
    private static let json = Option(flag: "json", "Prints a JSON array.")

    static let command = Command(
        "doctor", "Examines what a server needs, and says what to do.",
        discussion: [
            "Give it the options of vicinity serve, or the file that the service reads: --config /etc/vicinity/vicinity.conf. "
                + "Run it as the user that runs the server.",
            "A line for each thing begins with ok, warning or wrong. The exit code is 1 if anything is wrong. The database is "
                + "not changed; vicinity verify reads all of it.",
        ],
        options: ServeCommand.settings + [ServeCommand.config, json])

    /// The settings about which a line says what is wrong.
    static let diagnosed = [
        ServeCommand.certificate, ServeCommand.key, ServeCommand.trustedProxy, ServeCommand.web,
        ServeCommand.campus,
    ]

    static func run(_ arguments: ParsedArguments) async throws {
        let arguments = try ServeCommand.completed(arguments, without: diagnosed)
        let diagnoses = try await diagnoses(arguments, now: Installation.now())
        if arguments.has(json) {
            var writer = JSONWriter()
            writer.array { writer in for diagnosis in diagnoses { diagnosis.write(to: &writer) } }
            Terminal.out(String(decoding: writer.bytes, as: UTF8.self))
        } else {
            for diagnosis in diagnoses { Terminal.out(diagnosis.line.plainLines) }
        }
        let wrong = diagnoses.filter { $0.verdict == .wrong }
        guard wrong.isEmpty else {
            throw CommandFailure("Wrong: \(wrong.map(\.subject).joined(separator: ", ")).")
        }
    }

    private static func diagnoses(_ arguments: ParsedArguments, now: Timestamp) async throws -> [Diagnosis] {
        let database = try SharedOptions.databaseAddress(arguments)
        let address = try ListenAddress(try arguments.text(ServeCommand.listen))
        let (ofDatabase, isServed): ([Diagnosis], Bool?) =
            switch database {
            case .sqlite(let path): (ofFile(path, now: now), ServingLock.isTaken(database: path))
            case .postgres(let server): ofServer(server, named: database.description, now: now)
            }
        let hasTLS = arguments[ServeCommand.certificate] != nil
        let port = await PortTrial.state(of: address, isServed: isServed, hasTLS: hasTLS)
        var node: Diagnosis?
        if case .postgres = database {
            node = try await nodeURL(arguments, address, hasTLS: hasTLS, port)
        }
        let others: [Diagnosis?] = [
            .port(address, port), node,
            try certificate(arguments, address, now: now),
            .proxies(arguments.all(ServeCommand.trustedProxy), address: address),
            arguments.has(ServeCommand.demo) ? .demo(address) : nil,
            web(try arguments.text(ServeCommand.web)),
            arguments[ServeCommand.campus].map(campus),
            .openFiles(.raised(), wanted: WebServer.Limits().connections),
            .bluetooth(SystemFacts.bluetoothAdapters()),
        ]
        return ofDatabase + others.compactMap(\.self)
    }

    private static func ofFile(_ path: String, now: Timestamp) -> [Diagnosis] {
        let state = state(of: path)
        let lastChange: Timestamp? =
            if case .readable(let summary) = state { summary.lastChange } else { nil }
        let folder = DatabaseFile.folder(of: path)
        return [
            .clock(now: now, lastChange: lastChange, state: SystemFacts.clockState()),
            .disk(
                free: DatabaseFile.freeBytes(inFolder: folder),
                database: DatabaseFile.size(path) + DatabaseFile.size("\(path)-wal")),
            .folder(folder, SystemFacts.trial(inFolder: folder)),
            .database(path, state),
        ]
    }

    /// What is found of a server of PostgreSQL, and whether nodes serve the database; `nil` when it cannot be asked.
    private static func ofServer(
        _ server: String, named name: String, now: Timestamp
    ) -> (found: [Diagnosis], isServed: Bool?) {
        do {
            let settings = try ServerSettings(address: server)
            let summary = try DatabaseSummary(address: server)
            let clock = Diagnosis.clock(
                now: now, lastChange: summary.lastChange, state: SystemFacts.clockState())
            let database = Diagnosis.database(
                name, summary, hasOnlyOtherTables: settings.hasOnlyOtherTables)
            let found = [clock] + Diagnosis.server(settings, now: now) + [database]
            return (found, settings.connectionsOfNodes > 0)
        } catch {
            return ([.unusable(name, "\(error)")], nil)
        }
    }

    /// Whether the address at which other nodes reach this one leads to the server that listens here; `nil` without an address.
    private static func nodeURL(
        _ arguments: ParsedArguments, _ address: ListenAddress, hasTLS: Bool, _ port: Diagnosis.PortState
    ) async throws -> Diagnosis? {
        guard let url = try ServeCommand.ownURL(arguments, at: address, isSecure: hasTLS) else { return nil }
        let answer = await NodeTrial.outcome(at: url)
        if case .free = port { return .nodeURL(url, answer, here: nil) }
        // Over TLS the certificate is for another name than this machine's.
        let here = hasTLS ? .otherProgram : await NodeTrial.outcome(at: address.localURL)
        return .nodeURL(url, answer, here: here)
    }

    private static func state(of database: String) -> Diagnosis.DatabaseState {
        guard DatabaseFile.exists(database) else { return .missing }
        do { return .readable(try DatabaseSummary(path: database)) } catch { return .unreadable("\(error)") }
    }

    private static func certificate(
        _ arguments: ParsedArguments, _ address: ListenAddress, now: Timestamp
    ) throws -> Diagnosis {
        switch (arguments[ServeCommand.certificate], arguments[ServeCommand.key]) {
        case (nil, nil): return .plain(address, proxies: arguments.all(ServeCommand.trustedProxy))
        case (let certificate?, let key?):
            do {
                let files = Diagnosis.CertificateFiles(
                    chain: try FileText.bytes(certificate), key: try FileText.bytes(key))
                return .certificate(files, now: now)
            } catch {
                return .wrong(
                    "certificate", "\(error)", "Let the user that runs the server read both files.")
            }
        default:
            throw CommandFailure("--tls-certificate and --tls-key go together.", exitCode: 2)
        }
    }

    private static func web(_ folder: String) -> Diagnosis {
        do {
            try WebFiles(readingFolder: folder).check()
            return .web(folder, failure: nil)
        } catch {
            return .web(folder, failure: "\(error)")
        }
    }

    private static func campus(_ path: String) -> Diagnosis {
        do {
            _ = try FileText.bytes(path)
            return .campus(path, failure: nil)
        } catch {
            return .campus(path, failure: "\(error)")
        }
    }
}
