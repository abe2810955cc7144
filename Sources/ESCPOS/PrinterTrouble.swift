/// Why a printer does not print now.
public enum PrinterTrouble: String, CaseIterable, Hashable, Sendable {
    /// No connection: it is switched off, has another address, or serves somebody else.
    case unreachable
    /// It takes the connection and says nothing.
    case silent
    /// Its cover is open.
    case coverOpen = "cover-open"
    /// It has no paper.
    case paperOut = "paper-out"
    /// Its knife or another part of it failed.
    case fault
    /// It says that it is offline, without a cause.
    case offline
}

/// What a printer says about itself.
public struct PrinterStatus: Hashable, Sendable {
    /// Why it does not print; `nil` when it does.
    public let trouble: PrinterTrouble?
    /// Whether the paper roll is nearly used up.
    public let isPaperLow: Bool

    /// Makes a status.
    public init(trouble: PrinterTrouble? = nil, isPaperLow: Bool = false) {
        self.trouble = trouble
        self.isPaperLow = isPaperLow
    }

    /// Reads the answers to `DLE EOT` 1 to 4.
    ///
    /// The cover counts first: with the cover open, a printer often says that the paper is gone and that it is offline too.
    ///
    /// - Parameter answers: One byte for each question, in order.
    init(answers: [UInt8]) {
        precondition(answers.count == 4, "\(answers.count) answers to four questions")
        let (printer, cause, error, paper) = (answers[0], answers[1], answers[2], answers[3])
        let trouble: PrinterTrouble? =
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
        self.init(trouble: trouble, isPaperLow: paper & 0x0C != 0)
    }
}
