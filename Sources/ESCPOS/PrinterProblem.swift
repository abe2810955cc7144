/// Why a printer does not print now.
public enum PrinterProblem: String, CaseIterable, Hashable, Sendable {
    /// There is no connection: the printer is off, has another address, or serves another program.
    case unreachable
    /// It accepts the connection and does not answer.
    case silent
    /// Its cover is open.
    case coverOpen = "cover-open"
    /// It has no paper.
    case paperOut = "paper-out"
    /// Its cutter or another part failed.
    case fault
    /// It reports that it is offline, without a cause.
    case offline
}

/// The status that a printer reports.
public struct PrinterStatus: Hashable, Sendable {
    /// Why it does not print; `nil` when it prints.
    public let problem: PrinterProblem?
    /// Whether the paper roll is nearly used up.
    public let isPaperLow: Bool

    /// Makes a status.
    public init(problem: PrinterProblem? = nil, isPaperLow: Bool = false) {
        self.problem = problem
        self.isPaperLow = isPaperLow
    }

    /// Reads the answers to `DLE EOT` 1 to 4.
    ///
    /// The cover counts first, because with an open cover many printers also report "paper out" and "offline".
    ///
    /// - Parameter answers: One byte for each question, in order.
    init(answers: [UInt8]) {
        precondition(answers.count == 4, "\(answers.count) answers to four questions")
        let (printer, cause, error, paper) = (answers[0], answers[1], answers[2], answers[3])
        let problem: PrinterProblem? =
            if cause & 0x04 != 0 {
                .coverOpen
            } else if cause & 0x20 != 0 || paper & 0x60 != 0 {
                .paperOut
            } else if cause & 0x40 != 0 || error & 0x68 != 0 {
                .fault
            } else if printer & 0x08 != 0 {
                .offline
            } else {
                nil
            }
        self.init(problem: problem, isPaperLow: paper & 0x0C != 0)
    }
}
