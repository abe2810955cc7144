/// What a screen was told by the change feed, and what it shows because of it.
///
/// Each change of a ticket raises the version of the ticket by 1, so a lost or doubled event shows at once.
struct ScreenLog: Sendable {
    /// A state of a ticket, or of a number on the board.
    struct Shown: Hashable, Sendable {
        let stage: String
        /// 0 on a board, which knows no versions.
        let version: Int
    }

    /// The number of the feed at which the screen's first snapshot was made.
    let start: Int64
    /// The numbers of the entries that arrived since then, in their order.
    private(set) var numbers: [Int64] = []
    /// What the screen shows, by ticket, or by the number of the order on a board.
    private(set) var shown: [String: Shown] = [:]
    /// How many tickets were handed over.
    private(set) var collectedCount = 0
    /// What was wrong first.
    private(set) var fault: String?

    /// Begins after a snapshot without tickets.
    init(start: Int64) { self.start = start }

    /// The number after which a new stream goes on.
    var last: Int64 { numbers.last ?? start }

    /// Takes up a change of a ticket.
    mutating func receive(_ number: Int64, ticket: String, stage: String, version: Int) {
        guard note(number) else { return }
        let expected = shown[ticket].map { $0.version + 1 } ?? 0
        if version != expected {
            fault = fault ?? "entry \(number) is version \(version) of ticket \(ticket), not \(expected)"
        }
        if stage == "collected", shown[ticket]?.stage != stage { collectedCount += 1 }
        shown[ticket] = Shown(stage: stage, version: version)
    }

    /// Takes up a change of a number on the board.
    mutating func receive(_ number: Int64, order: String, stage: String) {
        guard note(number) else { return }
        shown[order] = stage == "gone" ? nil : Shown(stage: stage, version: 0)
    }

    /// Takes up a change that the screen does not show.
    mutating func receive(_ number: Int64) { _ = note(number) }

    /// Notes that the server could not go on where the screen was.
    mutating func reset() { fault = fault ?? "the server told the screen to begin again" }

    /// Notes a number; `false` for one that came before.
    private mutating func note(_ number: Int64) -> Bool {
        guard number > last else {
            fault = fault ?? "entry \(number) came after \(last)"
            return false
        }
        numbers.append(number)
        return true
    }

    /// What the screen would show if it were loaded anew: no ticket that the kitchen is done with.
    var open: [String: Shown] { shown.filter { !["collected", "cancelled"].contains($0.value.stage) } }
}
