import Conditions
import Geodesy
import Observations

/// Decides which positions readers get, and when the device stands still.
///
/// Each source is judged by its own times and its own places: clocks differ, and what one source cannot do another can (LD15).
struct LiveUpdatesStateMachine: Sendable {
    /// How long and within how many metres the device must stay to stand still, at least; coarse fixes allow more.
    struct Rest: Sendable {
        var duration: Duration = .seconds(60)
        var radius = 15.0
    }

    /// What follows from an observation.
    struct Outcome: Equatable, Sendable {
        /// The position, or why there is none any more.
        var update: LocationUpdate
        /// Whether readers get the position; when a device stands still, they know it already.
        var isNews = true
    }

    private let rest: Rest
    private var sources: [ObservationSource: PositionSource] = [:]
    private var reasons: ConditionDiagnostics = []
    private var newest: ObservationTime?
    /// The last position, until positions are not allowed any more or become more or less exact.
    private(set) var latest: LocationUpdate?

    init(rest: Rest = Rest()) { self.rest = rest }

    /// Why there are no positions, for a reader that begins now.
    var greeting: LocationUpdate? {
        let missing = isSilent ? reasons : outage
        guard !missing.isEmpty else { return nil }
        return LocationUpdate(at: newest ?? .epoch, location: nil, diagnostics: reasons.union(missing))
    }

    /// Takes the reasons of the authority; coarse positions come all the same.
    mutating func suspend(_ reasons: ConditionDiagnostics, since time: ObservationTime) -> LocationUpdate? {
        let (before, wasSilent) = (self.reasons, isSilent)
        self.reasons = reasons
        newest = max(newest ?? time, time)
        // The next position must not be compared with one of another accuracy.
        if isSilent || reasons.contains(.accuracyLimited) != before.contains(.accuracyLimited) { forget() }
        if isSilent, reasons != before {
            return LocationUpdate(at: time, location: nil, diagnostics: reasons)
        }
        return wasSilent ? greeting : nil
    }

    /// Takes what was observed; what is older than the newest of its source counts as late.
    ///
    /// - Returns: The position, or why nothing measures positions any more; `nil` when neither is new.
    mutating func observe(_ observation: Observation) -> Outcome? {
        let time = observation.time
        var source = sources[observation.source] ?? PositionSource(since: time)
        guard time >= source.newest else { return nil }
        newest = max(newest ?? time, time)
        let (before, isRepeated) = (outage, source.lastFix == time)
        // Also while nothing is allowed: what a source says of itself reveals nothing about the person.
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

    /// Why no source can measure positions; empty while one can, and before any is known to measure them.
    ///
    /// Once sources have measured positions, they alone count: others may only ever listen to beacons.
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

/// What one source has said that may measure positions.
private struct PositionSource: Sendable {
    private(set) var newest: ObservationTime
    /// When it measured a position last.
    private(set) var lastFix: ObservationTime?
    private var hasHeardBeacons = false
    private var hasToldPermission = false
    private var availability = SourceAvailability()
    /// Where and since when the device may be standing.
    var anchor: (fix: PositionFix, since: ObservationTime)? {
        didSet { if anchor == nil { isStationary = false } }
    }
    private(set) var isStationary = false

    init(since time: ObservationTime) { newest = time }

    /// Whether it has said that it measures positions: it reported what the person allows, and is not known to hear beacons.
    var speaksOfPositions: Bool { hasToldPermission && !hasHeardBeacons }
    /// Whether its positions count.
    var canTell: Bool { refusals.isEmpty }
    /// Why they do not.
    var refusals: ConditionDiagnostics { availability.diagnostics.subtracting(.accuracyLimited) }
    /// Whether only coarse ones are allowed, as a diagnostic.
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

    /// Takes where the device is now.
    ///
    /// - Returns: Whether it was known to stand still before.
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
