import Observations

/// Everything that a store holds.
struct KeptState: Sendable {
    var identity = ""
    var revision: Int64 = 0
    var lastNumber: Int64 = 0
    var newestTime: ObservationTime?
    var mark: String?
    /// In the order of adding, each in the state with which it was added; the changes hold the later ones.
    var conditions: [MonitoredCondition] = []
    /// In the order of their numbers.
    var changes: [Monitor.Event] = []
    var readers: [String: ReaderState] = [:]
}
