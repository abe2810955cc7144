import CommandLineArguments
import Foundation
import Processes

/// Runs a gateway on this machine.
enum GatewayCommand {
    private static let megabyte = 1_048_576

    private static let state = Option(
        "state", value: "DIRECTORY",
        "Where the key and the reports that wait are kept; the service's folder, or ~/.local/state/vicinity/gateway.",
        kind: .directory, environment: "STATE_DIRECTORY")
    private static let recording = Option(
        "recording", value: "FILE",
        "What is heard: a recording instead of the radio; the gateway stops after it.",
        kind: .file)
    private static let speed = Option(
        "speed", value: "N", "Plays the recording N times as fast as it was made; else without pause.")
    private static let queueLimit = Option(
        "queue-limit", value: "MEGABYTES",
        "How much disk the reports may take that wait for the server; then the oldest are dropped.",
        default: "64")

    static let command = Command(
        "gateway", "Makes this machine a gateway: it hears badges and reports them to the server.",
        discussion: [
            "At the first start it shows a code. Somebody with the role facilities or administrator opens the address, "
                + "enters the code, and says which gateway of the campus this is. The key is kept in the state folder, "
                + "for its owner alone. When it is revoked, the gateway shows a code again.",
            "A report is made about once a second, and every five seconds while nothing is heard. While the server is "
                + "away, reports are kept on disk and sent later, in their order. Addresses of phones are never "
                + "written to the disk.",
        ],
        options: [
            SharedOptions.server, RadioOptions.adapter, state, queueLimit, recording, speed,
            TraceOptions.format,
            TraceOptions.columns,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        let folder = try folder(arguments)
        guard let limit = Int(try arguments.text(queueLimit)), (1...1_000_000).contains(limit) else {
            throw CommandFailure("--queue-limit takes a number of megabytes from 1 on.", exitCode: 2)
        }
        let lock = try GatewayLock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        let session = GatewaySession(
            server: try arguments.text(SharedOptions.server), folder: folder, queueLimit: limit * megabyte,
            source: try source(arguments))
        try await session.run()
    }

    private static func source(_ arguments: ParsedArguments) throws -> GatewaySession.Source {
        guard let path = arguments[recording] else {
            guard arguments[speed] == nil else {
                throw CommandFailure("--speed is for --recording.", exitCode: 2)
            }
            return .radio(GatewayRadio(adapter: try RadioOptions.adapter(arguments)))
        }
        // It is read twice: first for the time of its end.
        let file = try TraceOptions.recording(path, try RecordingInput(path).identified().source, arguments)
        return .recording(
            GatewayRecording(file: file, name: FileText.name(path), speed: try speed(arguments)))
    }

    private static func speed(_ arguments: ParsedArguments) throws -> Double? {
        guard let text = arguments[speed] else { return nil }
        guard let speed = Double(text), speed >= 0.001, speed.isFinite else {
            throw CommandFailure("--speed takes a number of at least 0.001.", exitCode: 2)
        }
        return speed
    }

    private static func folder(_ arguments: ParsedArguments) throws -> String {
        do throws(StateFolder.Failure) {
            let given = arguments[state]
            let folder = if let given { given } else { try StateFolder.base() + "/vicinity/gateway" }
            try StateFolder.make(folder)
            return folder
        } catch {
            throw CommandFailure("The folder \(error.path) cannot be used: \(error.reason).")
        }
    }
}
