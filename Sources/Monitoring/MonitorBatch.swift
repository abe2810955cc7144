import Observations

/// What a step of the monitor changed, for the store: all of it or nothing.
struct MonitorBatch: Equatable, Sendable {
    /// One more than that of the batch before, so that a gap is noticed.
    var revision: Int64
    var lastNumber: Int64
    var newestTime: ObservationTime?
    var mark: String?
    var entries: [Entry]
    /// Whether the step has been taken only when it is on the disk; if not, when it survives the end of the process.
    var waitsForDisk: Bool

    /// One change of what is kept.
    enum Entry: Equatable, Sendable {
        /// A condition was added, in place of another of its identifier if there is one.
        case added(MonitoredCondition.Definition)
        /// A condition was removed, with everything about it.
        case removed(identifier: String)
        /// A condition changed; so many of its changes are kept.
        case changed(Monitor.Event, keeping: Int)
        /// A condition that was unmonitored is evaluated again since the change of that number.
        case revived(identifier: String, number: Int64)
        /// A reader was given something, or has nothing outstanding any more.
        case moved(reader: String, cursor: Int64, outstanding: Monitor.Event?)
        /// A reader acknowledged an event.
        case acknowledged(reader: String, Monitor.Event)
        /// The mark changed, and nothing else.
        case marked
        /// A reader is forgotten.
        case forgotten(reader: String)
    }
}

extension MonitorBatch.Entry {
    /// Whether it only says how far a reader is.
    var isBookkeeping: Bool {
        switch self {
        case .moved, .acknowledged: true
        case .added, .removed, .changed, .revived, .marked, .forgotten: false
        }
    }

    /// The reader whose acknowledgement it is.
    var acknowledger: String? {
        guard case .acknowledged(let reader, _) = self else { return nil }
        return reader
    }

    /// Whether it says how far a reader is, and nothing else.
    func isMove(of reader: String) -> Bool {
        guard case .moved(reader, _, _) = self else { return false }
        return true
    }
}
