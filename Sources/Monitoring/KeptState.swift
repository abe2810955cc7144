import Observations

/// The complete content of a store.
struct KeptState: Sendable {
    var identity = ""
    var revision: Int64 = 0
    var lastNumber: Int64 = 0
    var newestTime: ObservationTime?
    var mark: String?
    /// In the order of addition, each with its initial state; the changes have the later states.
    var conditions: [MonitoredCondition] = []
    /// In the order of their numbers.
    var changes: [Monitor.Event] = []
    var readers: [String: ReaderState] = [:]
}
