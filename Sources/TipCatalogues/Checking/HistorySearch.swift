import TipCore
import TipRules

/// Searches for a history in which rules hold, by hill climbing.
///
/// Each step changes one input of a rule that does not hold, and keeps the change if the result is not worse.
struct HistorySearch {
    /// How many histories were tried.
    private(set) var tries = 0
    /// How many donations were made for all of them together.
    private(set) var madeDonations = 0

    private static let triesUntilNewBeginning = 200
    /// The most donations in all histories together, so that a check without a work budget ends, too.
    private static let mostDonations = 2_000_000
    static let now = RuleTime(microseconds: 1_800_000_000_000_000)

    /// A part of a rule that must hold, with those of its inputs that can change.
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

    /// The indices of the parts that do not hold; `nil` when the work budget is used up.
    private mutating func openParts(in history: History) -> [Int]? {
        // Each part may read each donation, and each member of its payload.
        let steps = samples.partCount * (1 + history.donations) + samples.memberCount * samples.memberCount
        guard budget.spend(steps) else { return nil }
        tries += 1
        return parts.indices.filter { !parts[$0].rule.answer(from: history.facts, at: Self.now).holds }
    }

    /// The history with one change to an input of an open part; `nil` when the work budget is used up.
    private mutating func changed(_ history: History, for open: [Int]) -> History? {
        let part = parts[numbers.one(of: open)]
        guard part.parameters.count + part.events.count > 0 else { return history }
        // A value is made with every member that rules read.
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

    /// Other donations to an event: one more, or several equal ones; `nil` when the work budget is used up.
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
        // This comes before they are made: otherwise each of many tips with a small budget would make a
        // history that it cannot use. Kept donations of the earlier history are copied.
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
