import Observations

/// What a source said about a leaf lately, for the stays above the leaf.
///
/// It depends on that source's observations alone, as its track does, and holds no more than the stays look back, nor
/// more than ``mostEntries``.
struct VerdictHistory: Hashable, Sendable {
    /// One verdict, from its beginning.
    struct Entry: Hashable, Sendable {
        let time: ObservationTime
        let sourceVerdict: SourceVerdict
        /// When an observation last supported this verdict; for the newest verdict the track knows it.
        var lastEvidence: ObservationTime?
    }

    private(set) var entries: [Entry]
    /// Whether something before the first entry is forgotten.
    private(set) var isCut = false

    /// A source whose verdict changes more often within a stay does not stay; what is cut off counts as not known.
    private static let mostEntries = 64

    /// Begins with a source's first observation.
    init(since time: ObservationTime) { entries = [Entry(time: time, sourceVerdict: .undecided)] }

    /// Notes what the source says now, if that is new.
    ///
    /// - Parameters:
    ///   - sourceVerdict: What it says.
    ///   - time: Since when.
    ///   - evidence: When something spoke last for the leaf before that.
    ///   - newest: The time of the observation.
    ///   - horizon: How many microseconds the stays look back.
    mutating func note(
        _ sourceVerdict: SourceVerdict, since time: ObservationTime,
        lastEvidenceBefore evidence: ObservationTime?,
        newest: ObservationTime, horizon: Int64
    ) {
        let last = entries.count - 1
        guard sourceVerdict != entries[last].sourceVerdict else { return }
        entries[last].lastEvidence = evidence
        entries.append(Entry(time: max(time, entries[last].time), sourceVerdict: sourceVerdict))
        let start = newest.advanced(byMicroseconds: -horizon)
        // The first entry that is kept says what held when the longest stay could have begun.
        var spare = 0
        while spare + 1 < entries.count, entries[spare + 1].time <= start { spare += 1 }
        spare = max(spare, entries.count - Self.mostEntries)
        guard spare > 0 else { return }
        entries.removeFirst(spare)
        isCut = true
    }
}
