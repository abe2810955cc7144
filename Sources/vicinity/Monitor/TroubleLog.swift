/// Decides when a lasting failure gets a line: when it changes, and then at intervals.
struct TroubleLog {
    /// With ``Backoff`` about ten minutes.
    private static let repetition = 20

    private var last: String?
    private var count = 0

    /// Whether to report a failure.
    mutating func isNews(_ failure: String) -> Bool {
        defer { last = failure }
        count = failure == last ? count + 1 : 0
        return count % Self.repetition == 0
    }
}
