import Observations

/// One source's recent verdicts on a leaf, for the dwells above the leaf.
///
/// Like its track, the history depends only on that source's observations. It keeps no more than the dwells
/// look back, and at most ``mostEntries`` entries.
struct VerdictHistory: Hashable, Sendable {
    /// A verdict, with the time of its beginning.
    struct Entry: Hashable, Sendable {
        let time: ObservationTime
        let sourceVerdict: SourceVerdict
        /// When an observation last supported this verdict; for the newest verdict, the track has this time.
        var lastEvidence: ObservationTime?
    }

    private(set) var entries: [Entry]
    /// Whether earlier entries were removed.
    private(set) var isCut = false

    /// A source whose verdict changes more often than this within a dwell does not stay; removed verdicts
    /// count as unknown.
    private static let mostEntries = 64

    /// Starts with a source's first observation.
    init(since time: ObservationTime) { entries = [Entry(time: time, sourceVerdict: .undecided)] }

    /// Adds the source's present verdict, if it is new.
    ///
    /// - Parameters:
    ///   - sourceVerdict: The verdict.
    ///   - time: The time of its beginning.
    ///   - evidence: The time of the last evidence for the leaf before that.
    ///   - newest: The time of the observation.
    ///   - horizon: How many microseconds the dwells look back.
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
        // The first kept entry is the verdict at the time when the longest dwell could have begun.
        var spare = 0
        while spare + 1 < entries.count, entries[spare + 1].time <= start { spare += 1 }
        spare = max(spare, entries.count - Self.mostEntries)
        guard spare > 0 else { return }
        entries.removeFirst(spare)
        isCut = true
    }
}
