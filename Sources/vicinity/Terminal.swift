import Foundation

/// Where a command writes.
enum Terminal {
    /// Writes a line for people or for the next program.
    static func out(_ line: String) { write(line, to: .standardOutput) }

    /// Writes a line about what went wrong or what goes on.
    static func error(_ line: String) { write(line, to: .standardError) }

    private static func write(_ line: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data((line.hasSuffix("\n") ? line : line + "\n").utf8))
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            // A reader that has gone, such as `head`, is no mistake of ours.
            if cause?.code == Int(EPIPE) { return }
            guard handle === FileHandle.standardOutput else { return }
            // Whoever goes on would count as told what nobody can read.
            self.error("Standard output cannot be written: \(cause?.localizedDescription ?? "\(error)").")
            exit(1)
        }
    }
}
