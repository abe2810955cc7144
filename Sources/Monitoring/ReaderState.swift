/// How far a reader has come.
struct ReaderState: Equatable, Sendable {
    /// The number of the last change that was given to it, or needed no giving.
    var cursor: Int64 = 0
    /// What was given and not acknowledged yet.
    var outstanding: Monitor.Event?
    /// The last acknowledged event of each condition that has one.
    var acknowledged: [String: Monitor.Event] = [:]
}
