import Observations

/// Says that a source listened until the time of what it recorded next.
///
/// A recording of a radio implies it (LD15): what was not recorded between two records was not heard.
struct ListeningBeat: Sendable {
    private var newest: ObservationTime?

    /// Adds `elapsed` for a time that is later than all before.
    mutating func listened(
        _ source: ObservationSource, until time: ObservationTime, to items: inout PendingItems
    ) {
        if let newest, time <= newest { return }
        newest = time
        items.append(source, time, .elapsed)
    }
}
