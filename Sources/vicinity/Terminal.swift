import Foundation

/// Where a command writes.
enum Terminal {
    /// Writes a line for people or for the next program.
    static func out(_ line: String) { write(line, to: .standardOutput) }

    /// Writes a line about what went wrong or what goes on.
    static func error(_ line: String) { write(line, to: .standardError) }

    private static func write(_ line: String, to handle: FileHandle) {
        // A reader that has gone, such as `head`, is no mistake of ours.
        try? handle.write(contentsOf: Data((line.hasSuffix("\n") ? line : line + "\n").utf8))
    }
}
