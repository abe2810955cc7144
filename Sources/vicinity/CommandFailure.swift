import JSON

/// Why a command did not do what it was asked: one sentence, or several lines that each stand alone.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    /// 1 for what failed, 2 for what was asked wrongly.
    let exitCode: Int32
    /// The status of the server's answer, when it was the server that refused.
    let status: Int?
    /// The server's answer then, with the code of the problem and its members.
    let problem: JSONValue?

    /// The stable name of the problem, when it was the server that refused.
    var code: String? { problem.flatMap { JSONReader($0)["code"].optional?.string() } }

    /// Whether the server may answer otherwise a moment later, because it is not well or has too much to do.
    var isPassing: Bool { status.map { $0 >= 500 || $0 == 429 } ?? false }

    init(_ description: String, exitCode: Int32 = 1, status: Int? = nil, problem: JSONValue? = nil) {
        self.description = description
        self.exitCode = exitCode
        self.status = status
        self.problem = problem
    }
}
