import Observations

/// Decides the dwells of a tree from the recent verdicts of the sources on its leaves.
///
/// A dwell is a function of the reports of each source, like every other condition. A report that arrives
/// later than those of other sources, but in the order of its own source, counts for its own time (LD15).
struct DwellEvaluation {
    let plan: ConditionPlan
    let tracks: SourceTracks
    let assumed: ConditionState
    let now: ObservationTime
    /// For each dwell, the time since which its part is satisfied.
    private(set) var begun: [ObservationTime?]
    /// When the next dwell is complete, if nothing ends it.
    private(set) var nextChange = ObservationTime(microseconds: .max)

    init(plan: ConditionPlan, tracks: SourceTracks, assumed: ConditionState, now: ObservationTime) {
        self.plan = plan
        self.tracks = tracks
        self.assumed = assumed
        self.now = now
        begun = Array(repeating: nil, count: plan.dwells)
    }

    /// Decides every dwell.
    mutating func decide(_ leaves: inout LeafFindings) {
        var place = 0
        while place < plan.nodes.count {
            if case .dwell = plan.nodes[place].kind {
                // This also decides the dwells inside it.
                _ = timeline(at: place, horizon: 0, &leaves)
                place = plan.nodes[place].end
            } else {
                place += 1
            }
        }
    }

    private mutating func timeline(at place: Int, horizon: Int64, _ leaves: inout LeafFindings) -> Timeline {
        switch plan.nodes[place].kind {
        case .boundary(let number): return timeline(ofLeaf: number, isBoundary: true)
        case .beacon(let number): return timeline(ofLeaf: number, isBoundary: false)
        case .window(let number): return plan.windows[number].timeline(lookingBack: horizon, from: now)
        case .not: return timeline(at: place + 1, horizon: horizon, &leaves).negated
        case .all: return combined(place, horizon: horizon, decidedBy: .unsatisfied, &leaves)
        case .any: return combined(place, horizon: horizon, decidedBy: .satisfied, &leaves)
        case .dwell(let dwell, let microseconds):
            return timeline(ofDwell: dwell, at: place, microseconds, horizon: horizon, &leaves)
        }
    }

    private mutating func combined(
        _ place: Int, horizon: Int64, decidedBy truth: Truth, _ leaves: inout LeafFindings
    ) -> Timeline {
        var parts: [Timeline] = []
        var part = place + 1
        while part < plan.nodes[place].end {
            parts.append(timeline(at: part, horizon: horizon, &leaves))
            part = plan.nodes[part].end
        }
        return Timeline.combined(parts, decidedBy: truth)
    }

    private mutating func timeline(
        ofDwell dwell: Int, at place: Int, _ microseconds: Int64, horizon: Int64,
        _ leaves: inout LeafFindings
    ) -> Timeline {
        var part = timeline(at: place + 1, horizon: horizon + microseconds, &leaves)
        if plan.assumed(assumed, at: place) == .satisfied { part = part.takenForGranted }
        let whole = part.stay(microseconds: microseconds, until: now)
        if part.last.truth == .satisfied {
            begun[dwell] = part.last.time
            let complete = part.last.time.advanced(byMicroseconds: microseconds)
            if complete > now { nextChange = min(nextChange, complete) }
        }
        let reasons = plan.finding(at: place + 1, from: leaves, now: now).diagnostics
        leaves.dwells[dwell] = ConditionFinding(
            whole.last.truth, since: whole.last.time,
            diagnostics: whole.last.truth == .unknown ? reasons : [])
        return whole
    }
}

// MARK: - Leaves

extension DwellEvaluation {
    /// A verdict of one source, with the time of its beginning.
    private struct Change {
        let time: ObservationTime
        let source: Int
        let sourceVerdict: SourceVerdict
        let evidence: ObservationTime?
    }

    private func timeline(ofLeaf number: Int, isBoundary: Bool) -> Timeline {
        var changes: [Change] = []
        var isCut = false
        for source in tracks.sources.indices
        where isBoundary ? tracks.sources[source].mayTellPlaces : tracks.sources[source].mayTellBeacons {
            append(source, number, isBoundary: isBoundary, to: &changes, &isCut)
        }
        changes.sort { ($0.time, $0.source) < ($1.time, $1.source) }
        var timeline = Timeline(isCut ? .unknown : .undecided)
        var reports: [SourceReport?] = Array(repeating: nil, count: tracks.sources.count)
        for (place, change) in changes.enumerated() {
            reports[change.source] = SourceReport(change.sourceVerdict, evidence: change.evidence)
            if place + 1 < changes.count, changes[place + 1].time == change.time { continue }
            var tally = SourceTally()
            for case let report? in reports { tally.add(report) }
            timeline.note(tally.finding(at: change.time).truth, from: change.time)
        }
        return timeline
    }

    private func append(
        _ source: Int, _ number: Int, isBoundary: Bool, to changes: inout [Change], _ isCut: inout Bool
    ) {
        let column = isBoundary ? number : plan.boundaries.count + number
        let history = tracks.histories[source * plan.sensedLeaves + column]
        if history.isCut { isCut = true }
        let latest =
            isBoundary
            ? tracks.boundaries[source * plan.boundaries.count + number].continuity.evidenceTime
            : tracks.beacons[source * plan.beacons.count + number].continuity.evidenceTime
        for (place, entry) in history.entries.enumerated() {
            let isLast = place + 1 == history.entries.count
            changes.append(
                Change(
                    time: entry.time, source: source, sourceVerdict: entry.sourceVerdict,
                    evidence: isLast ? latest : entry.lastEvidence))
        }
        guard tracks.isSilent(source, plan: plan) else { return }
        // The source is silent while others continue. Its verdict holds until it counts as gone; its next
        // report covers the time between.
        let missed = tracks.sources[source].newest.advanced(byMicroseconds: plan.rules.goneAfter)
        changes.append(
            Change(
                time: missed, source: source,
                sourceVerdict: history.entries[history.entries.count - 1].sourceVerdict.silenced,
                evidence: latest))
    }
}

extension TimeWindowCondition {
    /// When the windows opened and closed recently, including the last border before that.
    fileprivate func timeline(lookingBack microseconds: Int64, from now: ObservationTime) -> Timeline {
        let start = now.advanced(byMicroseconds: -microseconds)
        var place = max(0, firstWindow(endingAfter: start) - 1)
        var timeline = Timeline(.unsatisfied)
        while place < windows.count, windows[place].lowerBound <= now {
            timeline.note(.satisfied, from: windows[place].lowerBound)
            if windows[place].upperBound <= now {
                timeline.note(.unsatisfied, from: windows[place].upperBound)
            }
            place += 1
        }
        return timeline
    }
}
