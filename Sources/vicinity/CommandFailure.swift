/// Why a command did not do what it was asked: one sentence, or several lines that each stand alone.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    /// 1 for what failed, 2 for what was asked wrongly.
    let exitCode: Int32
    /// The status of the server's answer, when it was the server that refused.
    let status: Int?

    init(_ description: String, exitCode: Int32 = 1, status: Int? = nil) {
        self.description = description
        self.exitCode = exitCode
        self.status = status
    }
}
