import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct WebhookRoutesTests {
    private static let path = "/api/v1/webhooks"
    private static let body = """
        {"label": "Door log", "url": "https://log.example/in/url-secret", "form": "standard",
         "events": ["order.ready", "attendance.punched", "notice.failed"]}
        """

    private func added(_ bench: APIFixture, _ ann: Client) async throws -> (id: String, secret: String) {
        let answer = try await bench.post(Self.path, Self.body, as: ann)
        guard answer.status == 201, let id = answer["id"]?.text, let secret = answer["secret"]?.text else {
            throw Missing(what: "webhook: \(answer.text)")
        }
        return (id, secret)
    }

    @Test func `a secret is shown when it is made and never again, and of the URL only the host`()
        async throws
    {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            let ann = try await bench.signIn("ann")
            let (id, first) = try await added(bench, ann)
            #expect(first.hasPrefix("whsec_"))
            let rotated = try await bench.post("\(Self.path)/\(id)/secret", "", as: ann)
            let second = try #require(rotated["secret"]?.text)
            #expect(second != first)
            let list = try await bench.get(Self.path, as: ann)
            #expect(list["webhooks.0.url"] == "https://log.example/…")
            #expect(list["webhooks.0.events"] == ["attendance.punched", "notice.failed", "order.ready"])
            #expect(list["webhooks.0.state"] == "working")
            let changed = try await bench.patch("\(Self.path)/\(id)", #"{"label": "Log"}"#, as: ann)
            let log = try await bench.get("/api/v1/security-log", as: ann)
            #expect(log.text.contains("webhook"))
            for answer in [list, changed, log, try await bench.get("\(Self.path)/\(id)/deliveries", as: ann)]
            {
                for secret in [first, second, "url-secret"] { #expect(!answer.text.contains(secret)) }
            }
        }
    }

    /// Where the body of each form says what happened.
    private static func content(of form: Webhook.Form) -> String {
        switch form {
        case .standard, .homeAssistant: "type"
        case .cloudEvents: "specversion"
        case .slack: "text"
        case .teams: "attachments.0.content.body.0.text"
        }
    }

    @Test(arguments: Webhook.Form.allCases)
    func `W143: a form is chosen when a webhook is added, and neither secret nor URL is shown again`(
        form: Webhook.Form
    ) async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ann = try await bench.signIn("ann")
            let body = Self.body.replacing("\"standard\"", with: "\"\(form.rawValue)\"")
            let added = try await bench.post(Self.path, body, as: ann)
            let id = try #require(added["id"]?.text)
            let secret = try #require(added["secret"]?.text)
            try await bench.sendingNotices {
                _ = try await bench.post("\(Self.path)/\(id)/test", "", as: ann)
                try await bench.untilSent()
            }
            let call = try #require(departures.calls.first)
            #expect(call.url == "https://log.example/in/url-secret")
            #expect(try JSONValue(parsing: call.body).at(Self.content(of: form))?.text?.isEmpty == false)
            let list = try await bench.get(Self.path, as: ann)
            #expect(list["webhooks.0.form"]?.text == form.rawValue)
            #expect(list["webhooks.0.url"] == "https://log.example/…")
            #expect(!list.text.contains(secret) && !list.text.contains("url-secret"))
        }
    }

    @Test func `a webhook is changed, switched off and removed`() async throws {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            let ann = try await bench.signIn("ann")
            let (id, _) = try await added(bench, ann)
            let changed = try await bench.patch(
                "\(Self.path)/\(id)", #"{"label": "Log", "events": ["order.placed"], "state": "disabled"}"#,
                as: ann)
            #expect(changed["label"] == "Log" && changed["events"] == ["order.placed"])
            #expect(changed["state"] == "disabled")
            #expect(
                try await bench.patch("\(Self.path)/\(id)", #"{"state": "working", "label": null}"#, as: ann)[
                    "label"] == "Log")
            #expect(try await bench.delete("\(Self.path)/\(id)", as: ann).status == 204)
            #expect(try await bench.get(Self.path, as: ann)["webhooks"]?.elements.isEmpty == true)
        }
    }

    @Test func `what was told is listed, and sent again when an administrator says so`() async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ann = try await bench.signIn("ann")
            let (id, _) = try await added(bench, ann)
            departures.answer(204)
            try await bench.sendingNotices {
                #expect(try await bench.post("\(Self.path)/\(id)/test", "", as: ann)["count"] == 1)
                try await bench.untilSent()
                let told = try await bench.get("\(Self.path)/\(id)/deliveries", as: ann)
                #expect(
                    told["deliveries.0.event"] == "vicinity.test" && told["deliveries.0.state"] == "delivered"
                )
                let now = bench.clock.timestamp
                let range = #"{"from": "\#(now)", "to": "\#(now)"}"#
                let replay = try await bench.post("\(Self.path)/\(id)/replay", range, as: ann)
                #expect(replay.status == 202 && replay["count"] == 1)
                try await bench.untilSent()
                let ids = departures.calls.compactMap { call in
                    call.header.first { $0.name == "webhook-id" }?.value
                }
                #expect(ids.count == 2 && Set(ids).count == 1)
                let before = now.advanced(by: .seconds(-1))
                let none = try await bench.post(
                    "\(Self.path)/\(id)/replay", #"{"from": "\#(before)", "to": "\#(before)"}"#, as: ann)
                #expect(none["count"] == 0)
            }
        }
    }

    @Test(arguments: [
        ("https://log.example/in/url-secret", "http://log.example/in", "webhook-malformed"),
        ("https://log.example/in/url-secret", "https://a@log.example/", "webhook-malformed"),
        ("\"standard\"", "\"xml\"", "invalid-request"),
        ("order.ready", "presence.entered", "invalid-request"),
        ("\"label\"", "\"secret\": \"x\", \"label\"", "invalid-request"),
        ("[\"order.ready\", \"attendance.punched\", \"notice.failed\"]", "[]", "invalid-request"),
    ])
    func `a webhook with a mistake is refused and not stored`(right: String, wrong: String, code: String)
        async throws
    {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let answer = try await bench.post(Self.path, Self.body.replacing(right, with: wrong), as: ann)
            #expect(answer.status == (code == "invalid-request" ? 400 : 422))
            #expect(answer.code?.text == code)
            #expect(try await bench.get(Self.path, as: ann)["webhooks"]?.elements.isEmpty == true)
        }
    }

    @Test func `there are fifty webhooks at most`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            for _ in 0..<WebhookService.most { _ = try await added(bench, ann) }
            let answer = try await bench.post(Self.path, Self.body, as: ann)
            #expect(answer.status == 409 && answer.code == "too-many-webhooks")
        }
    }

    @Test(arguments: ["no-such-webhook", "NO"])
    func `an unknown webhook is not found`(id: String) async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let now = bench.clock.timestamp
            for answer in [
                try await bench.patch("\(Self.path)/\(id)", #"{"label": "Log"}"#, as: ann),
                try await bench.delete("\(Self.path)/\(id)", as: ann),
                try await bench.post("\(Self.path)/\(id)/secret", "", as: ann),
                try await bench.post("\(Self.path)/\(id)/test", "", as: ann),
                try await bench.post(
                    "\(Self.path)/\(id)/replay", #"{"from": "\#(now)", "to": "\#(now)"}"#, as: ann),
                try await bench.get("\(Self.path)/\(id)/deliveries", as: ann),
            ] {
                #expect(answer.status == 404 && answer.code == "unknown-webhook", "\(answer.text)")
            }
        }
    }

    @Test func `nobody but administrators sees or changes webhooks`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let (id, _) = try await added(bench, ann)
            let ada = try await bench.signIn("ada")
            for answer in [
                try await bench.get(Self.path, as: ada), try await bench.post(Self.path, Self.body, as: ada),
                try await bench.delete("\(Self.path)/\(id)", as: ada),
                try await bench.post("\(Self.path)/\(id)/secret", "", as: ada),
                try await bench.get("\(Self.path)/\(id)/deliveries", as: ada),
            ] {
                #expect(answer.status == 403 && answer.code == "forbidden")
                #expect(!answer.text.contains("log.example"))
            }
            #expect(try await bench.get(Self.path, as: ann)["webhooks"]?.elements.count == 1)
        }
    }
}
