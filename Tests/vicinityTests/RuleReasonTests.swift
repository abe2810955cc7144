import Essentials
import Foundation
import JSON
import Testing
import TipCatalogues
import TipRules

@testable import vicinity

struct RuleReasonTests {
    private func clock() throws -> WallClock {
        WallClock(
            for: try #require(LanguageTag("en-US")),
            machine: try #require(TimeZone(identifier: "Europe/Berlin")))
    }

    /// A rule of a catalogue in words.
    private func claim(_ rule: String) throws -> String {
        let expression = try JSONValue(parsing: Array(rule.utf8)).read { RuleExpression($0) }
        return RuleWords(clock: try clock()).claim(expression).replacing("\u{202F}", with: " ")
    }

    /// The lines of what holds a tip back.
    private func lines(_ hold: String) throws -> [String] {
        let reason = RuleReason(words: RuleWords(clock: try clock()))
        return try JSONValue(parsing: Array(hold.utf8)).read { reason.lines($0) }
    }

    @Test(arguments: [
        (#"{ "parameter": "isFollowed" }"#, "“isFollowed” is true"),
        (#"{ "not": { "parameter": ["shop", "isOpen"] } }"#, "“isOpen” of “shop” is not true"),
        (#"{ "==": [ { "parameter": "area" }, "south" ] }"#, "“area” is “south”"),
        (#"{ "!=": [ { "parameter": "area" }, null ] }"#, "“area” is not nothing"),
        (#"{ "<": [ { "parameter": "a" }, { "parameter": "b" } ] }"#, "“a” is less than “b”"),
        (#"{ "<=": [ { "parameter": "a" }, 0.5 ] }"#, "“a” is at most 0.5"),
        (#"{ ">": [ { "parameter": "a" }, 2.0 ] }"#, "“a” is more than 2"),
        (#"{ ">=": [ { "parameter": "a" }, -1 ] }"#, "“a” is at least -1"),
        (#"{ "contains": [ { "parameter": "a" }, "x" ] }"#, "“a” contains “x”"),
        (#"{ "hasPrefix": [ { "parameter": "a" }, "x" ] }"#, "“a” begins with “x”"),
        (#"{ "hasSuffix": [ { "parameter": "a" }, "x" ] }"#, "“a” ends with “x”"),
        (#"{ "contains": [ ["x", 2], { "parameter": "a" } ] }"#, "the list of “x”, 2 contains “a”"),
        (#"{ "contains": [ [], { "parameter": "a" } ] }"#, "an empty list contains “a”"),
        (#"{ "==": [ { "parameter": "a" }, { "record": { "m": true } } ] }"#, "“a” is (“m”: true)"),
        (#"false"#, "it is never so"), (#"true"#, "it is always so"), (#"{ "all": [] }"#, "it is always so"),
        (#"{ "any": [] }"#, "it is never so"),
        (#"{ "any": [ { "parameter": "a" }, { "parameter": "b" } ] }"#, "(“a” is true or “b” is true)"),
        (#"{ "not": { "<": [ { "parameter": "a" }, 1 ] } }"#, "it is not so that “a” is less than 1"),
        (#"{ "==": [ { "<": [ { "parameter": "a" }, 1 ] }, true ] }"#, "whether “a” is less than 1 is true"),
    ])
    func `TA2: a rule over values is a clause`(rule: String, words: String) throws {
        #expect(try claim(rule) == words)
    }

    @Test(arguments: [
        (#"{ "+": [ { "parameter": "a" }, 1 ] }"#, "(“a” + 1)"), (#"{ "-": [ 3, 1 ] }"#, "(3 − 1)"),
        (#"{ "*": [ { "parameter": "a" }, { "/": [ 4, 2 ] } ] }"#, "(“a” × (4 ÷ 2))"),
        (#"{ "%": [ { "parameter": "a" }, 2 ] }"#, "(“a” modulo 2)"),
        (#"{ "length": { "parameter": "a" } }"#, "the length of “a”"),
        (#"{ "otherwise": [ { "parameter": "a" }, 0 ] }"#, "(“a”, or 0 where there is none)"),
        (#"{ "count": "e" }"#, "the number of “e”"), (#"{ "oldest": "e" }"#, "the first time of “e”"),
        (#"{ "newestPayload": "e" }"#, "what came with the last “e”"),
        (#"{ "listed": "e" }"#, "the list of “e”"),
        (
            #"{ "newest": { "event": "e", "within": { "days": 30 }, "largest": "area" } }"#,
            "the last time of “e” (in the last 30 days, counting only the most frequent “area”)"
        ),
        (
            #"{ "oldest": { "event": "e", "smallest": "area" } }"#,
            "the first time of “e” (counting only the least frequent “area”)"
        ),
        (#"{ "member": [ "area", { "newestPayload": "e" } ] }"#, "“area” of what came with the last “e”"),
    ])
    func `TA2: each value of a rule has a name in a sentence`(value: String, words: String) throws {
        #expect(try claim(#"{ "==": [ \#(value), "x" ] }"#) == "\(words) is “x”")
    }

    @Test(arguments: [
        (#"{ "donated": "e" }"#, "“e” has happened"),
        (#"{ "not": { "donated": "e" } }"#, "it is not so that “e” has happened"),
        (#"{ "==": [ { "count": "e" }, 0 ] }"#, "“e” has not happened"),
        (#"{ "==": [ { "count": "e" }, 1 ] }"#, "“e” has happened exactly 1 time"),
        (#"{ "!=": [ { "count": "e" }, 2 ] }"#, "“e” has not happened exactly 2 times"),
        (#"{ "<": [ { "count": "e" }, 2 ] }"#, "“e” has happened fewer than 2 times"),
        (#"{ "<=": [ { "count": "e" }, 2 ] }"#, "“e” has happened at most 2 times"),
        (#"{ ">": [ { "count": "e" }, 2 ] }"#, "“e” has happened more than 2 times"),
        (
            #"{ ">=": [ { "count": { "event": "e", "within": { "days": 30 } } }, 2 ] }"#,
            "“e” has happened at least 2 times in the last 30 days"
        ),
        (#"{ "donated": { "event": "e", "within": { "days": 1 } } }"#, "“e” has happened in the last day"),
        (
            #"{ "donated": { "event": "e", "within": 90061, "largest": "area" } }"#,
            "“e” has happened in the last 1 day, 1 hour, 1 minute, 1 second, counting only the most frequent “area”"
        ),
        (
            #"{ "donated": { "event": "e", "where": { "==": [ { "payload": "area" }, "south" ] }, "smallest": ["a", "b"] } }"#,
            "“e” has happened, counting only where its “area” is “south”, counting only the least frequent “b” of “a”"
        ),
        (
            #"{ "donated": { "event": "e", "steps": [ { "largest": "area" }, { "within": { "hours": 2 } } ] } }"#,
            "“e” has happened, counting only the most frequent “area”, and of those only the ones of the last 2 hours"
        ),
    ])
    func `TA2: a count has its number and its filter in words`(rule: String, words: String)
        throws
    {
        #expect(try claim(rule) == words)
    }

    @Test(arguments: [
        (
            #"{ "<": [ { "newest": "e" }, { "ago": { "days": 3 } } ] }"#,
            "the last time of “e” is before 3 days ago"
        ),
        (
            #"{ ">=": [ { "clock": "now" }, { "time": "2026-11-22" } ] }"#,
            "now is not before Nov 22, 2026 at 1:00 AM (Europe/Berlin)"
        ),
        (
            #"{ ">": [ { "+": [ { "clock": "now" }, 60 ] }, { "oldest": "e" } ] }"#,
            "1 minute from now is after the first time of “e”"
        ),
        (
            #"{ "<=": [ { "-": [ { "clock": "now" }, { "newest": "e" } ] }, 60 ] }"#,
            "(now − the last time of “e”) is at most 60"
        ),
        (
            #"{ "donated": { "event": "e", "where": { "<=": [ { "donation": "time" }, { "time": "2026-11-22" } ] } } }"#,
            "“e” has happened, counting only where its time is not after Nov 22, 2026 at 1:00 AM (Europe/Berlin)"
        ),
    ])
    func `TA2: moments are before or after each other, on the machine's clock`(rule: String, words: String)
        throws
    {
        #expect(try claim(rule) == words)
    }

    @Test func `TA2: values that the words lack follow as present values`() throws {
        let hold = #"""
            { "rule": 1, "expression": { "<": [ { "parameter": "a" }, { "parameter": "b" } ] },
              "explanation": { "value": false, "parts": [ { "value": 3, "parts": [] }, { "value": "x", "parts": [] } ] } }
            """#
        #expect(try lines(hold) == ["Rule 2 does not hold: “a” is less than “b”. Now: 3 and “x”."])
        let negation = #"""
            { "rule": 0, "expression": { "not": { "parameter": "a" } },
              "explanation": { "value": false, "parts": [ { "value": true, "parts": [] } ] } }
            """#
        #expect(try lines(negation) == ["Rule 1 does not hold: “a” is not true. Now: true."])
    }

    @Test func `TA2: of a combination each part has a line, with whether it holds`() throws {
        let hold = #"""
            { "rule": 0, "expression": { "all": [ { "parameter": "a" }, { "not": { "any": [ { "parameter": "b" },
                { "==": [ { "parameter": "c" }, 1 ] } ] } } ] },
              "explanation": { "value": false, "parts": [ { "value": true, "parts": [] },
                { "value": false, "parts": [ { "value": true, "parts": [ { "value": null, "parts": [] },
                  { "value": true, "parts": [ { "value": 1, "parts": [] }, { "value": 1, "parts": [] } ] } ] } ] } ] } }
            """#
        #expect(
            try lines(hold) == [
                "Rule 1 does not hold: all of these must be so:",
                "  holds: “a” is true. Now: true.",
                "  does not hold: none of these may be so:",
                "    does not hold: “b” is true. Now: nothing.",
                "    holds: “c” is 1. Now: 1.",
            ])
    }

    @Test func `TA2: about another person the lines have claims and no values`() throws {
        let hold = #"{ "rule": 0, "expression": { "any": [ { "parameter": "a" }, { "donated": "e" } ] } }"#
        #expect(
            try lines(hold) == [
                "Rule 1 does not hold: one of these must be so:", "  “a” is true.", "  “e” has happened.",
            ])
    }

    @Test func `TA2: the deepest possible rule is written to its end`() throws {
        let rule =
            String(repeating: #"{ "not": "#, count: 62) + #"{ "parameter": "a" }"#
            + String(repeating: " }", count: 62)
        let lines = try lines(#"{ "rule": 0, "expression": \#(rule) }"#)
        #expect(lines.count == 1 && lines.first?.hasSuffix("“a” is not true.") == true, "\(lines)")
    }

    @Test(arguments: [
        #"{ "rule": 0, "expression": { "guess": 1 } }"#, #"{ "rule": -1 }"#,
        #"{ "rule": 9223372036854775807 }"#, #"{}"#,
        #"{ "rule": 0, "expression": true, "explanation": { "value": 1 } }"#,
    ])
    func `TA2: an unexpected answer is refused as a whole`(hold: String) {
        #expect(throws: JSONMistakes.self) { try lines(hold) }
    }
}
