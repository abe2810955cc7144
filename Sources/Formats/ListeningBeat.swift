import Observations

/// Reports that a source listened until the time of its next record.
///
/// A recording of a radio implies this (LD15): if there is no record, nothing was heard between two records.
struct ListeningBeat: Sendable {
    private var newest: ObservationTime?

    /// Adds `elapsed` for a time that is later than all previous ones.
    mutating func listened(
        _ source: ObservationSource, until time: ObservationTime, to items: inout PendingItems
    ) {
        if let newest, time <= newest { return }
        newest = time
        items.append(source, time, .elapsed)
    }
}
