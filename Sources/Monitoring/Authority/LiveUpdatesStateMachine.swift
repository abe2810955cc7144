import Conditions
import Geodesy
import Observations

/// Decides which positions readers receive, and when the device stands still.
///
/// Each source is judged by its own times and positions: clocks differ, and sources have different abilities
/// (LD15).
struct LiveUpdatesStateMachine: Sendable {
    /// The minimum duration and radius in metres for standing still; coarse fixes allow a larger radius.
    struct Rest: Sendable {
        var duration: Duration = .seconds(60)
        var radius = 15.0
    }

    /// The result of an observation.
    struct Outcome: Equatable, Sendable {
        /// The position, or why there is none any more.
        var update: LocationUpdate
        /// Whether readers receive the position; while the device stands still, they already know it.
        var isNews = true
    }

    private let rest: Rest
    private var sources: [ObservationSource: PositionSource] = [:]
    private var reasons: ConditionDiagnostics = []
    private var newest: ObservationTime?
    /// The last position, until positions are forbidden or their accuracy changes.
    private(set) var latest: LocationUpdate?

    init(rest: Rest = Rest()) { self.rest = rest }

    /// Why there are no positions, for a new reader.
    var greeting: LocationUpdate? {
        let missing = isSilent ? reasons : outage
        guard !missing.isEmpty else { return nil }
        return LocationUpdate(at: newest ?? .epoch, location: nil, diagnostics: reasons.union(missing))
    }

    /// Records the authority's reasons; coarse positions are still delivered.
    mutating func suspend(_ reasons: ConditionDiagnostics, since time: ObservationTime) -> LocationUpdate? {
        let (before, wasSilent) = (self.reasons, isSilent)
        self.reasons = reasons
        newest = max(newest ?? time, time)
        // The next position must not be compared with a position of another accuracy.
        if isSilent || reasons.contains(.accuracyLimited) != before.contains(.accuracyLimited) { forget() }
        if isSilent, reasons != before {
            return LocationUpdate(at: time, location: nil, diagnostics: reasons)
        }
        return wasSilent ? greeting : nil
    }

    /// Evaluates an observation; one that is older than the newest of its source counts as late.
    ///
    /// - Returns: The position, or why nothing measures positions any more; `nil` when neither is new.
    mutating func observe(_ observation: Observation) -> Outcome? {
        let time = observation.time
        var source = sources[observation.source] ?? PositionSource(since: time)
        guard time >= source.newest else { return nil }
        newest = max(newest ?? time, time)
        let (before, isRepeated) = (outage, source.lastFix == time)
        // Even while nothing is allowed: a source's statements about itself reveal nothing about the person.
        source.note(observation.content, at: time)
        defer { sources[observation.source] = source }
        sources[observation.source] = source
        guard !isSilent else { return nil }
        let outage = outage
        if !outage.isEmpty, outage != before {
            return Outcome(
                update: LocationUpdate(at: time, location: nil, diagnostics: reasons.union(outage)))
        }
        // A repeated observation changes nothing.
        guard case .position(let fix) = observation.content, source.canTell, !isRepeated else { return nil }
        return outcome(of: fix, at: time, from: &source)
    }

    private var isSilent: Bool { !reasons.subtracting(.accuracyLimited).isEmpty }

    /// Why no source can measure positions; empty while one can, and before any source is known to measure
    /// them.
    ///
    /// Once some sources have measured positions, only they count: others may only listen to beacons.
    private var outage: ConditionDiagnostics {
        let measures = sources.values.contains { $0.lastFix != nil }
        var missing: ConditionDiagnostics = []
        for source in sources.values where measures ? source.lastFix != nil : source.speaksOfPositions {
            if source.canTell { return [] }
            missing.formUnion(source.refusals)
        }
        return missing
    }

    private mutating func forget() {
        latest = nil
        for source in sources.keys { sources[source]?.anchor = nil }
    }

    private mutating func outcome(
        of fix: PositionFix, at time: ObservationTime, from source: inout PositionSource
    ) -> Outcome? {
        let limited = reasons.union(source.accuracyLimit)
        guard let told = limited.contains(.accuracyLimited) ? fix.coarse : fix else { return nil }
        let wasStationary = source.stand(at: told, time, rest)
        let update = LocationUpdate(
            at: time, location: told, isStationary: source.isStationary, diagnostics: limited)
        latest = update
        return Outcome(update: update, isNews: !(wasStationary && source.isStationary))
    }
}

/// The state of one source that may measure positions.
private struct PositionSource: Sendable {
    private(set) var newest: ObservationTime
    /// The time of its last position.
    private(set) var lastFix: ObservationTime?
    private var hasHeardBeacons = false
    private var hasToldPermission = false
    private var availability = SourceAvailability()
    /// Where the device may be standing, and since when.
    var anchor: (fix: PositionFix, since: ObservationTime)? {
        didSet { if anchor == nil { isStationary = false } }
    }
    private(set) var isStationary = false

    init(since time: ObservationTime) { newest = time }

    /// Whether it seems to measure positions: it has reported a permission, and has not reported beacons.
    var speaksOfPositions: Bool { hasToldPermission && !hasHeardBeacons }
    /// Whether its positions count.
    var canTell: Bool { refusals.isEmpty }
    /// The reasons why they do not count.
    var refusals: ConditionDiagnostics { availability.diagnostics.subtracting(.accuracyLimited) }
    /// Whether only coarse positions are allowed, as a diagnostic.
    var accuracyLimit: ConditionDiagnostics { availability.diagnostics.intersection(.accuracyLimited) }

    mutating func note(_ content: Observation.Content, at time: ObservationTime) {
        newest = time
        let before = availability
        availability.observe(content, at: time)
        if !availability.saysTheSame(as: before) { anchor = nil }
        switch content {
        case .position: lastFix = time
        case .sighting: hasHeardBeacons = true
        case .permission: hasToldPermission = true
        case .elapsed, .radio: break
        }
    }

    /// Records the device's position.
    ///
    /// - Returns: Whether the device was standing still before.
    mutating func stand(
        at fix: PositionFix, _ time: ObservationTime, _ rest: LiveUpdatesStateMachine.Rest
    ) -> Bool {
        let wasStationary = isStationary
        if let anchor, Self.isNear(fix, anchor.fix, rest) {
            isStationary = anchor.since.duration(to: time) >= rest.duration
        } else {
            anchor = (fix, time)
            isStationary = false
        }
        return wasStationary
    }

    private static func isNear(
        _ fix: PositionFix, _ anchor: PositionFix, _ rest: LiveUpdatesStateMachine.Rest
    ) -> Bool {
        let uncertainty = max(rest.radius, fix.horizontalAccuracy, anchor.horizontalAccuracy)
        return anchor.coordinate.distance(to: fix.coordinate) <= uncertainty
    }
}

extension ObservationTime {
    /// The time of updates before anything was observed.
    fileprivate static let epoch = ObservationTime(microseconds: 0)
}
