package import Observations

/// What a source says about itself, independent of any condition.
///
/// It depends on nothing but that source's own observations in their order, which is why the order in which different
/// sources' observations arrive cannot matter in the end (LD15).
package struct SourceFacts: Hashable, Sendable {
    /// Whose observations.
    package let source: ObservationSource
    /// The newest observation's time.
    package private(set) var newest: ObservationTime
    /// Whether it can report anything.
    package private(set) var availability = SourceAvailability()
    /// The time of the newest report that an interruption kept from being used; repeated later, it is not used either.
    private var refusedAt = ObservationTime(microseconds: .min)
    private var hasRefused = false
    private var hasSpoken = false
    private var reportedPosition = false
    private var reportedSighting = false

    /// Begins with a source's first observation, which is yet to be taken.
    package init(_ source: ObservationSource, since time: ObservationTime) {
        self.source = source
        newest = time
    }

    /// What an observation means for the tracks of its source.
    package struct Effect: Hashable, Sendable {
        /// Whether what was sensed may be used.
        package var isUsable = false
        /// Whether the source can no longer report.
        package var interrupts = false
        /// Whether the source can report again.
        package var resumes = false
        /// Whether something else about the source is new: what it allows, what kinds of things it reports.
        package var isNews = false
        /// Until when time went on, by the source's word; the beginning of time while nothing bears it out.
        package var witnessed = ObservationTime(microseconds: .min)
    }

    /// Whether it could report places: a source that only ever hears beacons does not look for them.
    package var mayTellPlaces: Bool { reportedPosition || !reportedSighting }
    /// Whether it could report beacons: a source that only ever measures positions does not listen.
    package var mayTellBeacons: Bool { reportedSighting || !reportedPosition }

    /// Takes the source's next observation.
    ///
    /// - Parameters:
    ///   - observation: What it reports.
    ///   - goneAfter: How far a source may fall behind, in microseconds.
    /// - Returns: `nil` when it is older than the newest of the source, and counts as late.
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

    /// Until when time went on, by a report that is not late.
    ///
    /// One report with a wrong time ahead of all others must not make them gone: it counts when it follows another one
    /// of its source closely, or is followed by one. What is of the same moment says nothing more: it is repeated, or
    /// another part of the same report.
    private func witnessed(by time: ObservationTime, goneAfter: Int64) -> ObservationTime {
        guard hasSpoken, time > newest else { return ObservationTime(microseconds: .min) }
        return newest.microseconds(to: time) <= goneAfter ? time : newest
    }

    /// Whether the observation says nothing about the source: nearly every one.
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
