import Attendance
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import Workplace
import WorkplaceFixtures

@testable import WorkplaceAPI

/// Months and corrections over HTTP; the fixture's contract compares each answer with the API's description.
@Suite(.timeLimit(.minutes(1)))
struct AttendanceMonthTests {
    private static let address = "/api/v1/attendance"

    @Test
    func `a month has every day, the times and the totals, and comes as a table too`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await punch("in", "a", bench, ada)
            bench.clock.advance(by: .seconds(3_600))
            try await punch("break", "b", bench, ada)
            bench.clock.advance(by: .seconds(600))
            try await punch("out", "c", bench, ada)
            let date = WorkDay.date(at: Fixture.noon, in: Fixture.berlin)
            let month = CalendarMonth(of: date)
            let answer = try await bench.get("\(Self.address)/month", as: ada)
            #expect(answer.status == 200)
            #expect(answer["month"]?.text == month.description)
            #expect(answer["workedSeconds"] == 3_600)
            #expect(answer["breakSeconds"] == 600)
            let day = try #require(answer["days"]?.elements.first { $0.at("date")?.text == date.description })
            #expect(day.at("state") == "complete")
            #expect(day.at("marks")?.elements.map { $0.at("kind") } == ["in", "break", "out"])
            #expect(day.at("stretches")?.elements.map { $0.at("kind") } == ["work", "break"])
            let table = try await bench.get("\(Self.address)/month.csv?month=\(month)", as: ada)
            #expect(table.fields["Content-Type"] == "text/csv; charset=utf-8")
            #expect(String(decoding: table.bytes, as: UTF8.self).hasPrefix("person,name,day,"))
            for text in ["2026", "2026-13", "x", "2026-11-01"] {
                let refused = try await bench.get("\(Self.address)/month?month=\(text)", as: ada)
                #expect(refused.status == 400 || refused.status == 422, "\(text)")
            }
        }
    }

    @Test func `an import of days needs a reason, and a preview does not`() async throws {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            let table = #""name": "x.csv", "csv": "Employee", "map": {"base": "odoo"}"#
            let wrong = [
                "", #", "reason": """#, #", "reason": null"#, #", "reason": " \n ""#,
                #", "reason": "a\u202Eb""#,
            ]
            for reason in wrong {
                let body = "{\(table)\(reason)}"
                let refused = try await bench.post("\(Self.address)/imports", body, as: mia)
                #expect(refused.code == "invalid-request", "\(reason)")
                #expect(refused.errors.map { $0.hasPrefix("/reason ") } == [true], "\(refused.errors)")
            }
            let preview = try await bench.post("\(Self.address)/imports/preview", "{\(table)}", as: mia)
            #expect(preview.status == 200)
            let lines = #"{\#(table), "reason": "new system\nsince Monday"}"#
            #expect(try await bench.post("\(Self.address)/imports/preview", lines, as: mia).status == 200)
            let long = String(repeating: "x", count: 281)
            let refused = try await bench.post(
                "\(Self.address)/imports/preview", #"{\#(table), "reason": "\#(long)"}"#, as: mia)
            #expect(refused.code == "invalid-request")
        }
    }

    @Test
    func `W43: a correction goes from its person to an approver and back`() async throws {
        try await withAPIFixture { bench in
            let (ada, mia) = (try await bench.signIn("ada"), try await bench.signIn("mia"))
            let date = WorkDay.date(at: Fixture.noon, in: Fixture.berlin)
            func ask(_ marks: String, key: String) async throws -> Answer {
                try await bench.post(
                    "\(Self.address)/corrections",
                    #"{"day": "\#(date)", "site": "berlin", "reason": "forgotten", "marks": [\#(marks)]}"#,
                    as: ada,
                    [("Idempotency-Key", key)])
            }
            let lost = try await ask(#"{"kind": "in", "at": "\#(date)T08:00"}"#, key: "a")
            #expect(lost.code == "invalid-times")
            #expect(lost.errors == ["/marks/0/at no-clock-out"])
            let malformed = try await ask(#"{"kind": "in", "at": "8 o'clock"}"#, key: "b")
            #expect(malformed.code == "invalid-request")
            let times = #"{"kind": "in", "at": "\#(date)T08:00"}, {"kind": "out", "at": "\#(date)T09:30"}"#
            let asked = try await ask(times, key: "c")
            #expect(asked.status == 201)
            #expect(asked["state"] == "waiting")
            let again = try await ask(times, key: "c")
            #expect(again.bytes == asked.bytes)
            #expect(again.fields["Idempotent-Replayed"] == "true")
            #expect(try await ask(times, key: "d").code == "correction-waits")
            let id = try #require(asked["id"]?.text)
            let list = try await bench.get("\(Self.address)/corrections", as: mia)
            #expect(list["waiting.0.id"] == asked["id"])
            let silent = try await bench.post(
                "\(Self.address)/corrections/\(id)/decision", #"{"verdict": "reject"}"#, as: mia)
            #expect(silent.errors == ["/reason required"])
            let decided = try await bench.post(
                "\(Self.address)/corrections/\(id)/decision", #"{"verdict": "accept"}"#, as: mia)
            #expect(decided["state"] == "accepted")
            #expect(decided["decision.by.id"] == "mia")
            let month = try await bench.get("\(Self.address)/people/ada/month", as: mia)
            let day = try #require(month["days"]?.elements.first { $0.at("date")?.text == date.description })
            #expect(day.at("corrected") == true)
            #expect(day.at("workedSeconds") == 5_400)
            let export = try await bench.get("\(Self.address)/export", as: mia)
            #expect(export["months"]?.elements.contains { $0.at("person.id") == "ada" } == true)
            #expect(try await bench.get("\(Self.address)/export", as: mia).bytes == export.bytes)
        }
    }

    @Test
    func `W57: people see and export all of their punches, corrections, decisions and reasons`() async throws
    {
        try await withAPIFixture { bench in
            let (ada, mia) = (try await bench.signIn("ada"), try await bench.signIn("mia"))
            try await punch("in", "a", bench, ada)
            bench.clock.advance(by: .seconds(3_600))
            try await punch("out", "b", bench, ada)
            let date = WorkDay.date(at: Fixture.noon, in: Fixture.berlin)
            let asked = try await bench.post(
                "\(Self.address)/corrections",
                #"""
                {"day": "\#(date)", "reason": "the clock was wrong",
                 "marks": [{"kind": "in", "at": "\#(date)T08:00"}, {"kind": "out", "at": "\#(date)T10:00"}]}
                """#, as: ada, [("Idempotency-Key", "c")])
            let id = try #require(asked["id"]?.text)
            _ = try await bench.post(
                "\(Self.address)/corrections/\(id)/decision",
                #"{"verdict": "reject", "reason": "the door says otherwise"}"#, as: mia)
            // On the page: the month has the punches, what was asked, who decided, and why.
            let month = try await bench.get("\(Self.address)/month", as: ada)
            let day = try #require(month["days"]?.elements.first { $0.at("date")?.text == date.description })
            #expect(day.at("marks")?.elements.count == 2)
            #expect(day.at("corrections.0.reason") == "the clock was wrong")
            #expect(day.at("corrections.0.decision.reason") == "the door says otherwise")
            #expect(day.at("corrections.0.decision.by.id") == "mia")
            // In the export of all of one's own data, the same.
            let export = try await bench.get("/api/v1/own-data/export", as: ada)
            #expect(export["punches"]?.elements.map { $0.at("kind") } == ["in", "out"])
            let rows = export["day-corrections"]?.elements ?? []
            #expect(rows.map { $0.at("act") } == ["request", "reject"])
            #expect(rows.map { $0.at("reason") } == ["the clock was wrong", "the door says otherwise"])
            #expect(rows.map { $0.at("by") } == ["ada", "mia"])
        }
    }

    @Test
    func `W44 W45: a deputy sees what waits, and a month is closed and reopened by two people`() async throws
    {
        try await withAPIFixture { bench in
            let (ada, mia) = (try await bench.signIn("ada"), try await bench.signIn("mia"))
            try await punch("in", "a", bench, ada)
            bench.clock.advance(by: .seconds(3_600))
            try await punch("out", "b", bench, ada)
            let delegations = "\(Self.address)/delegations"
            #expect(try await bench.get("\(Self.address)/corrections", as: ada).status == 403)
            let today = Fixture.berlin.date(at: bench.clock.timestamp)
            let given = try await bench.post(
                delegations, #"{"delegate": "ada", "lastDay": "\#(today)"}"#, as: mia)
            #expect(given.status == 201)
            #expect(given["inForce"] == true)
            #expect(try await bench.get("\(Self.address)/corrections", as: ada).status == 200)
            let received = try await bench.get(delegations, as: ada)
            #expect(received["received.0.id"] == given["id"])
            #expect(received["mayDelegate"] == false)
            let id = try #require(given["id"]?.text)
            #expect(try await bench.delete("\(delegations)/\(id)", as: mia).status == 204)
            #expect(try await bench.get("\(Self.address)/corrections", as: ada).status == 403)

            let month = CalendarMonth(of: WorkDay.date(at: Fixture.noon, in: Fixture.berlin))
            let list = "\(Self.address)/people?month=\(month)"
            #expect(try await bench.get(list, as: mia)["places.0.over"] == false)
            let end = Fixture.berlin.firstInstant(atMinute: 5 * 60, of: month.end)
            bench.clock.advance(by: bench.clock.timestamp.duration(to: end))
            let (clerk, approver) = (try await bench.signIn("finn"), try await bench.signIn("mia"))
            let body = #"{"month": "\#(month)", "site": "berlin"}"#
            let closed = try await bench.post("\(Self.address)/closings", body, as: clerk)
            #expect(closed.status == 201)
            #expect(closed["closedBy.id"] == "finn")
            #expect(try await bench.get(list, as: approver)["places.0.closing.id"] == closed["id"])
            let reopening = "\(Self.address)/closings/\(try #require(closed["id"]?.text))/reopening"
            #expect(
                try await bench.post(reopening, #"{"reason": ""}"#, as: clerk).errors.first?
                    .hasPrefix("/reason") == true)
            let asked = try await bench.post(reopening, #"{"reason": "a shift is missing"}"#, as: clerk)
            #expect(asked["reopening.askedBy.id"] == "finn")
            #expect(try await bench.post(reopening + "/agreement", "", as: clerk).code == "own-reopening")
            #expect(try await bench.post(reopening + "/agreement", "", as: approver).status == 200)
            #expect(try await bench.get(list, as: approver)["places.0.closing"] == nil)
        }
    }

    @discardableResult
    private func punch(_ kind: String, _ key: String, _ bench: APIFixture, _ client: Client) async throws
        -> Answer
    {
        let answer = try await bench.post(
            "\(Self.address)/punches", #"{"kind": "\#(kind)", "site": "berlin"}"#, as: client,
            [("Idempotency-Key", key)])
        #expect(answer.status == 201)
        #expect(answer["kind"]?.text == kind)
        return answer
    }
}
