import Formats

/// Reports the skipped parts of a feed: the places of the first few, and at the end the number of all.
struct DefectLog {
    /// Further parts are only counted, so that a broken feed does not fill a disk.
    private static let mostTold = 10

    private let name: String
    private let tell: (String) -> Void
    private var counts: [String: Int] = [:]
    private var isFinished = false

    /// Makes a log without entries.
    ///
    /// - Parameters:
    ///   - name: The name of the feed, as the beginning of a sentence.
    ///   - tell: Receives each line; standard error by default.
    init(_ name: String, tell: @escaping (String) -> Void = Terminal.error) {
        self.name = name
        self.tell = tell
    }

    private var count: Int { counts.values.reduce(0, +) }

    /// Records a skipped part.
    ///
    /// - Parameters:
    ///   - reason: The defect, in the words of ``RecordingDefect``.
    ///   - place: The place of the part.
    mutating func note(_ reason: String, at place: String) {
        counts[reason, default: 0] += 1
        if count <= Self.mostTold { tell("\(name): \(place) was passed over: \(reason).") }
        if count == Self.mostTold { tell("\(name): what else is passed over is counted at the end.") }
    }

    /// Reports how many parts were skipped, once, if any were.
    mutating func finish() {
        guard count > 0, !isFinished else { return }
        isFinished = true
        let reasons = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        tell("\(name): passed over \(count) in all: \(reasons.joined(separator: ", ")).")
    }
}
