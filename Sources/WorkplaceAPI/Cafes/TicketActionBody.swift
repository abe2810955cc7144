import JSON
import Kitchen

/// The action of a cook, as a request sends it.
struct TicketActionBody: Sendable {
    /// The words of all actions.
    static let words = [
        "start", "bump", "undo", "recall", "collect", "acknowledge", "prioritise", "undo-priority",
        "pull-forward", "put-back",
    ]
    /// The words of actions that may have `lines`.
    private static let wordsWithLines: Set<String> = ["bump", "undo", "acknowledge"]
    /// A basket never has more lines.
    static let linesAtMost = 1_000

    /// The input for the ticket.
    let input: TicketInput

    /// Reads an action; `nil` when a mistake was noted.
    init?(_ reader: JSONReader) {
        let word = reader["action"].text(
            as: { Self.words.contains($0) ? $0 : nil }, "must be one of \(Self.words.joined(separator: ", "))"
        )
        let line = reader["line"].optional.map { $0.integer(in: 0...Int.max) } ?? nil
        let lines =
            reader["lines"].optional.map { list in
                list.array(count: 1...Self.linesAtMost) { $0.integer(in: 0...Int.max) }
            } ?? nil
        if let word, !Self.wordsWithLines.contains(word) {
            if line != nil { reader["line"].note(.value, "goes with bump and undo only") }
            if lines != nil { reader["lines"].note(.value, "goes with bump, undo and acknowledge only") }
        }
        if line != nil, lines != nil { reader["lines"].note(.value, "does not go with line") }
        reader.refuseUnknownMembers(except: ["action", "line", "lines"])
        guard let word, let input = Self.input(word, lines: lines ?? line.map { [$0] }) else { return nil }
        self.input = input
    }

    private static func input(_ word: String, lines: [Int]?) -> TicketInput? {
        switch (word, lines) {
        case ("start", _): .start
        case ("bump", let lines?): .bumpLines(lines)
        case ("bump", nil): .bump
        case ("undo", let lines?): .undoLines(lines)
        case ("undo", nil): .undo
        case ("recall", _): .recall
        case ("collect", _): .collect
        case ("acknowledge", let lines): .acknowledge(lines)
        case ("prioritise", _): .prioritise
        case ("undo-priority", _): .undoPriority
        case ("pull-forward", _): .pullForward
        case ("put-back", _): .putBack
        default: nil
        }
    }
}
