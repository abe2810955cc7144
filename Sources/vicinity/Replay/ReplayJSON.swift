import Beacons
import Conditions
import Formats
import JSON
import Observations
import Ranging

/// Writes the lines of a replay as JSON objects that name their kind.
enum ReplayJSON {
    static func text(of line: ReplayLine) -> String {
        var writer = JSONWriter()
        writer.object { write(line, to: &$0) }
        return writer.text
    }

    private static func write(_ line: ReplayLine, to json: inout JSONWriter) {
        switch line {
        case .event(let identifier, let transition):
            json.member("kind", "event")
            write(identifier, transition, to: &json)
        case .explanation(let identifier, let explanation):
            json.member("kind", "explanation")
            json.member("identifier", identifier)
            write(explanation, to: &json)
            json.member("lateObservations", explanation.lateObservations)
            json.member("text", explanation.description)
        case .nearest(let source, let time, let answer):
            json.member("kind", "nearest")
            json.member("time", time.rfc3339)
            json.member("source", source.name)
            write(answer, to: &json)
        case .beacon(let identity, let power, let count):
            json.member("kind", "beacon")
            write(identity, power, count, to: &json)
        case .capture(let counts):
            json.member("kind", "capture")
            json.member("packets", counts.packets)
            json.member("advertisements", counts.advertisements)
            json.member("withoutFrame", counts.withoutFrame)
            json.member("frames") { json in
                json.object { json in
                    for kind in BeaconFrame.Kind.allCases where counts[kind] > 0 {
                        json.member(named: kind.description) { $0.integer(counts[kind]) }
                    }
                }
            }
        case .damaged(let reason, let count):
            json.member("kind", "damaged")
            json.member("reason", reason)
            json.member("count", count)
        case .late(let count):
            json.member("kind", "late")
            json.member("count", count)
        }
    }

    private static func write(
        _ identifier: String, _ transition: ConditionTransition, to json: inout JSONWriter
    ) {
        json.member("time", transition.time.rfc3339)
        json.member("identifier", identifier)
        json.member("state", transition.state.name)
        if let lastKnown = transition.lastKnown { json.member("lastKnown", lastKnown.name) }
        if let constraint = transition.refinement?.constraint {
            json.member("refinement") { $0.object { write(constraint, to: &$0) } }
        }
        if !transition.diagnostics.isEmpty {
            write(transition.diagnostics.words, as: "diagnostics", to: &json)
        }
    }

    private static func write(_ constraint: BeaconIdentityConstraint, to json: inout JSONWriter) {
        json.member("uuid", constraint.uuid.description)
        if let major = constraint.major { json.member("major", Int(major)) }
        if let minor = constraint.minor { json.member("minor", Int(minor)) }
    }

    private static func write(_ answer: NearestAnswer<String>, to json: inout JSONWriter) {
        switch answer {
        case .nothing:
            json.member("answer", "nothing")
        case .choose(let spot):
            json.member("answer", "choose")
            write([spot], as: "spots", to: &json)
        case .ask(let spots):
            json.member("answer", "ask")
            write(spots, as: "spots", to: &json)
        }
    }

    private static func write(
        _ identity: BeaconIdentity, _ power: Int8, _ count: BeaconCount, to json: inout JSONWriter
    ) {
        write(BeaconIdentityConstraint(identity), to: &json)
        json.member("measuredPower", Int(power))
        json.member("count", count.count)
        if let strengths = count.strengths {
            json.member("weakest", Int(strengths.lowerBound))
            json.member("strongest", Int(strengths.upperBound))
        }
    }

    private static func write(_ words: [String], as name: StaticString, to json: inout JSONWriter) {
        json.member(name) { json in
            json.array { for word in words { $0.string(word) } }
        }
    }
}

// MARK: - Explanations

extension ReplayJSON {
    private static func write(_ explanation: Explanation, to json: inout JSONWriter) {
        json.member("state", explanation.state.name)
        json.member("rule", explanation.rule.rawValue)
        if let facts = explanation.facts { write(facts, to: &json) }
        if let decisive = explanation.decisivePart { json.member("decisivePart", decisive + 1) }
        if !explanation.parts.isEmpty {
            json.member("parts") { json in
                json.array { json in
                    for part in explanation.parts { json.object { write(part, to: &$0) } }
                }
            }
        }
    }

    private static func write(_ facts: Explanation.Facts, to json: inout JSONWriter) {
        switch facts {
        case .circle(let facts): json.member("circle") { $0.object { write(facts, to: &$0) } }
        case .polygon(let facts): json.member("polygon") { $0.object { write(facts, to: &$0) } }
        case .beacon(let facts): json.member("beacon") { $0.object { write(facts, to: &$0) } }
        case .timeWindow(let facts): json.member("timeWindow") { $0.object { write(facts, to: &$0) } }
        case .dwell(let facts): json.member("dwell") { $0.object { write(facts, to: &$0) } }
        }
    }

    private static func write(_ facts: TimeWindowFacts, to json: inout JSONWriter) {
        if let since = facts.since { json.member("since", since.rfc3339) }
        if let until = facts.until { json.member("until", until.rfc3339) }
    }

    private static func write(_ facts: DwellFacts, to json: inout JSONWriter) {
        if let since = facts.since { json.member("since", since.rfc3339) }
        json.member("stayedSeconds", facts.stayed / .seconds(1))
        json.member("requiredSeconds", facts.required / .seconds(1))
    }

    private static func write(_ facts: BoundaryFacts, to json: inout JSONWriter) {
        if let margin = facts.margin { json.member("marginMetres", margin) }
        if let accuracy = facts.accuracy { json.member("accuracyMetres", accuracy) }
        if let time = facts.time { json.member("time", time.rfc3339) }
        json.member("consecutiveInside", facts.consecutiveInside)
        json.member("consecutiveOutside", facts.consecutiveOutside)
        json.member("jumps", facts.jumps)
    }

    private static func write(_ facts: BeaconFacts, to json: inout JSONWriter) {
        json.member("advertisements", facts.advertisements)
        if let time = facts.lastHeard { json.member("lastHeard", time.rfc3339) }
        json.member("listenedUntil", facts.listenedUntil.rfc3339)
        json.member("silenceSeconds", facts.silence / .seconds(1))
        json.member("exitAfterSeconds", facts.exitAfter / .seconds(1))
    }
}
