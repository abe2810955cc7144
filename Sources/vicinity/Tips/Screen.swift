import Foundation

/// The screen behind standard output.
enum Screen {
    /// Whether standard output is a terminal, and not a pipe or a file.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether text may be bold.
    static var showsWeight: Bool {
        let environment = ProcessInfo.processInfo.environment
        return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// The number of cells in a line; eighty when it is unknown.
    static var width: Int { size.width }

    /// The cells in a line, and the lines; eighty by twenty-four when they are unknown.
    static var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return (80, 24) }
        return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
    }
}
