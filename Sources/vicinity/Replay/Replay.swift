import Beacons
import Conditions
import Formats
import Observations

/// Passes the items of a recording to the machines, and prints their decisions.
///
/// It has no clock: only the times of the recording count, so every run prints the same lines.
struct Replay {
    private var monitored: [ReplayedCondition]
    /// Whether there was nothing to monitor: no conditions, and no beacon whose UUID could be monitored.
    var monitorsNothing: Bool { monitored.isEmpty }
    /// Whether the recording was a capture, whose advertisements are counted in the closing lines.
    var hasReadCapture: Bool { summary.capture != nil }
    private let monitorsWhatIsHeard: Bool
    private let style: ReplayStyle
    private var nearest: NearestSpots
    private var summary = ReplaySummary()

    /// Prepares a replay.
    ///
    /// - Parameters:
    ///   - conditions: The conditions; `nil` monitors every UUID from the moment at which it is first heard.
    ///   - spots: The names of beacons' places; if there are any, the nearest place is printed when it
    ///     changes.
    ///   - style: How lines are written.
    init(conditions: [ConditionList.Entry]?, spots: [BeaconIdentity: String], style: ReplayStyle) {
        monitored = (conditions ?? []).map(ReplayedCondition.init)
        monitorsWhatIsHeard = conditions == nil
        nearest = NearestSpots(spots)
        self.style = style
    }

    /// Reads a recording to its end, or until it cannot be read any further; prints everything up to there in
    /// both cases.
    mutating func run(
        _ reader: any RecordingReader, print: (String) -> Void
    ) throws(RecordingError) {
        var reader = reader
        do throws(RecordingError) {
            while let item = try reader.next() { take(item, print) }
        } catch {
            summary.capture = reader.captureCounts
            close(print)
            throw error
        }
        summary.capture = reader.captureCounts
        close(print)
    }

    private mutating func take(_ item: RecordedItem, _ print: (String) -> Void) {
        switch item {
        case .defect(let defect, _):
            summary.count(defect)
        case .observation(let observation):
            guard summary.count(observation) else { return }
            if monitorsWhatIsHeard { monitorUUID(of: observation) }
            for index in monitored.indices {
                guard let transition = monitored[index].observe(observation) else { continue }
                print(style.line(.event(identifier: monitored[index].identifier, transition)))
                if style.explains { print(style.line(monitored[index].explanation)) }
            }
            if let answer = nearest.observe(observation) {
                print(style.line(.nearest(observation.source, observation.time, answer)))
            }
        }
    }

    private mutating func monitorUUID(of observation: Observation) {
        guard case .sighting(let sighting) = observation.content else { return }
        let uuid = sighting.identity.uuid
        guard !monitored.contains(where: { $0.uuid == uuid }) else { return }
        monitored.append(ReplayedCondition(everyBeaconWith: uuid))
    }

    private func close(_ print: (String) -> Void) {
        if style.explains {
            for condition in monitored { print(style.line(condition.explanation)) }
        }
        for line in summary.lines { print(style.line(line)) }
    }
}
