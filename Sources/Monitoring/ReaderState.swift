/// A reader's progress.
struct ReaderState: Equatable, Sendable {
    /// The number of the last change that was delivered, or that needed no delivery.
    var cursor: Int64 = 0
    /// The event that was delivered but not acknowledged yet.
    var outstanding: Monitor.Event?
    /// The last acknowledged event of each condition that has one.
    var acknowledged: [String: Monitor.Event] = [:]
}
