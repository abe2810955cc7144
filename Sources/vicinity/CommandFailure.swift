/// Why a command did not do what it was asked: one sentence, or several lines that each stand alone.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    /// 1 for what failed, 2 for wrong usage.
    let exitCode: Int32

    init(_ description: String, exitCode: Int32 = 1) {
        self.description = description
        self.exitCode = exitCode
    }
}
