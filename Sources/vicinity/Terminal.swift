import Foundation
import JSON

/// Where a command writes.
enum Terminal {
    /// Writes a line for people or for the next program.
    static func out(_ line: String) { write(line, to: .standardOutput) }

    /// Writes bytes as they are, such as a file.
    static func out(bytes: [UInt8]) { write(Data(bytes), to: .standardOutput) }

    /// Writes lines about failures and progress.
    ///
    /// Each is made plain here, because a sentence may repeat words of a server, of a file or of another program, and our own
    /// words need no control character.
    static func error(_ lines: String) { write(lines.plainLines, to: .standardError) }

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
