import Essentials
import HTTPCore
import JSON
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct NoticeRoutesTests {
    private static let path = "/api/v1/notices"
    private static let settings = """
        {"order": ["mail", "push", "ntfy", "gotify"], "off": [{"kind": "clock-in", "channel": "mail"}],
         "quietHours": [{"days": ["mon", "sun"], "hours": "22:00–07:00"}], "inQuietHours": "drop", "detail": "hidden"}
        """

    @Test func `the inbox has the notices of its person, in the language that was asked for`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let id = try await bench.tellAda()
            let answer = try await bench.get(Self.path, as: ada, [("Accept-Language", "ja")])
            #expect(answer["unread"] == 1)
            let notice = try #require(answer["notices.0"])
            #expect(notice.at("id")?.text == id)
            #expect(notice.at("kind") == "order-ready" && notice.at("tag") == "order/order-1")
            #expect(notice.at("url") == "/order#order/order-1")
            #expect(notice.at("order") == "order-1" && notice.at("cafe") == "main-cafe")
            #expect(notice.at("read") == false && notice.at("version") == 1)
            let grace = try await bench.signIn("grace")
            #expect(try await bench.get(Self.path, as: grace)["notices"]?.elements.isEmpty == true)
        }
    }

    @Test func `a notice is read once, and a later one is not read with it`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let first = try await bench.tellAda("order-1")
            bench.clock.advance(by: .seconds(1))
            try await bench.tellAda("order-2")
            for _ in 0..<2 {
                #expect(try await bench.post("\(Self.path)/\(first)/read", "", as: ada)["unread"] == 1)
            }
            #expect(
                try await bench.post("\(Self.path)/read", #"{"upTo": "\#(first)"}"#, as: ada)["unread"] == 1)
        }
    }

    @Test func `another person's notice is unknown, and stays unread`() async throws {
        try await withAPIFixture { bench in
            let id = try await bench.tellAda()
            let grace = try await bench.signIn("grace")
            for id in [id, "no-such-notice", "Not an identifier"] {
                let answers = [
                    try await bench.post(
                        "\(Self.path)/\(id.replacing(" ", with: "%20"))/read", "", as: grace),
                    try await bench.post("\(Self.path)/read", #"{"upTo": "\#(id)"}"#, as: grace),
                ]
                #expect(answers[0].status == 404 && answers[0].code == "unknown-notice")
                #expect(answers[1].status == (id.contains(" ") ? 400 : 404))
            }
            let ada = try await bench.signIn("ada")
            #expect(try await bench.get(Self.path, as: ada)["unread"] == 1)
        }
    }

    @Test func `settings come back as they were set`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let before = try await bench.get("\(Self.path)/settings", as: ada)
            #expect(before["order"] == ["push", "ntfy", "gotify", "mail"])
            #expect(before["inQuietHours"] == "later" && before["detail"] == "discreet")
            #expect(
                before["kinds"] == [
                    "order-ready", "order-corrected", "order-rejected", "order-waiting", "window-moved",
                    "window-closed", "not-collected",
                    "money-returned", "refunded", "account-filled", "clock-in", "clock-out",
                    "forgotten-clock-out", "correction-decided",
                ])
            #expect(before["timeZone"] == nil, "The sites have different zones.")
            let after = try await bench.put("\(Self.path)/settings", Self.settings, as: ada)
            #expect(after.status == 200)
            let wanted = try JSONValue(parsing: Array(Self.settings.utf8))
            for name in ["order", "off", "quietHours", "inQuietHours", "detail"] {
                #expect(after[name] == wanted.at(name), "\(name)")
            }
            #expect(try await bench.get("\(Self.path)/settings", as: ada).json == after.json)
            try await bench.patch("/api/v1/preferences", #"{"zone": "Asia/Tokyo"}"#, as: ada)
            #expect(try await bench.get("\(Self.path)/settings", as: ada)["timeZone"] == "Asia/Tokyo")
            let grace = try await bench.signIn("grace")
            #expect(try await bench.get("\(Self.path)/settings", as: grace)["detail"] == "discreet")
        }
    }

    @Test(arguments: [
        ("\"hidden\"", "\"all\"", "/detail value"), ("\"drop\"", "true", "/inQuietHours type"),
        ("\"mail\", \"push\", ", "\"push\", ", "/order value"),
        ("\"mon\"", "\"monday\"", "/quietHours/0/days/0 value"),
        ("22:00–07:00", "10 to 7", "/quietHours/0/hours value"),
        ("\"clock-in\"", "\"lunch\"", "/off/0/kind value"),
        ("\"detail\"", "\"x\": 1, \"detail\"", "/x unknown-member"),
    ])
    func `settings with a mistake are refused with its place, and nothing changes`(
        right: String, wrong: String, error: String
    ) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let before = try await bench.get("\(Self.path)/settings", as: ada)
            let answer = try await bench.put(
                "\(Self.path)/settings", Self.settings.replacing(right, with: wrong), as: ada)
            #expect(answer.status == 400)
            #expect(answer.errors == [error])
            #expect(try await bench.get("\(Self.path)/settings", as: ada).json == before.json)
        }
    }

    @Test func `an administrator sees what could not be delivered, and people see that`() async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            _ = try await bench.channel(try APIFixture.browser(), as: ada)
            departures.answer(413)
            try await bench.sendingNotices {
                try await bench.tellAda()
                try await bench.untilSent()
            }
            let ann = try await bench.signIn("ann")
            let report = try await bench.get("\(Self.path)/delivery", as: ann)
            #expect(
                report["channels"]?.elements.compactMap { $0.at("kind")?.text } == [
                    "push", "ntfy", "gotify", "mail",
                ])
            #expect(report["channels.0.failed"] == 1 && report["channels.0.waiting"] == 0)
            #expect(report["failures.0.code"] == "push-413" && report["failures.0.attempts"] == 1)
            #expect(
                report["failures.0.kind"] == "order-ready" && report["failures.0.person"] == "Ada Lovelace")
            #expect(!report.text.contains("push.example"))
            #expect(try await bench.get("/api/v1/own-data", as: ada).text.contains(#""what":"notices""#))
            #expect(try await bench.get("\(Self.path)/delivery", as: ada).code == "forbidden")
        }
    }

    @Test func `open pages are told of a notice, and nobody else's pages`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let id = try await bench.tellAda()
            let entries = try await bench.services.store.read {
                try $0.feedEntriesForWebhooks(after: 0, limit: 100)
            }
            let told = entries.filter { $0.change.kind == "notice" }
            #expect(told.map(\.change.topic) == [.person(Fixture.ada)])
            #expect(told.first?.change.body == #"{"notice":"\#(id)","unread":1}"#)
            _ = ada
        }
    }

    // MARK: - Own data

}
