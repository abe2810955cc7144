import Observations

/// What a step of the ledger changed, for the store: all of it or nothing.
struct LedgerBatch: Equatable, Sendable {
    /// One more than that of the batch before, so that a gap is noticed.
    var revision: Int64
    var lastNumber: Int64
    var newestTime: ObservationTime?
    var mark: String?
    var entries: [Entry]

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

extension LedgerBatch.Entry {
    /// Whether it only says how far a reader is.
    var isBookkeeping: Bool {
        switch self {
        case .moved, .acknowledged: true
        case .added, .removed, .changed, .revived, .marked, .forgotten: false
        }
    }
}
