import Attendance
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import Workplace
import WorkplaceFixtures

@testable import WorkplaceAPI

/// One's own attendance over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct AttendanceTests {
    private static let address = "/api/v1/attendance"

    @Test
    func `somebody new is out, not reminded, and asked for the site`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let today = try await bench.get(Self.address, as: ada)
            #expect(today.status == 200)
            #expect(today["state"] == "out")
            #expect(today["since"] == nil)
            #expect(today["site"] == nil)
            #expect(today["reminders.on"] == false)
            #expect(today["punches"]?.elements.isEmpty == true)
            #expect(today["sites"]?.elements.map { $0.at("id") } == ["berlin", "tokyo"])
            #expect(today.fields["Cache-Control"] == "no-store")
            let refused = try await punch(#"{"kind": "in"}"#, on: bench, as: ada, key: "a")
            #expect(refused.status == 422)
            #expect(refused.code == "site-needed")
            #expect(refused.errors == ["/site required"])
        }
    }

    @Test
    func `W36: a punch has the server's time, the site's wall clock and the device's time`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let body = #"{"kind": "in", "site": "berlin", "deviceTime": "2025-10-09T13:57:59.999+02:00"}"#
            let answer = try await punch(body, on: bench, as: ada, key: "a")
            #expect(answer.status == 201)
            #expect(answer["at"]?.text == Fixture.noon.description)
            #expect(answer["localTime"]?.text == Fixture.noon.localText(in: Fixture.berlin))
            #expect(answer["timeZone"] == "Europe/Berlin")
            #expect(answer["site.name"] == "Berlin")
            #expect(answer["skewed"] == true)
            let today = try await bench.get(Self.address, as: ada)
            #expect(today["state"] == "in")
            #expect(today["since"]?.text == Fixture.noon.description)
            #expect(today["site"] == "berlin")
            #expect(today["punches.0.id"] == answer["id"])
        }
    }

    @Test(arguments: [
        ("Europe/Berlin", "2025-10-09T14:00:00.000+02:00"), ("UTC", "2025-10-09T12:00:00.000+00:00"),
        ("America/St_Johns", "2025-10-09T09:30:00.000-02:30"),
        ("Asia/Kolkata", "2025-10-09T17:30:00.000+05:30"),
    ])
    func `a wall clock's time is written with its difference from UTC`(zone: String, text: String) throws {
        let zone = try #require(Zone(zone))
        let noon = try #require(Timestamp("2025-10-09T12:00:00Z"))
        #expect(noon.localText(in: zone) == text)
        #expect(Timestamp(text) == noon)
    }

    @Test
    func `the same key is answered with the same punch; another body with it is refused`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let body = #"{"kind": "in", "site": "berlin"}"#
            let first = try await punch(body, on: bench, as: ada, key: "a")
            bench.clock.advance(by: .seconds(600))
            let second = try await punch(body, on: bench, as: ada, key: "a")
            #expect(second.status == 201)
            #expect(second.bytes == first.bytes)
            #expect(second.fields["Idempotent-Replayed"] == "true")
            let other = try await punch(#"{"kind": "out"}"#, on: bench, as: ada, key: "a")
            #expect(other.code == "idempotency-key-reused")
            #expect(try await bench.get(Self.address, as: ada)["punches"]?.elements.count == 1)
        }
    }

    @Test(arguments: [(60, "punch-repeated"), (61, "already-clocked-in")])
    func `W39: a second punch is refused with where one stands and what can come next`(
        seconds: Int, code: JSONValue
    ) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let body = #"{"kind": "in", "site": "berlin"}"#
            try await punch(body, on: bench, as: ada, key: "a")
            bench.clock.advance(by: .seconds(seconds))
            let refused = try await punch(body, on: bench, as: ada, key: "b")
            #expect(refused.status == 409)
            #expect(refused.code == code)
            #expect(refused["state"] == "in")
            #expect(refused["since"]?.text == Fixture.noon.description)
            #expect(refused["allowed"] == ["out", "break"])
        }
    }

    @Test
    func `nobody clocks out who is not in`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let refused = try await punch(#"{"kind": "out", "site": "berlin"}"#, on: bench, as: ada, key: "a")
            #expect(refused.status == 409)
            #expect(refused.code == "not-clocked-in")
            #expect(refused["allowed"] == ["in"])
            #expect(refused["since"] == nil)
        }
    }

    @Test
    func `W23, W33: a reminder is shown with its reason, and the punch names it`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let setting = try await bench.put(Self.address + "/reminders", #"{"on": true}"#, as: ada)
            #expect(setting["on"] == true)
            try await cross(.entered, on: bench)
            bench.clock.advance(by: .seconds(60 * 30))
            try await cross(.entered, on: bench)
            let today = try await bench.get(Self.address + "?lang=ja", as: ada)
            #expect(today["pending.kind"] == "in")
            #expect(today["pending.entrance.name"] == "正面入口")
            #expect(today["pending.timeZone"] == "Europe/Berlin")
            #expect(
                today["decisions"]?.elements.map { $0.at("reason") } == ["recent-reminder", "punch-expected"])
            #expect(today["decisions"]?.elements.map { $0.at("reminded") } == [false, true])
            #expect(today["site"] == "berlin")
            let id = try #require(today["pending.id"]?.text)
            let body = #"{"kind": "in", "reminder": "\#(id)"}"#
            let answer = try await punch(body, on: bench, as: ada, key: "a")
            #expect(answer["reminder"]?.text == id)
            #expect(try await bench.get(Self.address, as: ada)["pending"] == nil)
        }
    }

    @Test
    func `W19: somebody who has clocked in is not asked to, and reads why`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.address + "/reminders", #"{"on": true}"#, as: ada)
            try await punch(#"{"kind": "in", "site": "berlin"}"#, on: bench, as: ada, key: "a")
            bench.clock.advance(by: .seconds(60))
            try await cross(.entered, on: bench)
            let today = try await bench.get(Self.address, as: ada)
            #expect(today["pending"] == nil)
            #expect(today["decisions.0.reason"] == "nothing-to-punch")
            #expect(today["decisions.0.reminded"] == false)
        }
    }

    @Test
    func `W24: turned off, the reminder that waits is gone`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.address + "/reminders", #"{"on": true}"#, as: ada)
            try await cross(.entered, on: bench)
            let setting = try await bench.put(Self.address + "/reminders", #"{"on": false}"#, as: ada)
            #expect(setting["on"] == false)
            #expect(try await bench.get(Self.address, as: ada)["pending"] == nil)
        }
    }

    @Test(arguments: [
        (#"{}"#, 400, "invalid-request", "/kind required"),
        (#"{"kind": "lunch"}"#, 400, "invalid-request", "/kind value"),
        (#"{"kind": "in", "deviceTime": "noon"}"#, 400, "invalid-request", "/deviceTime value"),
        (#"{"kind": "in", "position": 1}"#, 400, "invalid-request", "/position unknown-member"),
        (#"{"kind": "in", "site": "moon"}"#, 422, "unknown-site", "/site value"),
        (#"{"kind": "in", "reminder": "none"}"#, 422, "unknown-reminder", "/reminder value"),
    ])
    func `a body that says something else is refused and records nothing`(
        body: String, status: Int, code: String, error: String
    ) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let refused = try await punch(body, on: bench, as: ada, key: "a")
            #expect(refused.status == status)
            #expect(refused.code?.text == code)
            #expect(refused.errors == [error])
            #expect(try await bench.get(Self.address, as: ada)["state"] == "out")
        }
    }

    @Test
    func `a screen has no attendance, a stranger none either, and nobody sees another's`() async throws {
        try await withAPIFixture { bench in
            let (ada, screen) = (
                try await bench.signIn("ada"), try await bench.signIn("kitchen-main", device: true)
            )
            try await punch(#"{"kind": "in", "site": "berlin"}"#, on: bench, as: ada, key: "a")
            for (client, status) in [(Client.nobody, 401), (screen, 403)] {
                #expect(try await bench.get(Self.address, as: client).status == status)
                let refused = try await punch(#"{"kind": "out"}"#, on: bench, as: client, key: "b")
                #expect(refused.status == status)
                let setting = try await bench.put(
                    Self.address + "/reminders", #"{"on": true}"#, as: client)
                #expect(setting.status == status)
            }
            let boss = try await bench.signIn("ann")
            #expect(try await bench.get(Self.address, as: boss)["punches"]?.elements.isEmpty == true)
            #expect(try await bench.get(Self.address, as: ada)["state"] == "in")
        }
    }

    @discardableResult
    private func punch(
        _ body: String, on bench: APIFixture, as client: Client, key: String
    ) async throws -> Answer {
        try await bench.post(Self.address + "/punches", body, as: client, [("Idempotency-Key", key)])
    }

    private func cross(_ kind: Crossing.Kind, on bench: APIFixture) async throws {
        let now = bench.clock.timestamp
        let crossing = Crossing(
            entrance: try #require(SpotID("berlin-door")), kind: kind, observedAt: now, receivedAt: now,
            source: try #require(CrossingSourceID("gateway-1")))
        _ = try await bench.services.attendance.crossed(crossing, by: Fixture.ada)
    }
}
