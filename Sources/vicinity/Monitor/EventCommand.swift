import Beacons
import Conditions
import Dispatch
import Formats
import Foundation
import JSON
import Monitoring
import Observations
import WorkplaceClient

/// The command of `--on-event`, which runs for each event.
///
/// The shell runs only the person's own text. The event comes in variables and on standard input, so that no
/// part of it can become a command.
struct EventCommand {
    let text: String
    /// The waits between retries for one event.
    var backoff = Backoff()

    init(_ text: String) { self.text = text }

    /// The most runs of the command for one event; the retries take about half a minute.
    static let mostRuns = 7

    /// Runs the command for each event of a monitor, and retries when it fails.
    ///
    /// It acknowledges an event after the command has ended with 0 or has failed for the last time. If the process ends
    /// before that, the next process gets the event again.
    ///
    /// - Returns: The number of events for which the command never ended with 0.
    /// - Throws: `MonitorError`, and `CancellationError`.
    func run(for monitor: Monitor) async throws -> Int {
        var failures = 0
        for try await event in try monitor.events(reader: "command") {
            if try await !isDone(for: event) { failures += 1 }
        }
        return failures
    }

    private func isDone(for event: Monitor.Event) async throws -> Bool {
        var backoff = backoff
        for count in 1...Self.mostRuns {
            guard let trouble = await trouble(with: event) else { return true }
            try Task.checkCancellation()
            let isLast = count == Self.mostRuns
            Terminal.error(
                "The command of --on-event \(trouble) for event \(event.number), \(event.identifier) "
                    + "\(event.state.name). "
                    + (isLast ? "It is not run for it again, after \(count) times." : "Trying again."))
            if isLast { break }
            try await Task.sleep(for: backoff.wait())
        }
        return false
    }

    /// Runs the command and waits until it ends.
    ///
    /// - Returns: The failure, as words of a sentence; `nil` when the command ended with 0.
    private func trouble(with event: Monitor.Event) async -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", text]
        process.environment = ProcessInfo.processInfo.environment.merging(variables(of: event)) { $1 }
        let input = Pipe()
        process.standardInput = input
        do {
            let bytes = EventText.json(event).bytes + [UInt8(ascii: "\n")]
            let status = try await Self.status(of: process, input, bytes)
            return status == 0 ? nil : "ended with \(status)"
        } catch {
            return "cannot be run (\(error.localizedDescription))"
        }
    }

    private static func status(
        of process: Process, _ input: Pipe, _ bytes: [UInt8]
    ) async throws -> Int32 {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { return continuation.resume(throwing: error) }
                if Task.isCancelled { process.endGroup() }
                // A command need not read its input: the few bytes fit into the pipe.
                try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
                try? input.fileHandleForWriting.close()
            }
        } onCancel: {
            process.endGroup()
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

extension Process {
    /// How long a process group may take to end after `SIGTERM`.
    private static let patience = DispatchTimeInterval.seconds(2)

    /// Ends the process and its children, a process group that signals of the terminal do not reach.
    ///
    /// It does nothing before the process runs; `status(of:_:_:)` ends it then.
    fileprivate func endGroup() {
        guard isRunning else { return }
        let group = processIdentifier
        kill(-group, SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
            if isRunning { kill(-group, SIGKILL) }
        }
    }
}
