import Attendance
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import Workplace
import WorkplaceFixtures

@testable import WorkplaceAPI

/// The rules of attendance over HTTP; the fixture's contract compares each answer with the API's description.
@Suite(.timeLimit(.minutes(1)))
struct AttendanceRulesTests {
    private static let path = "/api/v1/sites/berlin/attendance-rules"

    @Test func `an administrator looks at the effect of rules, saves them from a month, and sees them`()
        async throws
    {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let found = try await bench.get(Self.path, as: ann)
            #expect(found.status == 200)
            #expect(found["presets"]?.elements.count == WorkRulesPreset.all.count)
            #expect(found["countries.0.id"] == "france")
            #expect(found["retention.due"]?.elements.isEmpty == true)
            let revision = try #require(found["revision"]?.number)
            let effect = try await bench.post(
                "\(Self.path)/effect", #"{"rules": {"preset": "japan"}, "dayChangeHour": 4}"#, as: ann)
            #expect(effect.status == 200)
            #expect(effect["changes"]?.elements.isEmpty == true && effect["closed"] == false)
            let unlawful = try await bench.post(
                "\(Self.path)/effect", #"{"rules": {"preset": "japan", "rounding": "day-quarter-hour"}}"#,
                as: ann)
            #expect(unlawful.code == "draft-mistakes")
            #expect(unlawful.errors == ["/workRules/rounding value"])
            let body =
                #"{"seen": \#(revision), "document": {"workRules": [{"from": "2027-01", "preset": "japan"}]}}"#
            let saved = try await bench.put(Self.path, body, as: ann)
            #expect(saved.status == 200)
            let again = try await bench.get(Self.path, as: ann)
            #expect(again["document.workRules.0.from"] == "2027-01")
            #expect(again["revision"] == saved["number"])
            #expect(try await bench.put(Self.path, body, as: ann).code == "menu-changed")
            #expect(
                try await bench.get("/api/v1/sites/atlantis/attendance-rules", as: ann).code == "unknown-site"
            )
        }
    }

    @Test func `W119: a rule of retention is looked at before it holds, and one below the floor is refused`()
        async throws
    {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            func look(_ rule: String) async throws -> Answer {
                try await bench.post(
                    "\(Self.path)/retention-effect", #"{"attendanceRetention": \#(rule)}"#, as: ann)
            }
            #expect(try await look(#"{"country": "japan", "payday": 25}"#)["due"]?.elements.isEmpty == true)
            let low = try await look(#"{"country": "japan", "years": 2, "payday": 25}"#)
            #expect(low.errors == ["/attendanceRetention/years value"])
            #expect(
                try await look(#"{"country": "france"}"#).errors == ["/attendanceRetention/payday required"])
        }
    }
}
