/// Says when a failure that lasts is worth a line: when it is another than the last, and now and then.
struct TroubleLog {
    /// With ``Backoff`` about ten minutes.
    private static let repetition = 20

    private var last: String?
    private var count = 0

    /// Whether to tell of a failure.
    mutating func isNews(_ failure: String) -> Bool {
        defer { last = failure }
        count = failure == last ? count + 1 : 0
        return count % Self.repetition == 0
    }
}
