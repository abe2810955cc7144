import JSON
import TipCore
import TipRules

/// Looks for groups that get stuck (TA8).
struct GroupCheck {
    /// The group of a tip; the first group, if it is in several.
    private let firstGroups: [TipID: String]
    /// Why a tip holds back the later tips of an ordered group.
    private let obstacles: [TipID: Obstacle]

    private enum Obstacle {
        /// The tip can never be shown and never ends.
        case blocks
        /// After an event, one of the tip's rules never holds again, but the event does not end the tip.
        case stalls(RuleText, rule: Int)
    }

    init(
        _ catalogue: TipCatalogue, _ reaches: [TipReach], in environment: RuleEnvironment,
        budget: WorkBudget
    ) {
        firstGroups = Dictionary(catalogue.groups.flatMap { group in group.tips.map { ($0, group.name) } }) {
            first, _ in first
        }
        let ordered = Set(catalogue.groups.filter(\.isOrdered).flatMap { $0.tips.dropLast() })
        var obstacles: [TipID: Obstacle] = [:]
        for (tip, reach) in zip(catalogue.tips, reaches) where ordered.contains(tip.id) {
            let proof = RuleProof(environment: environment, budget: budget)
            obstacles[tip.id] = Self.obstacle(tip.definition, reach, proof)
        }
        self.obstacles = obstacles
    }

    func findings(in group: TipCatalogue.Group) -> [TipFinding] {
        var findings: [TipFinding] = []
        for (place, id) in group.tips.enumerated() {
            let path: [JSONPath.Step] = [
                .member("groups"), .member(group.name), .member("tips"), .element(place),
            ]
            if let other = firstGroups[id], other != group.name {
                findings.append(
                    TipFinding(
                        .warning, .severalGroups, at: path, tip: id,
                        "is in the group \(other) too, so that both can show it"))
            }
            guard group.isOrdered, place < group.tips.count - 1, let obstacle = obstacles[id] else {
                continue
            }
            findings.append(Self.finding(obstacle, of: id, at: path))
        }
        return findings
    }

    /// Why an ordered group cannot move past a tip (T84).
    private static func obstacle(
        _ tip: TipDefinition, _ reach: TipReach, _ proof: RuleProof
    ) -> Obstacle? {
        let endings = tip.endingEvents.filter { proof.environment.donates($0) }
        if case .impossible = reach, endings.isEmpty { return .blocks }
        for (place, rule) in tip.rules.enumerated() {
            if let event = proof.eventThatEnds(rule), !tip.endingEvents.contains(event) {
                return .stalls(event, rule: place)
            }
        }
        return nil
    }

    private static func finding(
        _ obstacle: Obstacle, of tip: TipID, at path: [JSONPath.Step]
    ) -> TipFinding {
        switch obstacle {
        case .blocks:
            TipFinding(
                .error, .groupBlocked, at: path, tip: tip,
                "can never be shown nor end, so that the group never moves on")
        case .stalls(let event, let place):
            TipFinding(
                .warning, .groupStalls, at: path, tip: tip,
                "is hidden for good by donations to \(event.string) (its rules[\(place)]) without ending, so that the group "
                    + "then waits for ever; endsOn would end it")
        }
    }
}
