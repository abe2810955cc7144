import CommandLineArguments
import Essentials
import Foundation
import HTTPServer
import JSON
import Workplace
import WorkplaceAPI

/// Examines what a server needs before it starts, or while it runs, and says what to do.
enum DoctorCommand {
    private static let listen = Option(
        "listen", value: "HOST:PORT", "Where the server listens.", default: "127.0.0.1:8080",
        environment: "VICINITY_LISTEN")
    private static let web = Option(
        "web", value: "DIRECTORY", "The folder of the pages.", kind: .directory, default: "Web",
        environment: "VICINITY_WEB")
    private static let certificate = Option(
        "tls-certificate", value: "FILE", "The certificate chain in PEM, for HTTPS.", kind: .file)
    private static let key = Option(
        "tls-key", value: "FILE", "The certificate's private key in PEM.", kind: .file)
    private static let trustedProxy = Option(
        "trusted-proxy", value: "ADDRESS", "The numeric address of a trusted proxy.", repeats: true)
    private static let json = Option(flag: "json", "Prints a JSON array.")

    static let command = Command(
        "doctor", "Examines what a server needs, and says what to do.",
        discussion: [
            "Give it the options of vicinity serve. A line for each thing begins with ok, warning or wrong. The exit code is 1 "
                + "if anything is wrong. The database is not changed; vicinity verify reads all of it."
        ],
        options: [listen, SharedOptions.database, web, certificate, key, trustedProxy, json])

    static func run(_ arguments: ParsedArguments) throws {
        let diagnoses = try diagnoses(arguments, now: Installation.now())
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

    private static func diagnoses(_ arguments: ParsedArguments, now: Timestamp) throws -> [Diagnosis] {
        let database = try SharedOptions.databasePath(arguments)
        let address = try ListenAddress(try arguments.text(listen))
        let state = state(of: database)
        let lastChange: Timestamp? =
            if case .readable(let summary) = state { summary.lastChange } else { nil }
        let folder = DatabaseFile.folder(of: database)
        return [
            .clock(now: now, lastChange: lastChange, state: SystemFacts.clockState()),
            .disk(free: DatabaseFile.freeBytes(inFolder: folder), database: DatabaseFile.size(database)),
            .folder(folder, SystemFacts.trial(inFolder: folder)),
            .database(database, state),
            .port(address, PortTrial.state(of: address, isServed: ServingLock.isTaken(database: database))),
            try certificate(arguments, address, now: now),
            .proxies(arguments.all(trustedProxy), address: address),
            web(try arguments.text(web)),
            .openFiles(.raised(), wanted: WebServer.Limits().connections),
            .bluetooth(SystemFacts.bluetoothAdapters()),
        ]
    }

    private static func state(of database: String) -> Diagnosis.DatabaseState {
        guard DatabaseFile.exists(database) else { return .missing }
        do { return .readable(try DatabaseSummary(path: database)) } catch { return .unreadable("\(error)") }
    }

    private static func certificate(
        _ arguments: ParsedArguments, _ address: ListenAddress, now: Timestamp
    ) throws -> Diagnosis {
        switch (arguments[certificate], arguments[key]) {
        case (nil, nil): return .plain(address, proxies: arguments.all(trustedProxy))
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
}
