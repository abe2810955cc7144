import TipCore
import TipRules

/// Whether there is a history in which a tip's rules hold.
enum TipReach {
    /// A history exists.
    case reached
    /// No history exists: the places of the contradicting rules, and the reason.
    case impossible([Int], String)
    /// The search found no history; says whether the work budget ended the search.
    case notFound(tries: Int, isCutShort: Bool)

    init(of tip: TipDefinition, in environment: RuleEnvironment, budget: WorkBudget) {
        let proof = RuleProof(environment: environment, budget: budget)
        if let (places, reason) = Self.contradiction(in: tip.rules, proof) {
            self = .impossible(places, reason)
            return
        }
        var search = HistorySearch(tip.rules, in: environment, budget: budget)
        self =
            search.finds()
            ? .reached : .notFound(tries: search.tries, isCutShort: search.tries < TipFinding.triedHistories)
    }

    /// The smallest set of rules that contradict each other.
    private static func contradiction(in rules: [RuleExpression], _ proof: RuleProof) -> ([Int], String)? {
        for place in rules.indices where proof.isImpossible([rules[place]]) {
            return ([place], "can never hold")
        }
        for second in rules.indices.dropFirst() {
            for first in 0..<second where proof.isImpossible([rules[first], rules[second]]) {
                return (
                    [first, second], "has rules[\(first)] and rules[\(second)], which cannot hold together"
                )
            }
        }
        return proof.isImpossible(rules)
            ? (Array(rules.indices), "has rules that cannot all hold together") : nil
    }
}
