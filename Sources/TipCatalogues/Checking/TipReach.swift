import TipCore
import TipRules

/// Whether there is a history in which a tip's rules hold.
enum TipReach {
    /// There is one.
    case reached
    /// It is sure that there is none: the places of the rules that are to blame, and why.
    case impossible([Int], String)
    /// None was found in so many that were tried.
    case notFound(Int)

    init(of tip: TipDefinition, in catalogue: TipCatalogue, knowing vocabulary: TipVocabulary) {
        let proof = RuleProof(catalogue: catalogue, vocabulary: vocabulary)
        if let (places, reason) = Self.contradiction(in: tip.rules, proof) {
            self = .impossible(places, reason)
            return
        }
        var search = HistorySearch(tip.rules, catalogue: catalogue, vocabulary: vocabulary)
        self = search.finds() ? .reached : .notFound(search.tries)
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

/// Looks for a history in which rules hold: changes one at a time what a rule that does not hold reads, and keeps what is
/// no worse.
struct HistorySearch {
    /// How many histories were tried.
    private(set) var tries = 0

    private static let triesUntilNewBeginning = 200
    /// How many donations all histories together may have.
    private static let mostDonations = 2_000_000
    static let now = RuleTime(microseconds: 1_800_000_000_000_000)

    private let parts: [RuleExpression]
    private let material: RuleMaterial
    private let catalogue: TipCatalogue
    private let vocabulary: TipVocabulary
    private var numbers = SeededNumbers(seed: 1)
    private var facts = RecordedFacts()
    private var donationsLeft = mostDonations

    init(_ rules: [RuleExpression], catalogue: TipCatalogue, vocabulary: TipVocabulary) {
        parts = rules.flatMap { $0.demandedTogether }
        material = RuleMaterial(rules)
        self.catalogue = catalogue
        self.vocabulary = vocabulary
    }

    mutating func finds() -> Bool {
        beginAnew()
        var score = score(of: facts)
        while tries < TipFinding.triedHistories, donationsLeft > 0 {
            if score == parts.count { return true }
            if tries % Self.triesUntilNewBeginning == 0 {
                beginAnew()
                score = self.score(of: facts)
            }
            let changed = changedFacts()
            let changedScore = self.score(of: changed)
            if changedScore >= score { (facts, score) = (changed, changedScore) }
        }
        return score == parts.count
    }

    private mutating func beginAnew() {
        facts = RecordedFacts()
        for parameter in catalogue.parameters {
            facts.set(parameter.definition.initial, forParameter: parameter.name)
        }
    }

    private mutating func score(of facts: RecordedFacts) -> Int {
        tries += 1
        return parts.count { $0.answer(from: facts, at: Self.now).holds }
    }

    /// The facts with one change that a part which does not hold could see.
    private mutating func changedFacts() -> RecordedFacts {
        let open = parts.filter { !$0.answer(from: facts, at: Self.now).holds }
        guard !open.isEmpty else { return facts }
        let read = numbers.one(of: open).dependencies
        let parameters = read.parameters.filter { isSet($0) }
        let events = read.events.filter { vocabulary.donates($0.string) }
        guard parameters.count + events.count > 0 else { return facts }
        var changed = facts
        let place = Int(numbers.next() % UInt64(parameters.count + events.count))
        if place < parameters.count {
            let name = parameters[place]
            changed.set(material.value(of: name, &numbers), forParameter: name)
        } else {
            let event = events[place - parameters.count]
            changed.set(history(of: event), forEvent: event)
        }
        return changed
    }

    private func isSet(_ name: RuleText) -> Bool {
        let isFact = catalogue.parameters.first { $0.name == name }?.isFromWorkplace ?? false
        return (isFact ? vocabulary.facts : vocabulary.setParameters)?.contains(name.string) ?? true
    }

    /// Another history of an event: one more donation, or several that are alike.
    private mutating func history(of event: RuleText) -> DonationHistory {
        let definition = catalogue.events.first { $0.name == event }?.definition ?? EventDefinition()
        var history = DonationHistory()
        var count = numbers.one(of: material.counts)
        if numbers.happens(0.5) {
            history = facts.history(ofEvent: event)
            count = min(count, 3)
        }
        let payload = material.payload(of: event, &numbers)
        let age = numbers.one(of: material.ages)
        let room = max(min(count, definition.maximumCount - history.count), 0)
        donationsLeft -= room
        for _ in 0..<room {
            history.append(payload, at: Self.now.advanced(byMicroseconds: -age))
        }
        history.maximumAge = definition.maximumAge
        return history
    }
}

extension RuleExpression {
    /// The parts that must all hold for the rule to hold.
    var demandedTogether: [RuleExpression] {
        guard case .all(let parts) = self else { return [self] }
        return parts.flatMap { $0.demandedTogether }
    }
}
