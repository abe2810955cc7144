/// Decides the conversation on one connection to a printer: asks for its status, prints a document, and finds out whether it
/// was printed.
///
/// `DLE EOT` is answered at once, also by a printer that is offline. `GS r`, which follows the document, is answered when
/// everything before it has been printed. Without that answer the document may be printed, partly printed, or not printed.
///
/// The machine has no clock. Call ``timePassed(at:)`` when ``deadline`` has come.
public struct PrintingStateMachine: Sendable {
    /// What to do next.
    public enum Action: Hashable, Sendable {
        /// Waits for the printer or for the deadline.
        case wait
        /// Sends bytes.
        case send([UInt8])
        /// Records that the document may be printed from now on, then calls ``begin(at:)``.
        case recordAttempt
        /// Closes the connection.
        case finish(Outcome)
    }

    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// The printer answered, and there was nothing to print.
        case answered(PrinterStatus)
        /// The document is printed.
        case printed(PrinterStatus)
        /// The document is not printed, or it is unknown whether it is.
        case failed(PrinterProblem)
    }

    /// The time limit of an answer that a printer gives at once.
    public static let answerLimit: Duration = .seconds(3)
    /// The time limit of an answer during a document; some printers finish the document first.
    static let busyAnswerLimit: Duration = .seconds(15)
    /// How long a printer may be offline without a cause during a document.
    static let offlineLimit: Duration = .seconds(10)
    /// The time limit of a document.
    static let printLimit: Duration = .seconds(90)
    /// The time between two questions during a document.
    static let questionInterval: Duration = .milliseconds(500)

    private enum Phase: Equatable {
        /// Asks the questions one after the other, since some printers forget the second of two.
        case asking
        /// Waits until the attempt is recorded.
        case recording
        case printing(since: Duration)
        case over
    }

    private let document: [UInt8]?
    private var phase = Phase.asking
    private var answers: [UInt8] = []
    /// The answers of the round before.
    private var status = PrinterStatus()
    private var isQuestionOpen = false
    private var offlineSince: Duration?

    /// When to call ``timePassed(at:)``, counted from the connection on.
    public private(set) var deadline = PrintingStateMachine.answerLimit

    /// Makes a machine for one connection.
    ///
    /// - Parameter document: The commands to print; `nil` only asks.
    public init(document: [UInt8]?) { self.document = document }

    /// The connection was established.
    public mutating func connected(at now: Duration) -> Action { ask(at: now) }

    /// The printer sent bytes.
    public mutating func received(_ bytes: [UInt8], at now: Duration) -> Action {
        for byte in bytes {
            let action = received(byte, at: now)
            if action != .wait { return action }
        }
        return .wait
    }

    /// The deadline has come.
    public mutating func timePassed(at now: Duration) -> Action {
        guard now >= deadline, phase != .over, phase != .recording else { return .wait }
        if isQuestionOpen { return finish(.failed(.silent)) }
        if case .printing(let start) = phase, now >= start + Self.printLimit {
            return finish(.failed(status.problem ?? .silent))
        }
        return ask(at: now)
    }

    /// The attempt is recorded: sends the document.
    public mutating func begin(at now: Duration) -> Action {
        guard phase == .recording, let document else { return .wait }
        phase = .printing(since: now)
        deadline = now + Self.questionInterval
        return .send(document + [0x1D, 0x72, 0x01])  // GS r 1
    }

    /// The connection was closed.
    public mutating func closed() -> Action {
        phase == .over ? .wait : finish(.failed(.unreachable))
    }

    // MARK: - Decisions

    private mutating func received(_ byte: UInt8, at now: Duration) -> Action {
        // The fixed bits tell answers to DLE EOT from others; status that nobody asked for matches neither.
        if byte & 0x93 == 0x12, isQuestionOpen {
            isQuestionOpen = false
            answers.append(byte)
            return answered(at: now)
        }
        if byte & 0x90 == 0, case .printing = phase {
            return finish(.printed(PrinterStatus(isPaperLow: byte & 0x03 != 0)))
        }
        return .wait
    }

    private mutating func answered(at now: Duration) -> Action {
        guard answers.count == 4 else {
            if case .printing = phase {
                deadline = now + .milliseconds(50)
                return .wait
            }
            return ask(at: now)
        }
        status = PrinterStatus(answers: answers)
        answers = []
        if case .printing = phase { return continued(at: now) }
        if let problem = status.problem, document != nil { return finish(.failed(problem)) }
        guard document != nil else { return finish(.answered(status)) }
        phase = .recording
        return .recordAttempt
    }

    /// Continues the document, unless the printer cannot.
    private mutating func continued(at now: Duration) -> Action {
        deadline = now + Self.questionInterval
        switch status.problem {
        case nil: offlineSince = nil
        case .offline:
            let since = offlineSince ?? now
            offlineSince = since
            if now >= since + Self.offlineLimit { return finish(.failed(.offline)) }
        case let problem?: return finish(.failed(problem))
        }
        return .wait
    }

    private mutating func ask(at now: Duration) -> Action {
        isQuestionOpen = true
        if case .printing = phase {
            deadline = now + Self.busyAnswerLimit
        } else {
            deadline = now + Self.answerLimit
        }
        return .send([0x10, 0x04, UInt8(answers.count + 1)])  // DLE EOT n
    }

    private mutating func finish(_ outcome: Outcome) -> Action {
        phase = .over
        return .finish(outcome)
    }
}
