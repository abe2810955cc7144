import Beacons
import Conditions
import Formats
import Observations
import Ranging

/// How the lines of a replay are written: for people, or a JSON object each.
struct ReplayStyle {
    let isJSON: Bool
    let explains: Bool

    func line(_ line: ReplayLine) -> String { isJSON ? ReplayJSON.text(of: line) : text(line) }

    private func text(_ line: ReplayLine) -> String {
        switch line {
        case .event(let identifier, let transition):
            return [
                transition.time.rfc3339, padded(transition.state.name), identifier, reason(transition),
            ].filter { !$0.isEmpty }.joined(separator: "  ")
        case .explanation(let identifier, let explanation):
            return "why  \(identifier)  \(explanation)"
        case .nearest(let source, let time, let answer):
            return "\(time.rfc3339)  \(padded("nearest"))  \(source.name)  \(words(answer))"
        case .beacon(let identity, let power, let count):
            return "beacon  \(identity.uuid)  major \(identity.major) minor \(identity.minor), "
                + "measured power \(power) dBm, count \(count.count), \(strengths(count))"
        case .capture(let counts): return "capture  " + words(counts)
        case .damaged(let reason, let count): return "damaged  \(reason)  count \(count)"
        case .late(let count): return "late  count \(count)"
        }
    }

    private func words(_ counts: CaptureCounts) -> String {
        let kinds = BeaconFrame.Kind.allCases.filter { counts[$0] > 0 }.map { "\($0) \(counts[$0])" }
        let rest = counts.withoutFrame > 0 ? ["without a known frame \(counts.withoutFrame)"] : []
        return (["packets \(counts.packets)", "advertisements \(counts.advertisements)"] + kinds + rest)
            .joined(separator: ", ")
    }

    /// The beacon that matched, or why the state is unknown.
    private func reason(_ transition: ConditionTransition) -> String {
        if let constraint = transition.refinement?.constraint, let major = constraint.major,
            let minor = constraint.minor
        {
            return "major \(major) minor \(minor)"
        }
        return transition.diagnostics.words.joined(separator: ", ")
    }

    private func words(_ answer: NearestAnswer<String>) -> String {
        switch answer {
        case .nothing: "nothing"
        case .choose(let spot): spot
        case .ask(let spots): spots.joined(separator: " or ") + "?"
        }
    }

    private func strengths(_ count: BeaconCount) -> String {
        count.strengths.map { "RSSI \($0.lowerBound) to \($0.upperBound) dBm" } ?? "RSSI not known"
    }

    /// A word with spaces behind it, as wide as the longest state.
    private func padded(_ word: String) -> String {
        word + String(repeating: " ", count: max(0, ConditionState.unsatisfied.name.count - word.count))
    }
}
