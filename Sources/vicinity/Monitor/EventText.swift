import Beacons
import Conditions
import Formats
import JSON
import Monitoring
import Observations

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
            writeParts(of: event, at: event.date, to: &json)
            if let lastKnown = event.lastKnown { json.member("lastKnown", lastKnown.name) }
            guard !event.diagnostics.isEmpty else { return }
            json.member("diagnostics") { json in
                json.array { for word in event.diagnostics.words { $0.string(word) } }
            }
        }
        return writer
    }

    /// The report to a server; it leaves out distances, strengths and reasons.
    static func report(_ event: Monitor.Event, at time: ObservationTime, from device: String) -> JSONWriter {
        var writer = JSONWriter()
        writer.object { json in
            json.member("device", device)
            json.member("events") { json in
                json.array { $0.object { writeParts(of: event, at: time, to: &$0) } }
            }
        }
        return writer
    }

    private static func writeParts(
        of event: Monitor.Event, at time: ObservationTime, to json: inout JSONWriter
    ) {
        json.member("number", event.number)
        json.member("identifier", event.identifier)
        json.member("state", event.state.name)
        json.member("time", time.rfc3339)
        guard let constraint = event.refinement?.constraint, let major = constraint.major,
            let minor = constraint.minor
        else { return }
        json.member("refinement") { json in
            json.object { json in
                json.member("major", Int(major))
                json.member("minor", Int(minor))
            }
        }
    }
}
