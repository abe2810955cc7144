import TestSupport
import Testing
import TipRules

struct RuleExpressionTests {
    private func holds(_ expression: RuleExpression, _ facts: RecordedFacts, at now: RuleTime = second(0))
        -> Bool
    {
        expression.answer(from: facts, at: now).holds
    }

    private func visits(_ list: [(String, Int)]) -> RecordedFacts {
        var facts = RecordedFacts()
        for (area, time) in list { facts.donate(visit(area), to: "visit", at: second(time)) }
        return facts
    }

    private func isMore(_ left: RuleExpression, _ right: Int64) -> RuleExpression {
        .comparison(.greater, left, .constant(.integer(right)))
    }

    @Test func `T38 T39: all rules must hold, and none are fulfilled`() {
        #expect(holds(.all([]), RecordedFacts()))
        #expect(!holds(.any([]), RecordedFacts()))
        let (yes, no) = (RuleExpression.constant(.boolean(true)), RuleExpression.constant(.boolean(false)))
        #expect(holds(.all([yes, yes]), RecordedFacts()))
        #expect(!holds(.all([yes, no]), RecordedFacts()))
        #expect(holds(.any([no, yes]), RecordedFacts()))
        #expect(holds(.not(no), RecordedFacts()))
    }

    @Test func `T44: compound operations combine and negate`() {
        let rule = RuleExpression.any([
            .comparison(.equal, .parameter("role"), .constant(.text("cook"))),
            .all([.parameter("isAdmin"), .not(.parameter("isGuest"))]),
        ])
        var facts = RecordedFacts()
        #expect(!holds(rule, facts))
        facts.set(.boolean(true), forParameter: "isAdmin")
        #expect(holds(rule, facts))
        facts.set(.boolean(true), forParameter: "isGuest")
        #expect(!holds(rule, facts))
        facts.set(.text("cook"), forParameter: "role")
        #expect(holds(rule, facts))
    }

    @Test func `T54 T55: donations are counted`() {
        let rule = isMore(.count(.all(of: "visit")), 2)
        #expect(!holds(rule, visits([("a", -1), ("a", -2)])))
        #expect(holds(rule, visits([("a", -1), ("a", -2), ("b", -3)])))
        #expect(!holds(rule, RecordedFacts()))
    }

    @Test func `T59 T68 TD14: a window has its first moment and ends now`() {
        let rule = isMore(.count(.within(.minutes(1), .all(of: "visit"))), 0)
        let facts = visits([("a", -60)])
        let answer = rule.answer(from: facts, at: second(0))
        #expect(answer.holds)
        #expect(answer.nextChange == second(0).advanced(byMicroseconds: 1))
        #expect(!holds(rule, facts, at: second(0).advanced(byMicroseconds: 1)))
        #expect(rule.nextDifference(from: facts, after: second(-60)) == second(0).advanced(byMicroseconds: 1))
    }

    @Test func `TD14: a clock that went back puts no donation into the future`() {
        let rule = isMore(.count(.within(.hours(1), .all(of: "visit"))), 0)
        let facts = visits([("a", 100)])
        #expect(holds(rule, facts, at: second(0)))
        #expect(
            rule.nextDifference(from: facts, after: second(0)) == second(3_700).advanced(byMicroseconds: 1))
    }

    @Test(arguments: [
        (RuleWindow.minutes(2), 120), (.hours(1), 3_600), (.days(3), 259_200), (.weeks(1), 604_800),
    ])
    func `T60: windows come in minutes, hours, days and weeks`(window: RuleWindow, seconds: Int) {
        #expect(window.microseconds == Int64(seconds) * 1_000_000)
    }

    @Test func `T60: a window longer than time is as long as time`() {
        #expect(RuleWindow.weeks(.max).microseconds == .max)
        #expect(RuleWindow.weeks(.min).microseconds == 0)
        let rule = isMore(.count(.within(.weeks(.max), .all(of: "visit"))), 0)
        let answer = rule.answer(from: visits([("a", -5)]), at: second(0))
        #expect(answer.holds)
        #expect(answer.nextChange == nil)
    }

    @Test func `T61: donations are filtered by members of their payload`() {
        let isSouth = RuleExpression.comparison(
            .equal, .member("area", of: .payload), .constant(.text("south")))
        let facts = visits([("south", -3), ("north", -2), ("south", -1)])
        let answer = RuleExpression.count(.filtered(.all(of: "visit"), where: isSouth))
            .answer(from: facts, at: second(0))
        #expect(answer.value == .integer(2))
        let recent = RuleExpression.comparison(
            .less, .arithmetic(.minus, .now, .donationTime), .constant(.number(2.5)))
        let young = RuleExpression.count(.filtered(.all(of: "visit"), where: recent))
        #expect(young.answer(from: facts, at: second(0)).value == .integer(2))
        #expect(
            young.nextDifference(from: facts, after: second(0)) == second(0).advanced(byMicroseconds: 500_000)
        )
    }

    @Test func `T62 T63 T64 TD14: subsets by a member, ties to the group whose first donation is oldest`() {
        let facts = visits([("b", -50), ("a", -40), ("a", -30), ("b", -20), ("c", -10)])
        func newest(_ query: DonationQuery) -> RuleValue {
            RuleExpression.member("area", of: .newestPayload(query)).answer(from: facts, at: second(0)).value
        }
        func count(_ query: DonationQuery) -> RuleValue {
            RuleExpression.count(query).answer(from: facts, at: second(0)).value
        }
        #expect(newest(.largestSubset(.all(of: "visit"), by: ["area"])) == .text("b"))
        #expect(count(.largestSubset(.all(of: "visit"), by: ["area"])) == .integer(2))
        #expect(newest(.smallestSubset(.all(of: "visit"), by: ["area"])) == .text("c"))
        let recent = DonationQuery.within(RuleWindow(microseconds: 45_000_000), .all(of: "visit"))
        #expect(newest(.largestSubset(recent, by: ["area"])) == .text("a"))
        #expect(newest(.smallestSubset(recent, by: ["area"])) == .text("b"))
        #expect(count(.largestSubset(.all(of: "nothing"), by: ["area"])) == .integer(0))
        #expect(count(.smallestSubset(.all(of: "nothing"), by: ["area"])) == .integer(0))
    }

    @Test func `T55 T56: a history with a greatest age shows nothing older`() {
        var facts = RecordedFacts()
        var history = DonationHistory()
        for time in [-100, -50, -1] { history.append(.null, at: second(time)) }
        history.maximumAge = .minutes(1)
        facts.set(history, forEvent: "visit")
        let count = RuleExpression.count(.all(of: "visit"))
        #expect(count.answer(from: facts, at: second(0)).value == .integer(2))
        #expect(count.nextDifference(from: facts, after: second(0)) == second(10).advanced(byMicroseconds: 1))
    }

    @Test func `T47: comparisons, searches and arithmetic over mixed kinds`() {
        func value(_ expression: RuleExpression) -> RuleValue {
            expression.answer(from: RecordedFacts(), at: second(0)).value
        }
        func constant(_ value: RuleValue) -> RuleExpression { .constant(value) }
        let (two, half) = (constant(.integer(2)), constant(.number(0.5)))
        #expect(value(.comparison(.equal, two, constant(.number(2)))) == .boolean(true))
        #expect(value(.comparison(.less, half, two)) == .boolean(true))
        #expect(value(.comparison(.less, constant(.text("a")), two)) == .boolean(false))
        #expect(value(.comparison(.notEqual, constant(.text("a")), two)) == .boolean(true))
        #expect(
            value(.comparison(.equal, constant(.number(.nan)), constant(.number(.nan)))) == .boolean(false))
        #expect(value(.arithmetic(.plus, two, half)) == .number(2.5))
        #expect(value(.arithmetic(.dividedBy, two, constant(.integer(0)))) == .null)
        #expect(value(.arithmetic(.times, constant(.integer(.max)), two)) == .null)
        #expect(value(.arithmetic(.remainder, constant(.integer(7)), two)) == .integer(1))
        let list = constant(.list([.integer(1), .text("x")]))
        #expect(value(.search(.contains, in: list, constant(.number(1)))) == .boolean(true))
        #expect(
            value(.search(.contains, in: constant(.text("café")), constant(.text("af")))) == .boolean(true))
        #expect(
            value(.search(.hasSuffix, in: constant(.text("café")), constant(.text("é")))) == .boolean(true))
        #expect(
            value(.search(.hasPrefix, in: constant(.text("café")), constant(.text("fé")))) == .boolean(false))
        #expect(value(.length(list)) == .integer(2))
        #expect(value(.otherwise(.parameter("none"), two)) == .integer(2))
        #expect(value(.arithmetic(.minus, .now, constant(.time(second(-3))))) == .number(3))
    }

    @Test(arguments: UInt64(0)..<8)
    func `T68: before its next change no answer changes by time alone`(seed: UInt64) {
        var maker = RandomRules(seed: seed)
        var changes = 0
        for _ in 0..<400 {
            let (rule, facts) = (maker.condition(depth: 3), maker.facts())
            let now = second(0)
            let answer = rule.answer(from: facts, at: now)
            let end = answer.nextChange ?? second(100_000)
            #expect(end > now)
            var moments = [
                end.advanced(byMicroseconds: -1),
                RuleTime(microseconds: (now.microseconds + end.microseconds) / 2),
            ]
            moments.append(now.advanced(byMicroseconds: Int64(maker.number(1_000_000_000))))
            for moment in moments where moment > now && moment < end {
                #expect(rule.answer(from: facts, at: moment).value == answer.value, "\(rule)")
            }
            if answer.nextChange != nil { changes += 1 }
        }
        #expect(changes > 0)
    }

    @Test func `T68 TD7: time that is scaled is asked again when it crosses, not at every moment`() {
        func times(_ rule: RuleExpression) -> (steps: Int, crossing: RuleTime?) {
            var (now, steps) = (second(0), 0)
            let first = rule.answer(from: RecordedFacts(), at: now)
            var next = first.nextChange
            while let moment = next, steps < 1_000 {
                (now, steps) = (moment, steps + 1)
                let answer = rule.answer(from: RecordedFacts(), at: moment)
                if answer.value != first.value { return (steps, moment) }
                next = answer.nextChange
            }
            return (steps, nil)
        }
        func constant(_ number: Double) -> RuleExpression { .constant(.number(number)) }
        let elapsed = RuleExpression.arithmetic(.minus, .now, .constant(.time(second(0))))
        let days = RuleExpression.arithmetic(.dividedBy, elapsed, constant(86_400))
        let doubled = RuleExpression.arithmetic(.times, constant(2), elapsed)
        let left = RuleExpression.arithmetic(.minus, constant(100), .arithmetic(.times, elapsed, constant(3)))
        for (rule, seconds) in [
            (RuleExpression.comparison(.greaterOrEqual, days, constant(3)), 3 * 86_400),
            (.comparison(.greaterOrEqual, doubled, constant(7_200)), 3_600),
            (.comparison(.lessOrEqual, left, constant(10)), 30),
        ] {
            let (steps, crossing) = times(rule)
            #expect(steps < 12)
            #expect(crossing == second(seconds))
        }
        // What has no product, and what does not move, is never asked again.
        let never: [RuleExpression] = [
            .arithmetic(.times, .now, constant(2)), .arithmetic(.remainder, elapsed, constant(2)),
            .arithmetic(.dividedBy, elapsed, constant(0)), .arithmetic(.times, elapsed, constant(0)),
        ]
        for rule in never {
            let compared = RuleExpression.comparison(.greater, rule, constant(1))
            #expect(compared.answer(from: RecordedFacts(), at: second(5)).nextChange == nil)
        }
    }

    @Test func `T41: dependencies name what is read, once each`() {
        let rule = RuleExpression.all([
            .parameter("p"), .comparison(.equal, .count(.within(.days(1), .all(of: "e"))), .parameter("q")),
            .not(
                .comparison(
                    .less,
                    .count(.filtered(.all(of: "f"), where: .comparison(.equal, .payload, .parameter("r")))),
                    .count(.all(of: "e")))),
        ])
        #expect(rule.dependencies.parameters == ["p", "q", "r"])
        #expect(rule.dependencies.events == ["e", "f"])
    }

    @Test func `TA2: an explanation holds the values and the part that decided`() {
        var facts = visits([("a", -1)])
        facts.set(.boolean(true), forParameter: "p")
        let rule = RuleExpression.all([.parameter("p"), isMore(.count(.all(of: "visit")), 3)])
        let explanation = rule.explanation(from: facts, at: second(0))
        #expect(!explanation.holds)
        #expect(explanation.decisivePart == 1)
        #expect(explanation.parts[0].holds)
        #expect(explanation.parts[1].parts.map(\.value) == [.integer(1), .integer(3)])
    }
}
