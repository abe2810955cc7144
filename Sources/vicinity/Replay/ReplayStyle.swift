import Beacons
import Conditions
import Formats
import JSON

/// How the lines of a replay are written: for people, or a JSON object each.
struct ReplayStyle {
    let isJSON: Bool
    let explains: Bool

    func line(_ line: ReplayLine) -> String { isJSON ? json(line) : text(line) }

    // MARK: - Text

    private func text(_ line: ReplayLine) -> String {
        switch line {
        case .event(let identifier, let transition):
            let parts = [
                transition.time.rfc3339, transition.state.word.padded(to: 11), identifier,
                reason(transition),
            ]
            return parts.filter { !$0.isEmpty }.joined(separator: "  ")
        case .beacon(let identity, let power, let count):
            return "beacon  \(identity.uuid)  \(numbers(identity)), measured power \(power) dBm, "
                + "count \(count.count), \(strengths(count))"
        case .damaged(let reason, let count): return "damaged  \(reason)  count \(count)"
        case .late(let count): return "late  count \(count)"
        }
    }

    /// The beacon that matched, or why nothing is known.
    private func reason(_ transition: ConditionTransition) -> String {
        if let constraint = transition.refinement?.constraint, let major = constraint.major,
            let minor = constraint.minor
        {
            return "major \(major) minor \(minor)"
        }
        return transition.diagnostics.words.joined(separator: ", ")
    }

    private func numbers(_ identity: BeaconIdentity) -> String {
        "major \(identity.major) minor \(identity.minor)"
    }

    private func strengths(_ count: BeaconCount) -> String {
        count.strengths.map { "RSSI \($0.lowerBound) to \($0.upperBound) dBm" } ?? "RSSI not known"
    }

    // MARK: - JSON

    private func json(_ line: ReplayLine) -> String {
        var writer = JSONWriter()
        writer.object { json in
            switch line {
            case .event(let identifier, let transition): write(identifier, transition, to: &json)
            case .beacon(let identity, let power, let count): write(identity, power, count, to: &json)
            case .damaged(let reason, let count):
                json.member("kind", "damaged")
                json.member("reason", reason)
                json.member("count", count)
            case .late(let count):
                json.member("kind", "late")
                json.member("count", count)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(_ identifier: String, _ transition: ConditionTransition, to json: inout JSONWriter) {
        json.member("kind", "event")
        json.member("time", transition.time.rfc3339)
        json.member("identifier", identifier)
        json.member("state", transition.state.word)
        if let lastKnown = transition.lastKnown { json.member("lastKnown", lastKnown.word) }
        if let constraint = transition.refinement?.constraint {
            json.member("refinement") { $0.object { write(constraint, to: &$0) } }
        }
        if !transition.diagnostics.isEmpty {
            json.member("diagnostics") { json in
                json.array { for word in transition.diagnostics.words { $0.string(word) } }
            }
        }
    }

    private func write(_ constraint: BeaconIdentityConstraint, to json: inout JSONWriter) {
        json.member("uuid", constraint.uuid.description)
        if let major = constraint.major { json.member("major", Int(major)) }
        if let minor = constraint.minor { json.member("minor", Int(minor)) }
    }

    private func write(
        _ identity: BeaconIdentity, _ power: Int8, _ count: BeaconCount, to json: inout JSONWriter
    ) {
        json.member("kind", "beacon")
        write(BeaconIdentityConstraint(identity), to: &json)
        json.member("measuredPower", Int(power))
        json.member("count", count.count)
        if let strengths = count.strengths {
            json.member("weakest", Int(strengths.lowerBound))
            json.member("strongest", Int(strengths.upperBound))
        }
    }
}

extension String {
    /// The text with spaces behind it up to a width.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
