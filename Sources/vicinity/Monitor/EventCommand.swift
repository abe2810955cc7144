import Beacons
import Conditions
import Formats
import Foundation
import JSON
import Monitoring
import Observations

/// A command of the person's that is run for each event.
///
/// The shell sees the person's own text and nothing else: the event comes in variables and on standard input, so that
/// nothing in it can be taken for a command.
struct EventCommand {
    let text: String

    /// Runs the command and waits until it ends.
    ///
    /// One that fails is told of on standard error, and not run again: nobody could say what it has done already.
    func run(for event: Monitor.Event) async {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", text]
        process.environment = ProcessInfo.processInfo.environment.merging(variables(of: event)) { $1 }
        let input = Pipe()
        process.standardInput = input
        let status: Int32
        do {
            status = try await Self.status(
                of: process, input, EventText.json(event).bytes + [UInt8(ascii: "\n")])
        } catch {
            return Terminal.error("The command of --on-event cannot be run: \(error.localizedDescription)")
        }
        if status != 0 {
            Terminal.error("The command of --on-event ended with \(status) for event \(event.number).")
        }
    }

    private static func status(
        of process: Process, _ input: Pipe, _ bytes: [UInt8]
    ) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { return continuation.resume(throwing: error) }
            // A command that does not read its input is none the worse; the few bytes fit into the pipe.
            try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
            try? input.fileHandleForWriting.close()
        }
    }

    private func variables(of event: Monitor.Event) -> [String: String] {
        var variables = [
            "NUMBER": String(event.number), "IDENTIFIER": event.identifier, "STATE": event.state.name,
            "TIME": event.date.rfc3339,
        ]
        variables["LAST_KNOWN"] = event.lastKnown?.name
        variables["MAJOR"] = event.refinement?.constraint.major.map(String.init)
        variables["MINOR"] = event.refinement?.constraint.minor.map(String.init)
        return Dictionary(uniqueKeysWithValues: variables.map { ("VICINITY_EVENT_\($0)", $1) })
    }
}
