import JSON
import TestSupport
import Testing
import TipRules

import TipCatalogues

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
            .count(
                .within(
                    .days(3),
                    .filtered(
                        .all(of: "e"),
                        where: .comparison(
                            .equal, .member("area", of: .payload), .constant(.text("south")))))),
            .constant(.integer(2))),
        .comparison(.less, .arithmetic(.minus, .now, .newest(.all(of: "e"))), .constant(.number(0.5))),
        .search(.contains, in: .constant(.list([.integer(1), .null])), .length(.parameter("p"))),
        .otherwise(.parameter("p"), .constant(.record([RuleField("a", .time(second(3)))]))),
        .comparison(
            .equal, .oldest(.largestSubset(.all(of: "e"), by: ["a", "b"])), .constant(.number(.infinity))),
        .comparison(
            .notEqual, .newestPayload(.smallestSubset(.all(of: "e"), by: ["a"])), .listed(.all(of: "f"))),
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
            #"{">": [{"count": {"event": "visit", "steps": [{"within": 259200}, {"where": {"==": [{"member": ["area", {"donation": "payload"}]}, "south"]}}]}}, 2]}"#
        )
        let isSouth = RuleExpression.comparison(
            .equal, .member("area", of: .payload), .constant(.text("south")))
        #expect(
            rule
                == .comparison(
                    .greater, .count(.filtered(.within(.days(3), .all(of: "visit")), where: isSouth)),
                    .constant(.integer(2))))
    }

    @Test(
        arguments: [
            (#"{ "count": "visit" }"#, .count(.all(of: "visit"))),
            (
                #"{ "donated": "visit" }"#,
                .comparison(.greater, .count(.all(of: "visit")), .constant(.integer(0)))
            ),
            (
                #"{ "count": { "where": { "payload": "isNew" }, "event": "visit", "within": { "days": 3 } } }"#,
                .count(.filtered(.within(.days(3), .all(of: "visit")), where: .member("isNew", of: .payload)))
            ),
            (
                #"{ "count": { "event": "visit", "steps": [ { "largest": "area" }, { "within": { "hours": 12, "minutes": 30 } } ] } }"#,
                .count(.within(.minutes(750), .largestSubset(.all(of: "visit"), by: ["area"])))
            ),
            (#"{ "parameter": ["shop", "isOpen"] }"#, .member("isOpen", of: .parameter("shop"))),
            (
                #"{ "<": [ { "newest": "visit" }, { "ago": { "weeks": 1 } } ] }"#,
                .comparison(
                    .less, .newest(.all(of: "visit")), .arithmetic(.minus, .now, .constant(.number(604_800))))
            ),
            (
                #"{ "contains": [ ["a", "b"], { "parameter": "p" } ] }"#,
                .search(.contains, in: .constant(.list([.text("a"), .text("b")])), .parameter("p"))
            ),
            (
                #"{ ">": [ { "clock": "now" }, { "time": "2026-11-22T08:00:00Z" } ] }"#,
                .comparison(.greater, .now, .constant(.time(RuleTime(microseconds: 1_795_334_400_000_000))))
            ),
        ] as [(String, RuleExpression)])
    func `TA1: what is said often has a short form`(text: String, rule: RuleExpression) throws {
        #expect(try read(text) == rule)
    }

    @Test(arguments: [
        (
            RuleExpression.count(.within(.days(3), .all(of: "e"))),
            #"{"count":{"event":"e","within":{"days":3}}}"#
        ),
        (.newest(.all(of: "e")), #"{"newest":"e"}"#),
        (.member("b", of: .member("a", of: .parameter("p"))), #"{"parameter":["p","a","b"]}"#),
        (
            .count(.within(.weeks(1), .largestSubset(.all(of: "e"), by: ["a"]))),
            #"{"count":{"event":"e","steps":[{"largest":"a"},{"within":{"weeks":1}}]}}"#
        ),
    ])
    func `TA1: what is written is what a person would write`(rule: RuleExpression, written: String) throws {
        #expect(try text(rule) == written)
    }

    @Test(arguments: [
        #"{"count": {"event": "e", "within": 1, "steps": []}}"#, #"{"count": {"event": "e", "within": {}}}"#,
        #"{"count": {"event": "e", "within": {"years": 1}}}"#, #"{"count": 3}"#, #"{"parameter": []}"#,
        #"{"ago": "yesterday"}"#, #"{"time": "2026-13-01"}"#, #"{"payload": "a"}"#,
        #"{"does": 1}"#, #"{"==": [1]}"#, #"{"count": {}}"#, #"{"count": {"event": "e", "steps": [{}]}}"#,
        #"{}"#,
        #"{"donation": "payload"}"#, #"{"not": true, "all": []}"#, #"{"member": [1, 2]}"#,
        #"{"count": {"event": "e", "stepz": []}}"#,
        #"{"count": {"event": "e", "steps": [{"within": -1}]}}"#, #"{"clock": "then"}"#,
        #"{"number": "many"}"#,
        #"{"count": {"event": "e", "steps": [{"where": {"count": {"event": "f"}}}]}}"#,
    ])
    func `TA1: mistakes are reported, and make no rule`(text: String) {
        #expect(throws: JSONMistakes.self) { try read(text) }
    }

    @Test func `TA1: more steps than a rule has levels are refused before a tree is made of them`() {
        let steps = Array(repeating: #"{"within":1}"#, count: 100_000).joined(separator: ",")
        #expect(throws: JSONMistakes.self) { try read(#"{"count":{"event":"e","steps":[\#(steps)]}}"#) }
    }

    @Test func `TD24: a rule of this process is not written`() {
        #expect(throws: RuleError.local) { try text(.derived(LocalFunction(number: 1), of: .parameter("p"))) }
    }
}
