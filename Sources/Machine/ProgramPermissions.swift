package import Authorization
import Observations
package import Processes

/// What the person permits each program on this machine: a file of the person, one line for each program.
///
/// A line is `GRANT ACCURACY TIME QUESTIONS PATH`: the decision, `full` or `reduced`, when it was made in microseconds
/// since 1970, `asked` when the one question for more was answered (L89) and otherwise `-`, and the program.
package struct ProgramPermissions: Sendable {
    /// One program and the person's decision about it.
    package struct Entry: Hashable, Sendable {
        /// The path of the executable.
        package var program: String
        /// The decision; `undecided` when the program has asked and nobody has answered.
        package var decision: AuthorizationDecision
    }

    private let file: OwnersFile

    /// The file `vicinity/permissions` in the person's configuration folder.
    ///
    /// - Throws: `StateFolder.Failure` when there is no such folder.
    package init() throws(StateFolder.Failure) {
        self.init(at: try StateFolder.configuration() + "/vicinity/permissions")
    }

    /// Another file.
    package init(at path: String) { file = OwnersFile(path) }

    /// The path of the file.
    package var path: String { file.path }

    /// A value that changes whenever somebody changes a decision.
    package var version: String? { file.version }

    /// All programs, in the order in which they asked first; lines that make no sense are left out.
    ///
    /// - Throws: `StateFolder.Failure` when the file cannot be trusted.
    package func entries() throws(StateFolder.Failure) -> [Entry] { try file.lines().compactMap(Entry.init) }

    /// The decision about a program; undecided when there is none.
    ///
    /// - Throws: `StateFolder.Failure` when the file cannot be trusted.
    package func decision(about program: String) throws(StateFolder.Failure) -> AuthorizationDecision {
        try entries().last { $0.program == program }?.decision ?? AuthorizationDecision()
    }

    /// Stores a decision, in the place of an earlier one about the same program.
    ///
    /// - Throws: `StateFolder.Failure`.
    package func store(_ decision: AuthorizationDecision, about program: String) throws(StateFolder.Failure) {
        let entry = Entry(program: program, decision: decision)
        try file.change { lines in
            let place = lines.firstIndex { Entry($0)?.program == program }
            if let place { lines[place] = entry.line } else { lines.append(entry.line) }
        }
    }

    /// Removes the line of a program, which then asks again.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `StateFolder.Failure`.
    @discardableResult package func forget(_ program: String) throws(StateFolder.Failure) -> Bool {
        var isFound = false
        try file.change { lines in
            let left = lines.filter { Entry($0)?.program != program }
            isFound = left.count < lines.count
            lines = left
        }
        return isFound
    }
}

extension ProgramPermissions.Entry {
    /// Parses a line; `nil` for any other text.
    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 4)
        guard words.count == 5, let grant = AuthorizationDecision.Grant(word: words[0]),
            let time = Int64(words[2]), words[4].hasPrefix("/")
        else { return nil }
        program = String(words[4])
        decision = AuthorizationDecision(
            grant, accuracy: words[1] == "reduced" ? .reducedAccuracy : .fullAccuracy,
            at: ObservationTime(microseconds: time), isUpgradeUsed: words[3] == "asked")
    }

    fileprivate var line: String {
        let accuracy = decision.accuracy == .reducedAccuracy ? "reduced" : "full"
        let questions = decision.isUpgradeUsed ? "asked" : "-"
        // A line end in a path would begin another line, which could permit another program.
        let path = program.replacing("\n", with: "?")
        return "\(decision.grant.word) \(accuracy) \(decision.time.microseconds) \(questions) \(path)"
    }
}

extension AuthorizationDecision.Grant {
    /// The word in the file and on the terminal.
    package var word: String {
        switch self {
        case .undecided: "undecided"
        case .refused: "never"
        case .once: "once"
        case .whileUsing: "while-using"
        case .provisionalAlways: "provisional-always"
        case .always: "always"
        }
    }

    /// The grant of a word; `nil` for any other text.
    package init?(word: some StringProtocol) {
        let all: [Self] = [.undecided, .refused, .once, .whileUsing, .provisionalAlways, .always]
        guard let grant = all.first(where: { $0.word == word }) else { return nil }
        self = grant
    }
}
