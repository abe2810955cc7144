import Foundation
import HTTPCore
import JSON
import Synchronization
import Tracing

/// Where a command writes.
enum Terminal {
    /// Writes a line for people or for the next program.
    static func out(_ line: String) { write(line, to: .standardOutput) }

    /// Writes bytes as they are, such as a file.
    static func out(bytes: [UInt8]) { write(Data(bytes), to: .standardOutput) }

    /// How standard error is written; a server sets it once, before it has anything to say.
    private static let form = Mutex(LogForm.text)

    /// Writes what follows on standard error in another form.
    static func log(as form: LogForm) { self.form.withLock { $0 = form } }

    /// Writes lines about failures and progress.
    static func error(_ lines: String) { error(lines, level: .error) }

    /// Writes lines about failures and progress, with the request that the present task answers.
    ///
    /// Each is made plain here, because a sentence may repeat words of a server, of a file or of another program, and our own
    /// words need no control character.
    static func error(_ lines: String, level: LogLevel, request: RequestID? = .current) {
        let line = LogLine(
            time: Installation.now(), level: level, message: lines.plainLines, request: request,
            trace: Trace.current?.context.traceID)
        switch form.withLock(\.self) {
        case .text: write(line.text, to: .standardError)
        case .json: write(line.json, to: .standardError)
        case .journal:
            // Without the journal, a line is better in another form than lost.
            if !Journal.send(line.journalBytes) { write(line.text, to: .standardError) }
        }
    }

    private static func write(_ line: String, to handle: FileHandle) {
        write(Data((line.hasSuffix("\n") ? line : line + "\n").utf8), to: handle)
    }

    private static func write(_ bytes: Data, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            // A reader that has gone, such as `head`, is no mistake of ours.
            if cause?.code == Int(EPIPE) { return }
            guard handle === FileHandle.standardOutput else { return }
            // A program that went on would count lines as printed that nobody can read.
            self.error("Standard output cannot be written: \(cause?.localizedDescription ?? "\(error)").")
            exit(1)
        }
    }
}

extension String {
    /// The text with each of its lines made harmless by itself; it has as many lines as before.
    var plainLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).plain }
            .joined(separator: "\n")
    }
}
