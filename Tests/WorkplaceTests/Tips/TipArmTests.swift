import TestSupport
import Testing

@testable import Workplace

/// What is said of the arms of an experiment, whose numbers are told in whole fives.
struct TipArmTests {
    private struct Group: Hashable {
        let people: Int
        let reached: Int

        var told: TipStatistics.Arm { TipStatistics.Arm(telling: reached, of: people) }
    }

    private static func anyGroup(_ random: inout SplitMix64) -> Group {
        let people = Int.random(in: 1...400, using: &random)
        return Group(people: people, reached: Int.random(in: 0...people, using: &random))
    }

    @Test(arguments: [
        (20, 10, 20, 10), (24, 14, 20, 10), (25, 20, 25, 20), (9, 0, 5, 0), (9, 9, 5, 5), (0, 0, 0, 0),
    ])
    func `numbers are cut down to whole fives`(people: Int, reached: Int, toldPeople: Int, toldReached: Int) {
        let told = TipStatistics.Arm(telling: reached, of: people)
        #expect(told == .init(people: toldPeople, reached: toldReached))
    }

    @Test(arguments: [(4, 0), (20, 4), (20, 16), (4, 4)])
    func `few who reached the goal, or who did not, are not told, and no share of them`(
        people: Int, reached: Int
    ) {
        let told = TipStatistics.Arm(telling: reached, of: people)
        #expect(told.reached == nil || told.people == nil)
        #expect(told.share == nil)
        #expect(told.difference(from: .init(people: 50, reached: 25)) == nil)
        #expect(TipStatistics.Arm(people: 50, reached: 25).difference(from: told) == nil)
    }

    @Test(arguments: [(0, 0, nil), (20, 0, 0), (20, 20, 1), (100, 50, 52 / 102)] as [(Int, Int, Double?)])
    func `a share is that of the numbers in the middle`(people: Int, reached: Int, share: Double?) {
        #expect(TipStatistics.Arm(people: people, reached: reached).share == share)
    }

    @Test func `TA5: the bounds hold for the true numbers, whatever they are`() throws {
        var random = SplitMix64(seed: 39)
        var compared = 0
        for _ in 0..<2_000 {
            let (one, other) = (Self.anyGroup(&random), Self.anyGroup(&random))
            guard let difference = one.told.difference(from: other.told) else { continue }
            let trueOne = try #require(Proportion(one.reached, of: one.people))
            let trueOther = try #require(Proportion(other.reached, of: other.people))
            let interval = trueOne.difference(from: trueOther).interval
            #expect(difference.low <= interval.lowerBound, "\(one) \(other)")
            #expect(difference.high >= interval.upperBound, "\(one) \(other)")
            #expect((difference.low...difference.high).contains(difference.estimate), "\(one) \(other)")
            compared += 1
        }
        #expect(compared > 1_000)
    }

    // Least and greatest by hand: of 100 to 104 people 50 to 54, of 20 to 24 people 10 to 14.
    @Test func `the bounds are no wider than the numbers behind the told ones`() throws {
        let difference = try #require(
            TipStatistics.Arm(people: 100, reached: 50).difference(from: .init(people: 20, reached: 10)))
        let least = try #require(Proportion(50, of: 104))
        let greatest = try #require(Proportion(54, of: 100))
        let most = try #require(Proportion(14, of: 20))
        let fewest = try #require(Proportion(10, of: 24))
        #expect(difference.low == least.difference(from: most).interval.lowerBound)
        #expect(difference.high == greatest.difference(from: fewest).interval.upperBound)
    }

    // Cut down, the holdout loses a larger part of its share: compared like that, the first of these found an effect in one
    // of five experiments.
    @Test(arguments: [(180, 20, 50), (450, 50, 20), (900, 100, 30), (20, 180, 50)])
    func
        `TA5: a tip that changes nothing is hardly ever found to change something, however unequal the arms are`(
            exposed: Int, holdout: Int, percent: Int
        )
    {
        var random = SplitMix64(seed: 10)
        var known: [[TipStatistics.Arm]: TipStatistics.Difference?] = [:]
        func group(of people: Int) -> TipStatistics.Arm {
            let reached = (0..<people).count { _ in Int.random(in: 0..<100, using: &random) < percent }
            return TipStatistics.Arm(telling: reached, of: people)
        }
        var (compared, more, fewer) = (0, 0, 0)
        for _ in 0..<1_000 {
            let arms = [group(of: exposed), group(of: holdout)]
            let told = known[arms] ?? arms[0].difference(from: arms[1])
            known[arms] = .some(told)
            guard let told else { continue }
            compared += 1
            more += told.low > 0 ? 1 : 0
            fewer += told.high < 0 ? 1 : 0
        }
        #expect(compared > 900)
        #expect(more * 40 <= compared, "in at most 2.5 of 100")
        #expect(fewer * 40 <= compared, "in at most 2.5 of 100")
    }
}
