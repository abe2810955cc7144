import Testing

@testable import Workplace

struct SmallGroupsTests {
    @Test(arguments: [(0, 0), (1, nil), (4, nil), (5, 5)] as [(Int, Int?)])
    func `one to four people are hidden`(people: Int, shown: Int?) {
        #expect(SmallGroups.shown(people) == shown)
        #expect(SmallGroups.shown("anything", about: people) == shown.map { _ in "anything" })
    }

    @Test(
        arguments: [
            ([10, 6], [10, 6]), ([10, 6, 0], [10, 6, 0]), ([0, 0], [0, 0]), ([], []),
            ([10, 6, 3], [10, nil, nil]), ([10, 6, 6, 3, 0], [10, nil, nil, nil, 0]),
            ([10, 3], [nil, nil]), ([3], [nil]), ([10, 0, 2], [nil, nil, nil]),
            ([1, 1, 1, 1, 1], [nil, nil, nil, nil, nil]),
        ] as [([Int], [Int?])])
    func `with a small group the groups of the next size are hidden, or all`(groups: [Int], shown: [Int?]) {
        #expect(SmallGroups.shown(groups) == shown)
    }

    @Test(arguments: [(2, 26), (3, 20), (4, 12)])
    func `a reader who knows the total and the rule cannot compute a hidden size`(count: Int, limit: Int) {
        var readings: [Reading: [Set<Int>]] = [:]
        for groups in Self.allGroups(count, below: limit) {
            let total = groups.reduce(0, +)
            // All alternatives with the same total must be among the groups that are tried.
            guard (TipStatistics.hiddenBelow..<limit).contains(total) else { continue }
            let shown = SmallGroups.shown(groups)
            #expect(zip(groups, shown).allSatisfy { $1 == nil || ($1 == $0 && !(1...4).contains($0)) })
            var values = readings[Reading(total: total, shown: shown)] ?? groups.map { _ in [] }
            for place in groups.indices { values[place].insert(groups[place]) }
            readings[Reading(total: total, shown: shown)] = values
        }
        #expect(readings.count > 50)
        for (reading, values) in readings {
            for (shown, values) in zip(reading.shown, values) where shown == nil {
                #expect(values.count > 1, "\(reading)")
            }
        }
    }

    private struct Reading: Hashable {
        let total: Int
        let shown: [Int?]
    }

    private static func allGroups(_ count: Int, below limit: Int) -> [[Int]] {
        (0..<count).reduce([[]]) { all, _ in all.flatMap { groups in (0..<limit).map { groups + [$0] } } }
    }
}
