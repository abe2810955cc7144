import Foundation

/// What standard output leads to.
enum Screen {
    /// Whether a person is looking, and not a pipe or a file.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether letters may be bold.
    static var showsWeight: Bool {
        let environment = ProcessInfo.processInfo.environment
        return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// How many cells a line has; eighty where nobody knows.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
        return Int(size.ws_col)
    }
}
