import Conditions
import Geodesy
import Observations

/// Decides which positions readers are told, and when the device stands still.
struct LiveUpdatesStateMachine: Sendable {
    /// How long and within how many metres the device must stay to stand still, at least; coarse fixes allow more.
    struct Rest: Sendable {
        var duration: Duration = .seconds(60)
        var radius = 15.0
    }

    private let rest: Rest
    /// Where and since when the device may be standing.
    private var anchor: (fix: PositionFix, since: ObservationTime)?
    private var isStationary = false
    private var reasons: ConditionDiagnostics = []
    private var newest: ObservationTime?

    init(rest: Rest = Rest()) { self.rest = rest }

    /// What a reader that begins now is told at once: why there are no positions.
    var greeting: LocationUpdate? {
        isSilent ? LocationUpdate(at: newest ?? .epoch, location: nil, diagnostics: reasons) : nil
    }

    /// Takes the reasons of the authority; coarse positions come all the same.
    mutating func suspend(_ reasons: ConditionDiagnostics, since time: ObservationTime) -> LocationUpdate? {
        let before = self.reasons
        self.reasons = reasons
        newest = max(newest ?? time, time)
        // What is told next must not be compared with a place of another accuracy.
        if isSilent || reasons.contains(.accuracyLimited) != before.contains(.accuracyLimited) { forget() }
        return isSilent && reasons != before
            ? LocationUpdate(at: time, location: nil, diagnostics: reasons) : nil
    }

    /// Takes what was observed; what is older than the newest counts as late.
    mutating func observe(_ observation: Observation) -> LocationUpdate? {
        guard !isSilent, observation.time >= newest ?? observation.time else { return nil }
        newest = observation.time
        switch observation.content {
        case .position(let fix):
            let told = reasons.contains(.accuracyLimited) ? fix.coarse : fix
            return told.flatMap { update(with: $0, at: observation.time) }
        case .radio(.off), .radio(.gone):
            forget()
            let diagnostics = reasons.union(.sourceUnavailable)
            return LocationUpdate(at: observation.time, location: nil, diagnostics: diagnostics)
        case .radio, .permission, .sighting, .elapsed: return nil
        }
    }

    private var isSilent: Bool { !reasons.subtracting(.accuracyLimited).isEmpty }

    private mutating func forget() {
        anchor = nil
        isStationary = false
    }

    private mutating func update(with fix: PositionFix, at time: ObservationTime) -> LocationUpdate? {
        guard let anchor, isNear(fix, anchor.fix) else {
            anchor = (fix, time)
            isStationary = false
            return LocationUpdate(at: time, location: fix, diagnostics: reasons)
        }
        guard !isStationary else { return nil }
        isStationary = anchor.since.duration(to: time) >= rest.duration
        return LocationUpdate(at: time, location: fix, isStationary: isStationary, diagnostics: reasons)
    }

    private func isNear(_ fix: PositionFix, _ anchor: PositionFix) -> Bool {
        let uncertainty = max(rest.radius, fix.horizontalAccuracy, anchor.horizontalAccuracy)
        return anchor.coordinate.distance(to: fix.coordinate) <= uncertainty
    }
}

extension ObservationTime {
    /// The time of what was told before anything was observed.
    fileprivate static let epoch = ObservationTime(microseconds: 0)
}
