public import JSON

/// Why a campus file was refused: it is not JSON, or it has mistakes.
public struct CampusFileError: Error, Hashable, Sendable {
    /// What is wrong with the file.
    public enum Cause: Hashable, Sendable {
        /// The first place where the file is not JSON; the rest was not read.
        case syntax(JSONSyntaxError)
        /// Every mistake, in the order of the file; never empty.
        case mistakes([JSONMistake])
    }

    /// What the file was called.
    public let file: String
    /// What is wrong with it.
    public let cause: Cause

    /// Makes an error of its parts.
    public init(file: String, cause: Cause) {
        self.file = file
        self.cause = cause
    }

    /// One line for each mistake: the file, the place, and why.
    public var lines: [String] {
        switch cause {
        case .syntax(let error):
            ["\(file): line \(error.line), column \(error.column): \(error.reason)"]
        case .mistakes(let mistakes):
            mistakes.map { "\(file): \($0.path): \($0.reason)" }
        }
    }
}

extension CampusFileError: CustomStringConvertible {
    /// The lines, one below the other.
    public var description: String { lines.joined(separator: "\n") }
}

extension JSONMistake.Code {
    /// An identifier or a number that must be unique occurs a second time.
    public static let duplicate: JSONMistake.Code = "duplicate"
    /// An identifier refers to something that the file does not have.
    public static let unknownReference: JSONMistake.Code = "unknown-reference"
    /// There is more of something than the file may have.
    public static let limit: JSONMistake.Code = "limit"
}
