import Foundation

/// Shows on one line of a terminal how far a command has come; shows nothing where standard error is no terminal.
struct ProgressLine {
    private let verb: String
    private let isShown: Bool
    private var percent = -1

    /// Makes a line that shows nothing yet.
    ///
    /// - Parameters:
    ///   - verb: What the command does, such as `Copied`.
    ///   - isShown: Whether anybody looks.
    init(_ verb: String, isShown: Bool = isatty(STDERR_FILENO) == 1) {
        self.verb = verb
        self.isShown = isShown
    }

    /// What to write for a state; `nil` when the line says so already.
    mutating func text(done: Int, of total: Int) -> String? {
        let percent = total > 0 ? done * 100 / total : 100
        guard percent != self.percent else { return nil }
        self.percent = percent
        return "\r\(verb) \(percent) %" + (percent == 100 ? "\n" : "")
    }

    /// Shows a state.
    mutating func show(done: Int, of total: Int) {
        guard isShown, let text = text(done: done, of: total) else { return }
        FileHandle.standardError.write(Data(text.utf8))
    }
}
