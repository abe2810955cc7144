import Essentials
import Foundation
import JSON
import Testing

@testable import vicinity

struct TipReasonsTests {
    /// The lines that ada reads of an answer about somebody.
    private func lines(_ status: String, about person: String = "ada", _ members: String) throws -> [String] {
        let answer = #"{ "tip": "again", "person": "\#(person)", "status": "\#(status)", \#(members) }"#
        let clock = WallClock(
            for: try #require(LanguageTag("en-US")),
            machine: try #require(TimeZone(identifier: "Europe/Berlin")))
        let reasons = TipReasons(for: "ada", clock: clock)
        return try reasons.text(of: JSONValue(parsing: Array(answer.utf8))).split(separator: "\n").map {
            String($0.replacing("\u{202F}", with: " ").drop { $0 == " " })
        }
    }

    @Test func `TA2: an ended tip has the reason in words and the time of a clock`() throws {
        let end =
            #""holds": [ { "kind": "invalidated", "reason": "tipClosed", "at": "2026-11-22T08:25:00.508Z" } ]"#
        #expect(
            try lines("invalidated", end) == [
                "again: has ended.", "You closed it: Nov 22, 2026 at 9:25 AM (Europe/Berlin).",
            ])
    }

    @Test(arguments: [
        ("actionPerformed", "You have used what it is about."),
        ("displayCountExceeded", "It was shown as often as it may be."),
        ("displayDurationExceeded", "It was shown for as long as it may be."),
        ("fromTheFuture", "It ended."),
    ])
    func `TA2: each reason has words`(reason: String, words: String) throws {
        let end = #""holds": [ { "kind": "invalidated", "reason": "\#(reason)" } ]"#
        #expect(try lines("invalidated", end).last == words)
    }

    @Test func `TA2: the person sees numbers and times`() throws {
        let holds = #"""
            "nextPossible": "2026-11-23T08:24:58.082Z", "holds": [
              { "kind": "displayCount", "count": 1, "most": 3 }, { "kind": "displayDuration", "seconds": 90, "most": 93600 },
              { "kind": "frequency", "shown": "other", "until": "2026-11-23T08:24:58.082Z" },
              { "kind": "rule", "rule": 0, "expression": { ">": [ { "count": "e" }, 4 ] },
                "explanation": { "value": false, "parts": [ { "value": 1, "parts": [] }, { "value": 4, "parts": [] } ] } } ]
            """#
        #expect(
            try lines("pending", holds) == [
                "again: waits.", "It was shown 1 time, and may be shown 3 times.",
                "It was shown for 1 minute, 30 seconds; it may be shown for 1 day, 2 hours.",
                "The tip other was new to you; the next new one may come: Nov 23, 2026 at 9:24 AM (Europe/Berlin).",
                "Rule 1 does not hold: “e” has happened more than 4 times. Now: 1.",
                "If nothing but time passes, it may be shown from then on: Nov 23, 2026 at 9:24 AM (Europe/Berlin).",
            ])
    }

    @Test func `TA2 T83: the earlier tip of a group is named`() throws {
        let holds = #""holds": [ { "kind": "group", "group": "first", "shown": "welcome" } ]"#
        let words = "In the group first, the tip welcome comes first."
        #expect(try lines("pending", holds) == ["again: waits.", words])
    }

    @Test func `TA2: about another person the recent new tip has no name`() throws {
        let holds = #""holds": [ { "kind": "frequency" } ]"#
        let words = "Another tip was new to the person a short while ago, and new tips keep a distance."
        #expect(try lines("pending", about: "ben", holds) == ["again (ben): waits.", words])
    }

    @Test func `TA2: about another person the sentences have no values`() throws {
        let holds = #"""
            "withheld": "segment", "holds": [ { "kind": "invalidated" }, { "kind": "displayCount", "most": 3 },
              { "kind": "displayDuration", "most": 1 }, { "kind": "frequency" }, { "kind": "rule", "rule": 2 } ]
            """#
        #expect(
            try lines("pending", about: "ben", holds) == [
                "again (ben): is not shown.",
                "It is not meant for this person, or not for this platform.",
                "It has ended; only the person can see when and why.",
                "It was shown as often as it may be, 3 times.",
                "It was shown for as long as it may be: 1 second.",
                "Rule 3 does not hold.",
            ])
    }

    @Test(arguments: [
        ("off", "ada", "It is switched off for everybody."),
        ("segment", "ada", "It is not meant for you, or not for this platform."),
        ("segment", "ben", "It is not meant for this person, or not for this platform."),
    ])
    func `TA2: a tip that somebody does not get does not wait, and comes at no time`(
        withheld: String, person: String, words: String
    ) throws {
        let members = #"""
            "withheld": "\#(withheld)", "nextPossible": "2026-11-23T08:24:58.082Z",
            "holds": [ { "kind": "frequency", "shown": "other", "until": "2026-11-23T08:24:58.082Z" } ]
            """#
        for status in ["pending", "available"] {
            let lines = try lines(status, about: person, members)
            #expect(lines == ["again\(person == "ada" ? "" : " (ben)"): is not shown.", words])
        }
    }

    @Test func `TA2: an ended tip lists no other holds`() throws {
        let holds = #"""
            "nextPossible": "2026-11-23T08:24:58.082Z", "holds": [ { "kind": "invalidated", "reason": "tipClosed" },
              { "kind": "displayCount", "count": 3, "most": 3 }, { "kind": "rule", "rule": 0 },
              { "kind": "frequency", "shown": "other", "until": "2026-11-23T08:24:58.082Z" } ]
            """#
        #expect(
            try lines("invalidated", holds) == [
                "again: has ended.", "You closed it.", "It was shown 3 times, and may be shown 3 times.",
            ])
    }

    @Test func `TA2: no word of a server is a command to the terminal`() throws {
        let holds = #""holds": [ { "kind": "group", "group": "a\u001b[2Jb", "shown": "c\u202ed" } ]"#
        #expect(try lines("pending", holds).last == "In the group a [2Jb, the tip c d comes first.")
    }
}
