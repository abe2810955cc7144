import TipCore
import TipRules

/// Proves that rules cannot hold together, where the rules alone are enough for a proof.
///
/// Rules are rewritten as alternatives. Each alternative is a list of demands, each on the value of one term:
/// a parameter, a count, or any other expression that is compared with a constant. For each term, one value
/// is tried below, between, at and above the constants of its demands. If no value fits, the alternative is
/// impossible; if all alternatives are impossible, so are the rules. When the work budget is used up, nothing
/// is proved.
struct RuleProof {
    let environment: RuleEnvironment
    let budget: WorkBudget

    /// A condition on the value of one term.
    struct Demand: Hashable {
        let term: RuleExpression
        let comparison: RuleComparison
        let constant: RuleValue
        let isWanted: Bool

        func isMet(by value: RuleValue) -> Bool {
            let rule = RuleExpression.comparison(comparison, .constant(value), .constant(constant))
            return rule.answer(from: RecordedFacts(), at: RuleTime(microseconds: 0)).holds == isWanted
        }
    }

    private static let mostAlternatives = 512
    /// The costs, in steps, of evaluating an alternative, copying a demand, and trying a value on a demand.
    private static let alternativeCost = 100
    private static let copyCost = 4
    private static let trialCost = 8

    /// Whether it is certain that no history makes all rules hold at one moment.
    func isImpossible(_ rules: [RuleExpression]) -> Bool {
        guard let alternatives = alternatives(.all(rules), isWanted: true) else { return false }
        return alternatives.allSatisfy { isImpossible(alternative: $0) }
    }

    /// The event whose donations, once there are enough, end a rule for good.
    func eventThatEnds(_ rule: RuleExpression) -> RuleText? {
        guard let alternatives = alternatives(rule, isWanted: true), alternatives.count == 1 else {
            return nil
        }
        for demand in alternatives[0] {
            guard case .count(let query) = demand.term, isForGood(query),
                environment.donates(query.event)
            else { continue }
            if !demand.isMet(by: .integer(mostDonations(of: query.event))) { return query.event }
        }
        return nil
    }

    /// Whether a donation that counts once always counts.
    private func isForGood(_ query: DonationQuery) -> Bool {
        query.steps.isEmpty && environment.definition(ofEvent: query.event).maximumAge == nil
    }

    private func mostDonations(of event: RuleText) -> Int64 {
        Int64(environment.definition(ofEvent: event).maximumCount)
    }

    // MARK: - Alternatives

    /// The ways in which a rule can be true, or not true; `nil` when there are too many.
    private func alternatives(_ rule: RuleExpression, isWanted: Bool) -> [[Demand]]? {
        switch rule {
        case .not(let part): return alternatives(part, isWanted: !isWanted)
        case .all(let parts):
            return isWanted ? product(parts, isWanted: true) : sum(parts, isWanted: false)
        case .any(let parts):
            return isWanted ? sum(parts, isWanted: true) : product(parts, isWanted: false)
        case .comparison(let comparison, let term, .constant(let constant)):
            return [[Demand(term: term, comparison: comparison, constant: constant, isWanted: isWanted)]]
        case .comparison(let comparison, .constant(let constant), let term):
            return [
                [Demand(term: term, comparison: comparison.turned, constant: constant, isWanted: isWanted)]
            ]
        default:
            return [[Demand(term: rule, comparison: .equal, constant: .boolean(true), isWanted: isWanted)]]
        }
    }

    private func sum(_ parts: [RuleExpression], isWanted: Bool) -> [[Demand]]? {
        var all: [[Demand]] = []
        for part in parts {
            guard let some = alternatives(part, isWanted: isWanted) else { return nil }
            all += some
            guard all.count <= Self.mostAlternatives else { return nil }
        }
        return all
    }

    private func product(_ parts: [RuleExpression], isWanted: Bool) -> [[Demand]]? {
        var all: [[Demand]] = [[]]
        for part in parts {
            guard let some = alternatives(part, isWanted: isWanted),
                all.count * some.count <= Self.mostAlternatives,
                budget.spend(Self.copyCost * (all.demandCount * some.count + some.demandCount * all.count))
            else { return nil }
            all = all.flatMap { left in some.map { left + $0 } }
        }
        return all
    }

    // MARK: - Values

    private func isImpossible(alternative: [Demand]) -> Bool {
        guard budget.spend(Self.alternativeCost * (1 + alternative.count)) else { return false }
        var demands: [RuleExpression: [Demand]] = [:]
        for demand in alternative { demands[demand.term, default: []].append(demand) }
        var counts: [(query: DonationQuery, fitting: [Int64])] = []
        for (term, demands) in demands {
            let values = values(of: term, for: demands)
            guard budget.spend(Self.trialCost * values.count * demands.count) else { return false }
            let fitting = values.filter { value in
                demands.allSatisfy { $0.isMet(by: value) }
            }
            if fitting.isEmpty { return true }
            if case .count(let query) = term { counts.append((query, fitting.compactMap { $0.wholeNumber })) }
        }
        // A selection never has more donations than the selection of which it is a part.
        return counts.contains { part in
            counts.contains { whole in
                part.query.isPart(of: whole.query)
                    && (part.fitting.min() ?? 0) > (whole.fitting.max() ?? .max)
            }
        }
    }

    /// Values of a term below, between, at and above the constants of its demands.
    private func values(of term: RuleExpression, for demands: [Demand]) -> [RuleValue] {
        switch term {
        case .constant(let value): return [value]
        case .count(let query):
            guard environment.donates(query.event) else { return [.integer(0)] }
            let most = mostDonations(of: query.event)
            return demands.flatMap { $0.constant.wholeNumbersAround }.filter { (0...most).contains($0) }
                .map { .integer($0) } + [.integer(0), .integer(most)]
        case .parameter(let name):
            if let only = onlyValue(of: name) { return [only] }
        default: break
        }
        return Self.everyKind + demands.flatMap { $0.constant.neighbours }
    }

    /// The value of a parameter that nobody sets.
    private func onlyValue(of name: RuleText) -> RuleValue? {
        environment.isSet(name) ? nil : environment.initial(of: name)
    }

    private static let everyKind: [RuleValue] = [
        .null, .boolean(true), .boolean(false), .number(.nan), .number(.infinity), .number(-.infinity),
        .text(""),
        .time(RuleTime(microseconds: .min)), .time(RuleTime(microseconds: .max)), .list([]), .record([]),
    ]
}

extension [[RuleProof.Demand]] {
    fileprivate var demandCount: Int { reduce(0) { $0 + $1.count } }
}

extension RuleComparison {
    /// The same comparison with its sides exchanged.
    fileprivate var turned: RuleComparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

extension DonationQuery {
    /// Whether another query selects every donation of this query.
    fileprivate func isPart(of whole: DonationQuery) -> Bool {
        if self == whole { return true }
        switch (self, whole) {
        case (.within(let window, let inner), .within(let wider, let other))
        where inner == other && window.microseconds <= wider.microseconds: return true
        case (.within(_, let inner), _), (.filtered(let inner, _), _), (.largestSubset(let inner, _), _),
            (.smallestSubset(let inner, _), _):
            return inner.isPart(of: whole)
        default: return false
        }
    }
}

extension RuleValue {
    fileprivate var wholeNumber: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    fileprivate var fraction: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The whole numbers at and next to a number.
    fileprivate var wholeNumbersAround: [Int64] {
        guard let fraction, fraction.isFinite, abs(fraction) < 9e15 else { return [] }
        let whole = Int64(fraction)
        return [whole - 1, whole, whole + 1]
    }

    /// The value and its direct neighbours.
    fileprivate var neighbours: [RuleValue] {
        switch self {
        case .integer(let number):
            // Beyond 2^53 the next fractions are further away than the next whole numbers.
            let beside = [number.subtractingReportingOverflow(1), number.addingReportingOverflow(1)]
            let whole = beside.filter { !$0.overflow }.map { RuleValue.integer($0.partialValue) }
            return whole + [.number(Double(number).nextDown), self, .number(Double(number).nextUp)]
        case .number(let number): return [.number(number.nextDown), self, .number(number.nextUp)]
        case .text(let text): return [self, .text(RuleText(utf8: text.utf8 + [0]))]
        case .time(let time):
            return [
                .time(time.advanced(byMicroseconds: -1)), self, .time(time.advanced(byMicroseconds: 1)),
            ]
        default: return [self]
        }
    }
}
