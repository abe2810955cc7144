package import Observations

/// A source's statements about itself, independent of any condition.
///
/// They depend only on that source's own observations in their order. So the order in which observations of
/// different sources arrive has no effect on the final state (LD15).
package struct SourceFacts: Hashable, Sendable {
    /// The source.
    package let source: ObservationSource
    /// The newest observation's time.
    package private(set) var newest: ObservationTime
    /// Whether it can report anything.
    package private(set) var availability = SourceAvailability()
    /// The time of the newest report that an interruption made unusable; a later repetition is not used
    /// either.
    private var refusedAt = ObservationTime(microseconds: .min)
    private var hasRefused = false
    private var hasSpoken = false
    private var reportedPosition = false
    private var reportedSighting = false

    /// Starts before the first observation of a source, which the caller passes to ``observe(_:goneAfter:)``
    /// next.
    package init(_ source: ObservationSource, since time: ObservationTime) {
        self.source = source
        newest = time
    }

    /// The effect of an observation on the tracks of its source.
    package struct Effect: Hashable, Sendable {
        /// Whether the observation may be used.
        package var isUsable = false
        /// Whether the source can no longer report.
        package var interrupts = false
        /// Whether the source can report again.
        package var resumes = false
        /// Whether something else about the source changed: its permission, or the kinds of its reports.
        package var isNews = false
        /// The time that the source confirms to have passed; `.min` while nothing confirms one.
        package var witnessed = ObservationTime(microseconds: .min)
    }

    /// Whether it could report places; a source that has only reported beacons cannot.
    package var mayTellPlaces: Bool { reportedPosition || !reportedSighting }
    /// Whether it could report beacons; a source that has only reported positions cannot.
    package var mayTellBeacons: Bool { reportedSighting || !reportedPosition }

    /// Records the source's next observation.
    ///
    /// - Parameters:
    ///   - observation: The observation.
    ///   - goneAfter: How far a source may fall behind before it counts as gone, in microseconds.
    /// - Returns: `nil` when the observation is older than the newest of the source, and counts as late.
    package mutating func observe(_ observation: Observation, goneAfter: Int64) -> Effect? {
        guard observation.time >= newest else { return nil }
        let witnessed = witnessed(by: observation.time, goneAfter: goneAfter)
        newest = observation.time
        hasSpoken = true
        if isOrdinary(observation.content) { return Effect(isUsable: true, witnessed: witnessed) }
        var effect = Effect(witnessed: witnessed)
        let before = availability
        availability.observe(observation.content, at: observation.time)
        effect.interrupts = before.isAvailable && !availability.isAvailable
        effect.resumes = !before.isAvailable && availability.isAvailable
        effect.isNews = !availability.saysTheSame(as: before)
        note(observation, &effect)
        return effect
    }

    /// The time that a report confirms to have passed.
    ///
    /// A single report with a wrong time in the future must not make other sources count as gone. So its time
    /// counts only if another report of the same source comes shortly before or after it. A report of the
    /// same time confirms nothing: it is a repetition, or another part of the same report.
    private func witnessed(by time: ObservationTime, goneAfter: Int64) -> ObservationTime {
        guard hasSpoken, time > newest else { return ObservationTime(microseconds: .min) }
        return newest.microseconds(to: time) <= goneAfter ? time : newest
    }

    /// Whether the observation changes nothing about the source, like nearly every one.
    private func isOrdinary(_ content: Observation.Content) -> Bool {
        guard availability.isAvailable, !hasRefused else { return false }
        return switch content {
        case .elapsed: true
        case .sighting: reportedSighting
        case .position: reportedPosition
        case .radio, .permission: false
        }
    }

    private mutating func note(_ observation: Observation, _ effect: inout Effect) {
        switch observation.content {
        case .position:
            effect.isNews = effect.isNews || !reportedPosition
            reportedPosition = true
        case .sighting:
            effect.isNews = effect.isNews || !reportedSighting
            reportedSighting = true
        case .elapsed, .radio, .permission:
            effect.isUsable = availability.isAvailable && !isRefused(observation.time)
            return
        }
        if !availability.isAvailable {
            refusedAt = observation.time
            hasRefused = true
        }
        effect.isUsable = availability.isAvailable && !isRefused(observation.time)
    }

    private func isRefused(_ time: ObservationTime) -> Bool { hasRefused && time == refusedAt }
}
