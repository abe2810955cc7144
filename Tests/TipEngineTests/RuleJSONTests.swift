import JSON
import TestSupport
import Testing
import TipRules

@testable import TipEngine

struct RuleJSONTests {
    private func text(_ rule: RuleExpression) throws -> String {
        var json = JSONWriter()
        try rule.write(to: &json)
        return json.text
    }

    private func read(_ text: String) throws -> RuleExpression {
        try JSONValue(parsing: Array(text.utf8)).read { RuleExpression($0) }
    }

    private static let rules: [RuleExpression] = [
        .all([.parameter("p"), .not(.any([]))]),
        .comparison(
            .greater,
            .count(.within(.days(3), .filtered(.all(of: "e"), where: .comparison(
                .equal, .member("area", of: .payload), .constant(.text("south")))))),
            .constant(.integer(2))),
        .comparison(.less, .arithmetic(.minus, .now, .newest(.all(of: "e"))), .constant(.number(0.5))),
        .search(.contains, in: .constant(.list([.integer(1), .null])), .length(.parameter("p"))),
        .otherwise(.parameter("p"), .constant(.record([RuleField("a", .time(second(3)))]))),
        .comparison(.equal, .oldest(.largestSubset(.all(of: "e"), by: ["a", "b"])), .constant(.number(.infinity))),
        .comparison(.notEqual, .newestPayload(.smallestSubset(.all(of: "e"), by: ["a"])), .listed(.all(of: "f"))),
        .count(.filtered(.all(of: "e"), where: .comparison(.lessOrEqual, .donationTime, .now))),
        .count(.within(RuleWindow(microseconds: 1_500_000), .all(of: "e"))),
        .search(.hasPrefix, in: .parameter("p"), .constant(.text("time"))),
        .arithmetic(.remainder, .constant(.boolean(true)), .constant(.null)),
    ]

    @Test(arguments: rules)
    func `TA1: a rule comes back from JSON as it was`(rule: RuleExpression) throws {
        let text = try text(rule)
        #expect(try read(text) == rule, "\(text)")
    }

    @Test func `TA1: what is written by hand reads as it looks`() throws {
        let rule = try read(
            #"{">": [{"count": {"event": "visit", "steps": [{"within": 259200}, {"where": {"==": [{"member": ["area", {"donation": "payload"}]}, "south"]}}]}}, 2]}"#)
        let isSouth = RuleExpression.comparison(.equal, .member("area", of: .payload), .constant(.text("south")))
        #expect(
            rule
                == .comparison(
                    .greater, .count(.filtered(.within(.days(3), .all(of: "visit")), where: isSouth)),
                    .constant(.integer(2))))
    }

    @Test(arguments: [
        #"{"does": 1}"#, #"{"==": [1]}"#, #"{"count": {}}"#, #"{"count": {"event": "e", "steps": [{}]}}"#, #"{}"#,
        #"{"donation": "payload"}"#, #"{"not": true, "all": []}"#, #"{"member": [1, 2]}"#, #"{"count": {"event": "e", "stepz": []}}"#,
        #"{"count": {"event": "e", "steps": [{"within": -1}]}}"#, #"{"clock": "then"}"#, #"{"number": "many"}"#,
        #"{"count": {"event": "e", "steps": [{"where": {"count": {"event": "f"}}}]}}"#,
    ])
    func `TA1: mistakes are told, and make no rule`(text: String) {
        #expect(throws: JSONMistakes.self) { try read(text) }
    }

    @Test func `TD24: a rule of this process is not written`() {
        #expect(throws: RuleError.local) { try text(.derived(LocalFunction(number: 1), of: .parameter("p"))) }
    }
}
