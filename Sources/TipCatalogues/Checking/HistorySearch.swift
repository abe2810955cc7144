import TipCore
import TipRules

/// Looks for a history in which rules hold: changes one at a time what a rule that does not hold reads, and keeps what is
/// no worse.
struct HistorySearch {
    /// How many histories were tried.
    private(set) var tries = 0
    /// How many donations were made for all of them together.
    private(set) var madeDonations = 0

    private static let triesUntilNewBeginning = 200
    /// How many donations all histories together may have: a check without a limit of steps ends, too.
    private static let mostDonations = 2_000_000
    static let now = RuleTime(microseconds: 1_800_000_000_000_000)

    /// What must hold, with what can be changed of what it reads.
    private struct Part {
        let rule: RuleExpression
        let parameters: [RuleText]
        let events: [RuleText]
    }

    /// Facts, and how many donations they have.
    private struct History {
        var facts: RecordedFacts
        var donations = 0
    }

    private let parts: [Part]
    private let samples: RuleSamples
    private let environment: RuleEnvironment
    private let budget: WorkBudget
    private let beginning: History
    private var numbers = SeededNumbers(seed: 1)

    init(_ rules: [RuleExpression], in environment: RuleEnvironment, budget: WorkBudget) {
        parts = rules.flatMap { $0.demandedTogether }.map { rule in
            let read = rule.dependencies
            return Part(
                rule: rule, parameters: read.parameters.filter { environment.isSet($0) },
                events: read.events.filter { environment.donates($0) })
        }
        samples = RuleSamples(rules)
        beginning = History(facts: environment.initialFacts(for: RuleDependencies(of: rules)))
        self.environment = environment
        self.budget = budget
    }

    mutating func finds() -> Bool {
        var history = beginning
        var open = openParts(in: history)
        while let someOpen = open, !someOpen.isEmpty {
            guard tries < TipFinding.triedHistories, madeDonations < Self.mostDonations else { return false }
            if tries % Self.triesUntilNewBeginning == 0 {
                history = beginning
                open = openParts(in: history)
                continue
            }
            guard let changed = changed(history, for: someOpen), let changedOpen = openParts(in: changed)
            else {
                return false
            }
            if changedOpen.count <= someOpen.count { (history, open) = (changed, changedOpen) }
        }
        return open != nil
    }

    /// The places of the parts that do not hold; `nil` without budget left to look.
    private mutating func openParts(in history: History) -> [Int]? {
        // Each part may look at each donation, and at each member of what was donated.
        let steps = samples.partCount * (1 + history.donations) + samples.memberCount * samples.memberCount
        guard budget.spend(steps) else { return nil }
        tries += 1
        return parts.indices.filter { !parts[$0].rule.answer(from: history.facts, at: Self.now).holds }
    }

    /// The history with one change that a part which does not hold could see; `nil` without budget left to make it.
    private mutating func changed(_ history: History, for open: [Int]) -> History? {
        let part = parts[numbers.one(of: open)]
        guard part.parameters.count + part.events.count > 0 else { return history }
        // A value is made with each member that rules look at.
        guard budget.spend(samples.memberCount * samples.memberCount) else { return nil }
        var changed = history
        let place = Int(numbers.next() % UInt64(part.parameters.count + part.events.count))
        if place < part.parameters.count {
            let name = part.parameters[place]
            changed.facts.set(samples.value(of: name, &numbers), forParameter: name)
        } else {
            let event = part.events[place - part.parameters.count]
            let before = history.facts.history(ofEvent: event)
            guard let after = donations(to: event, after: before) else { return nil }
            changed.facts.set(after, forEvent: event)
            changed.donations += after.count - before.count
        }
        return changed
    }

    /// Other donations to an event: one more, or several that are alike; `nil` without budget left to make them.
    private mutating func donations(to event: RuleText, after before: DonationHistory) -> DonationHistory? {
        let definition = environment.definition(ofEvent: event)
        var history = DonationHistory()
        var count = numbers.one(of: samples.counts)
        if numbers.happens(0.5) {
            history = before
            count = min(count, 3)
        }
        let payload = samples.payload(of: event, &numbers)
        let age = numbers.one(of: samples.ages)
        let room = max(min(count, definition.maximumCount - history.count), 0)
        // Before they are made: many tips with little budget each would else make a history for nothing each. What is kept of
        // the history before is copied.
        guard budget.spend(history.count + room) else { return nil }
        madeDonations += room
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
