import TipCore
import TipRules

/// Whether there is a history in which a tip's rules hold.
enum TipReach {
    /// There is one.
    case reached
    /// It is sure that there is none: the places of the rules that are to blame, and why.
    case impossible([Int], String)
    /// None was found in so many that were tried; whether more would have been tried with more effort.
    case notFound(tries: Int, isCutShort: Bool)

    init(of tip: TipDefinition, in surroundings: RuleSurroundings, effort: WorkBudget) {
        let proof = RuleProof(surroundings: surroundings, effort: effort)
        if let (places, reason) = Self.contradiction(in: tip.rules, proof) {
            self = .impossible(places, reason)
            return
        }
        var search = HistorySearch(tip.rules, in: surroundings, effort: effort)
        self =
            search.finds()
            ? .reached : .notFound(tries: search.tries, isCutShort: search.tries < TipFinding.triedHistories)
    }

    /// The fewest rules that cannot hold together.
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
