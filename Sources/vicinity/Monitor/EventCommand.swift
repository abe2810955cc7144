import Beacons
import Conditions
import Dispatch
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
    /// The waits between its runs for one event.
    var backoff = Backoff()

    init(_ text: String) { self.text = text }

    /// How often it is run for one event at most: over about half a minute.
    static let mostRuns = 7

    /// Runs the command for each event that a monitor gives, again after a while when it fails.
    ///
    /// An event is acknowledged when the command has ended with 0 for it, or has failed for the last time. A process that
    /// ends before has the event given again by the next.
    ///
    /// - Returns: For how many events it never ended with 0.
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
    /// - Returns: What went wrong, as words of a sentence; `nil` when it ended with 0.
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
                // A command that does not read its input is none the worse; the few bytes fit into the pipe.
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
    /// How long a group that was asked to end has for it.
    private static let patience = DispatchTimeInterval.seconds(2)

    /// Ends the process and those that it started, which are a group of their own that no signal of a terminal reaches.
    ///
    /// One that has not begun yet is left to whoever begins it.
    fileprivate func endGroup() {
        guard isRunning else { return }
        let group = processIdentifier
        kill(-group, SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
            if isRunning { kill(-group, SIGKILL) }
        }
    }
}
