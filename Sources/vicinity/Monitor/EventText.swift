import Beacons
import Conditions
import Essentials
import Formats
import JSON
import Monitoring
import Observations
import WorkplaceClient

/// An event as a line for people or programs, and as a report to a server.
enum EventText {
    /// A line for people.
    static func line(_ event: Monitor.Event) -> String {
        let transition = ConditionTransition(
            state: event.state, time: event.date, refinement: event.refinement,
            diagnostics: event.diagnostics, lastKnown: event.lastKnown)
        return ReplayStyle(isJSON: false, explains: false)
            .line(.event(identifier: event.identifier, transition))
    }

    /// Everything about the event as a JSON object, for programs on this machine.
    static func json(_ event: Monitor.Event) -> JSONWriter {
        var writer = JSONWriter()
        writer.object { json in
            json.member("kind", "event")
            writeParts(of: event, to: &json)
            if let lastKnown = event.lastKnown { json.member("lastKnown", lastKnown.name) }
            guard !event.diagnostics.isEmpty else { return }
            json.member("diagnostics") { json in
                json.array { for word in event.diagnostics.words { $0.string(word) } }
            }
        }
        return writer
    }

    /// The report to a server; it leaves out distances, strengths and reasons.
    static func report(_ event: Monitor.Event, at time: ObservationTime) -> SpotReport {
        SpotReport(
            number: event.number, spot: event.identifier, state: SpotReport.State(event.state),
            time: Timestamp(millisecondsSinceEpoch: time.microseconds / 1_000),
            beacon: event.refinement.flatMap { SpotReport.Beacon($0.constraint) })
    }

    private static func writeParts(of event: Monitor.Event, to json: inout JSONWriter) {
        json.member("number", event.number)
        json.member("identifier", event.identifier)
        json.member("state", event.state.name)
        json.member("time", event.date.rfc3339)
        guard let beacon = event.refinement.flatMap({ SpotReport.Beacon($0.constraint) }) else { return }
        json.member("refinement") { json in
            json.object { json in
                json.member("major", Int(beacon.major))
                json.member("minor", Int(beacon.minor))
            }
        }
    }
}

extension SpotReport.Beacon {
    fileprivate init?(_ constraint: BeaconIdentityConstraint) {
        guard let major = constraint.major, let minor = constraint.minor else { return nil }
        self.init(major: major, minor: minor)
    }
}

extension SpotReport.State {
    fileprivate init(_ state: ConditionState) {
        switch state {
        case .satisfied: self = .satisfied
        case .unsatisfied: self = .unsatisfied
        case .unknown: self = .unknown
        case .unmonitored: self = .unmonitored
        }
    }
}
