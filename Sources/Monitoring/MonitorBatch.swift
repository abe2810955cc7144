import Observations

/// The changes of one step of the monitor, which the store writes completely or not at all.
struct MonitorBatch: Equatable, Sendable {
    /// One more than the revision of the previous batch, so that the store detects a gap.
    var revision: Int64
    var lastNumber: Int64
    var newestTime: ObservationTime?
    var mark: String?
    var entries: [Entry]
    /// Whether the step is complete only on the disk; if not, it is complete when it survives the end of the
    /// process.
    var waitsForDisk: Bool

    /// One change of the stored data.
    enum Entry: Equatable, Sendable {
        /// A condition was added; it replaces one with the same identifier.
        case added(MonitoredCondition.Definition)
        /// A condition was removed, with all data about it.
        case removed(identifier: String)
        /// A condition changed; this many of its changes are kept.
        case changed(Monitor.Event, keeping: Int)
        /// An unmonitored condition is evaluated again, beginning with the change of this number.
        case revived(identifier: String, number: Int64)
        /// A reader received an event, or has no outstanding event any more.
        case moved(reader: String, cursor: Int64, outstanding: Monitor.Event?)
        /// A reader acknowledged an event.
        case acknowledged(reader: String, Monitor.Event)
        /// Only the mark changed.
        case marked
        /// A reader was removed.
        case forgotten(reader: String)
    }
}

extension MonitorBatch.Entry {
    /// Whether it only updates a reader's progress.
    var isBookkeeping: Bool {
        switch self {
        case .moved, .acknowledged: true
        case .added, .removed, .changed, .revived, .marked, .forgotten: false
        }
    }

    /// The reader that acknowledged an event.
    var acknowledger: String? {
        guard case .acknowledged(let reader, _) = self else { return nil }
        return reader
    }

    /// Whether it only updates this reader's progress.
    func isMove(of reader: String) -> Bool {
        guard case .moved(reader, _, _) = self else { return false }
        return true
    }
}
