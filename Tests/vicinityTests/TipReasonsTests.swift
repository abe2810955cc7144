import Essentials
import JSON
import Testing

@testable import vicinity

struct TipReasonsTests {
    /// The lines that ada reads of an answer about somebody.
    private func lines(_ status: String, about person: String = "ada", _ members: String) throws -> [String] {
        let answer = #"{ "tip": "again", "person": "\#(person)", "status": "\#(status)", \#(members) }"#
        let reasons = TipReasons(for: "ada", in: Zone("Europe/Berlin"))
        return try reasons.text(of: JSONValue(parsing: Array(answer.utf8))).split(separator: "\n").map {
            String($0.replacing("\u{202F}", with: " ").drop { $0 == " " })
        }
    }

    @Test func `TA2: what has ended is told with the reason in words and the time of a clock`() throws {
        let end =
            #""holds": [ { "kind": "invalidated", "reason": "tipClosed", "at": "2026-11-22T08:25:00.508Z" } ]"#
        #expect(
            try lines("invalidated", end) == ["again: has ended.", "You closed it: Nov 22, 2026 at 9:25 AM."])
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

    @Test func `TA2: numbers and times are told to the person`() throws {
        let holds = #"""
            "nextPossible": "2026-11-23T08:24:58.082Z", "holds": [
              { "kind": "displayCount", "count": 1, "most": 3 }, { "kind": "displayDuration", "seconds": 90, "most": 90 },
              { "kind": "frequency", "shown": "other", "until": "2026-11-23T08:24:58.082Z" },
              { "kind": "rule", "rule": 0, "expression": { "donated": "e" }, "explanation": { "parts": [ { "value": 1 }, { "value": 2 } ] } } ]
            """#
        #expect(
            try lines("pending", holds) == [
                "again: waits.", "It was shown 1 time, and may be shown 3 times.",
                "It was shown for 90 seconds, and may be shown for 90 seconds.",
                "The tip other was new to you; the next new one may come: Nov 23, 2026 at 9:24 AM.",
                #"rules[0] does not hold: {"donated":"e"}"#, "its parts are 1, 2",
                "If nothing but time passes, it may be shown again: Nov 23, 2026 at 9:24 AM.",
            ])
    }

    @Test func `TA2 T83: which tip of its group comes before it is told`() throws {
        let holds = #""holds": [ { "kind": "group", "group": "first", "shown": "welcome" } ]"#
        let words = "In the group first, the tip welcome comes first."
        #expect(try lines("pending", holds) == ["again: waits.", words])
    }

    @Test func `TA2: about somebody else the sentences do without what is not told`() throws {
        let holds = #"""
            "withheld": "holdout", "holds": [ { "kind": "invalidated" }, { "kind": "displayCount", "most": 3 },
              { "kind": "displayDuration", "most": 1 }, { "kind": "frequency" }, { "kind": "rule", "rule": 2 } ]
            """#
        #expect(
            try lines("pending", about: "ben", holds) == [
                "again (ben): waits.", "The person is in the holdout of its experiment.",
                "It has ended; when and by what is told to the person alone.",
                "It was shown as often as it may be, 3 times.",
                "It was shown for as long as it may be, 1 second.",
                "Another tip was new to the person a short while ago, and new tips keep a distance.",
                "rules[2] does not hold",
            ])
    }
}
