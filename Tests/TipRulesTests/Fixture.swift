import TestSupport
import TipRules

/// A moment so many seconds after the one at which the tests of rules begin.
func second(_ seconds: Int) -> RuleTime {
    RuleTime(microseconds: 1_765_000_000_000_000).advanced(byMicroseconds: Int64(seconds) * 1_000_000)
}

/// A visit to an area, as a payload.
func visit(_ area: String, minutes: Int64 = 5) -> RuleValue {
    .record([RuleField("area", .text(RuleText(area))), RuleField("minutes", .integer(minutes))])
}

/// Makes rules and facts that fit each other, by the seed alone.
struct RandomRules {
    var random: SplitMix64
    private let names: [RuleText] = ["a", "b", "c"]

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    mutating func name() -> RuleText { names[number(names.count)] }

    mutating func value() -> RuleValue {
        switch number(8) {
        case 0: .null
        case 1: .boolean(number(2) == 0)
        case 2: .integer(Int64(number(5)) - 1)
        case 3: .number(Double(number(9)) / 2 - 1)
        case 4: .text(name())
        case 5: .time(second(number(400) - 200))
        case 6: .list([.integer(Int64(number(3))), .text(name())])
        default: .record([RuleField(name(), .integer(Int64(number(3)))), RuleField("x", .boolean(true))])
        }
    }

    mutating func query(depth: Int) -> DonationQuery {
        switch depth <= 0 ? 0 : number(5) {
        case 1: .within(RuleWindow(microseconds: Int64(number(300)) * 1_000_000), query(depth: depth - 1))
        case 2: .filtered(query(depth: depth - 1), where: condition(depth: depth - 1, inFilter: true))
        case 3: .largestSubset(query(depth: depth - 1), by: [name()])
        case 4: .smallestSubset(query(depth: depth - 1), by: [name()])
        default: .all(of: name())
        }
    }

    mutating func operand(depth: Int, inFilter: Bool) -> RuleExpression {
        switch number(inFilter ? 8 : 11) {
        case 0: .constant(value())
        case 1: .parameter(name())
        case 2: .member(name(), of: inFilter ? .payload : .parameter(name()))
        case 3: .now
        case 4:
            depth <= 0
                ? .constant(value())
                : .arithmetic(
                    RuleArithmetic.allCases[number(RuleArithmetic.allCases.count)],
                    operand(depth: depth - 1, inFilter: inFilter),
                    operand(depth: depth - 1, inFilter: inFilter))
        case 5: .length(.parameter(name()))
        case 6: .otherwise(.parameter(name()), .constant(value()))
        case 7: inFilter ? .donationTime : .constant(.integer(Int64(number(4))))
        case 8: .count(query(depth: depth))
        case 9: number(2) == 0 ? .oldest(query(depth: depth)) : .newest(query(depth: depth))
        default: number(2) == 0 ? .newestPayload(query(depth: depth)) : .listed(query(depth: depth))
        }
    }

    mutating func condition(depth: Int, inFilter: Bool = false) -> RuleExpression {
        switch depth <= 0 ? 0 : number(6) {
        case 1: .all((0..<number(4)).map { _ in condition(depth: depth - 1, inFilter: inFilter) })
        case 2: .any((0..<number(4)).map { _ in condition(depth: depth - 1, inFilter: inFilter) })
        case 3: .not(condition(depth: depth - 1, inFilter: inFilter))
        case 4:
            .search(
                RuleSearch.allCases[number(RuleSearch.allCases.count)],
                in: operand(depth: depth - 1, inFilter: inFilter),
                operand(depth: depth - 1, inFilter: inFilter))
        default:
            .comparison(
                RuleComparison.allCases[number(RuleComparison.allCases.count)],
                operand(depth: depth - 1, inFilter: inFilter), operand(depth: depth - 1, inFilter: inFilter))
        }
    }

    mutating func facts() -> RecordedFacts {
        var facts = RecordedFacts()
        for name in names {
            if number(4) > 0 { facts.set(value(), forParameter: name) }
            for _ in 0..<number(12) { facts.donate(value(), to: name, at: second(number(500) - 450)) }
        }
        return facts
    }
}
