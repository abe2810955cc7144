import Cryptography
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct NoticeChannelRoutesTests {
    private static let path = APIFixture.channels

    @Test func `a server that was not set up for it says so`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let answer = try await bench.get(Self.path, as: ada)
            #expect(answer["pushKey"] == nil && answer["mail"] == false)
            let mail = try await bench.post(
                Self.path, #"{"kind": "mail", "address": "ada@example.org"}"#, as: ada)
            #expect(mail.status == 409 && mail.code == "mail-not-configured")
        }
    }

    @Test
    func `W86: a browser is added once, named, repaired and removed, and its endpoint is shown to nobody`()
        async throws
    {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            var ada = try await bench.signIn("ada")
            let endpoint = "https://push.example/capability"
            let body = try APIFixture.browser(endpoint)
            let added = try await bench.post(Self.path, body, as: ada)
            #expect(added.status == 201)
            #expect(added["kind"] == "push" && added["label"] == "Phone" && added["state"] == "working")
            #expect(added["digest"]?.text == Hexadecimal.encode(SHA256.digest(of: endpoint.utf8)))
            bench.clock.advance(by: .seconds(20 * 86_400))
            // The session has ended meanwhile.
            ada = try await bench.signIn("ada")
            let later = try await bench.get(Self.path, as: ada)
            #expect(later["channels.0.state"] == "doubtful")
            #expect(later["pushKey"]?.text?.utf8.count == 87)
            let again = try await bench.post(Self.path, body, as: ada)
            #expect(again.status == 200 && again["id"] == added["id"] && again["state"] == "working")
            #expect(again["lastProof"]?.text == bench.clock.timestamp.description)
            let id = try #require(added["id"]?.text)
            let named = try await bench.patch("\(Self.path)/\(id)", #"{"label": "Work phone"}"#, as: ada)
            #expect(named["label"] == "Work phone")
            let list = try await bench.get(Self.path, as: ada)
            #expect(list["channels"]?.elements.count == 1)
            for answer in [added, later, again, named, list] {
                #expect(!answer.text.contains("capability") && !answer.text.contains("p256dh"))
            }
            #expect(try await bench.delete("\(Self.path)/\(id)", as: ada).status == 204)
            #expect(try await bench.delete("\(Self.path)/\(id)", as: ada).code == "unknown-channel")
            #expect(try await bench.get(Self.path, as: ada)["channels"]?.elements.isEmpty == true)
        }
    }

    @Test func `tokens come in and never out`() async throws {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            for body in [
                #"{"kind": "ntfy", "url": "https://ntfy.example/ada", "token": "tk_secret"}"#,
                #"{"kind": "ntfy", "url": "https://ntfy.example/open", "token": null}"#,
                #"{"kind": "gotify", "url": "https://gotify.example", "token": "tk_secret", "label": null}"#,
            ] {
                let answer = try await bench.post(Self.path, body, as: ada)
                #expect(answer.status == 201 && !answer.text.contains("tk_secret"))
            }
            let list = try await bench.get(Self.path, as: ada)
            #expect(list["channels"]?.elements.count == 3 && !list.text.contains("tk_secret"))
        }
    }

    @Test(arguments: [
        (
            #"{"kind": "push", "endpoint": "http://push.example/1", "p256dh": "AA", "auth": "AA"}"#,
            "channel-malformed", "/endpoint value"
        ),
        (#"{"kind": "ntfy", "url": "http://ntfy.example/ada"}"#, "channel-malformed", "/url value"),
        (
            #"{"kind": "gotify", "url": "https://gotify.example/", "token": "a"}"#, "channel-malformed",
            "/url value"
        ),
        (
            #"{"kind": "gotify", "url": "https://gotify.example", "token": "a b"}"#, "channel-malformed",
            "/token value"
        ),
        (#"{"kind": "mail", "address": "ada"}"#, "channel-malformed", "/address value"),
        (#"{"kind": "pigeon"}"#, "invalid-request", "/kind value"),
        (#"{"kind": "mail"}"#, "invalid-request", "/address required"),
        (
            #"{"kind": "mail", "address": "ada@example.org", "token": "x"}"#, "invalid-request",
            "/token unknown-member"
        ),
        (
            #"{"kind": "push", "endpoint": "https://push.example/1", "p256dh": "*", "auth": "AA"}"#,
            "invalid-request", "/p256dh value"
        ),
    ])
    func `what is no address is refused with its place, and not stored`(
        body: String, code: String, error: String
    ) async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let answer = try await bench.post(Self.path, body, as: ada)
            #expect(answer.status == (code == "invalid-request" ? 400 : 422))
            #expect(answer.code?.text == code)
            #expect(answer.errors == [error])
            #expect(try await bench.get(Self.path, as: ada)["channels"]?.elements.isEmpty == true)
            #expect(departures.mails.isEmpty && departures.calls.isEmpty)
        }
    }

    @Test func `an address is confirmed by the code that was mailed`() async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let added = try await bench.post(
                Self.path, #"{"kind": "mail", "address": "ada@example.org"}"#, as: ada)
            #expect(
                added.status == 201 && added["state"] == "unconfirmed"
                    && added["address"] == "ada@example.org")
            let id = try #require(added["id"]?.text)
            let first = try #require(departures.lastCode)
            #expect(!added.text.contains(first))
            #expect(try await bench.post("\(Self.path)/\(id)/test", "", as: ada).code == "unknown-channel")
            let wrong = first == "123456" ? "654321" : "123456"
            let refused = try await bench.patch("\(Self.path)/\(id)", #"{"code": "\#(wrong)"}"#, as: ada)
            #expect(refused.status == 422 && refused.code == "wrong-code")
            #expect(try await bench.post("\(Self.path)/\(id)/code", "", as: ada).status == 204)
            let second = try #require(departures.lastCode)
            // As people type it.
            let spaced = second.prefix(3) + " " + second.dropFirst(3)
            let confirmed = try await bench.patch("\(Self.path)/\(id)", #"{"code": "\#(spaced)"}"#, as: ada)
            #expect(confirmed["state"] == "working")
        }
    }

    @Test func `codes that are asked for too often are refused until the minute is over`() async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let id = try await bench.channel(#"{"kind": "mail", "address": "ada@example.org"}"#, as: ada)
            for _ in 1..<NoticeService.codesPerMinute {
                try await bench.post("\(Self.path)/\(id)/code", "", as: ada)
            }
            for answer in [
                try await bench.post("\(Self.path)/\(id)/code", "", as: ada),
                try await bench.patch("\(Self.path)/\(id)", #"{"code": "000000"}"#, as: ada),
                try await bench.post(
                    Self.path, #"{"kind": "mail", "address": "other@example.org"}"#, as: ada),
            ] {
                #expect(answer.status == 429 && answer.code == "too-many-mail-codes")
                #expect(answer.fields["Retry-After"] == "60")
            }
            #expect(departures.mails.count == NoticeService.codesPerMinute)
            #expect(try await bench.get(Self.path, as: ada)["channels"]?.elements.count == 1)
            // Nobody else waits for that.
            let grace = try await bench.signIn("grace")
            _ = try await bench.channel(#"{"kind": "mail", "address": "grace@example.org"}"#, as: grace)
        }
    }

    @Test func `W86: a test goes to its channel alone`() async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let id = try await bench.channel(try APIFixture.browser(), as: ada)
            _ = try await bench.channel(try APIFixture.browser("https://push.example/2"), as: ada)
            let answer = try await bench.post("\(Self.path)/\(id)/test", "", as: ada)
            #expect(answer.status == 202)
            try await bench.sendingNotices { try await bench.untilSent() }
            #expect(departures.calls.map(\.url) == ["https://push.example/1"])
            let inbox = try await bench.get("/api/v1/notices", as: ada)
            #expect(inbox["notices.0.id"] == answer["notice"] && inbox["notices.0.channel"]?.text == id)
        }
    }

    @Test func `tests are limited for each person`() async throws {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let id = try await bench.channel(try APIFixture.browser(), as: ada)
            for _ in 0..<NoticeService.testsPerMinute {
                #expect(try await bench.post("\(Self.path)/\(id)/test", "", as: ada).status == 202)
            }
            let refused = try await bench.post("\(Self.path)/\(id)/test", "", as: ada)
            #expect(refused.status == 429 && refused.code == "too-many-tests")
            #expect(refused.fields["Retry-After"] == "60")
            let grace = try await bench.signIn("grace")
            let other = try await bench.channel(try APIFixture.browser("https://push.example/2"), as: grace)
            #expect(try await bench.post("\(Self.path)/\(other)/test", "", as: grace).status == 202)
            bench.clock.advance(by: .seconds(60))
            #expect(try await bench.post("\(Self.path)/\(id)/test", "", as: ada).status == 202)
        }
    }

    @Test func `another person's device is unknown, and stays as it is`() async throws {
        try await withAPIFixture { bench in
            let departures = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let grace = try await bench.signIn("grace")
            let phone = try await bench.channel(try APIFixture.browser(), as: ada)
            let mail = try await bench.channel(#"{"kind": "mail", "address": "ada@example.org"}"#, as: ada)
            let code = try #require(departures.lastCode)
            let before = try await bench.get(Self.path, as: ada)
            for id in [phone, mail, "no-such-channel", "NO"] {
                for answer in [
                    try await bench.patch("\(Self.path)/\(id)", #"{"label": "Mine"}"#, as: grace),
                    try await bench.patch("\(Self.path)/\(id)", #"{"code": "\#(code)"}"#, as: grace),
                    try await bench.post("\(Self.path)/\(id)/test", "", as: grace),
                    try await bench.post("\(Self.path)/\(id)/code", "", as: grace),
                    try await bench.delete("\(Self.path)/\(id)", as: grace),
                ] {
                    #expect(answer.status == 404 && answer.code == "unknown-channel", "\(answer.text)")
                }
            }
            #expect(try await bench.get(Self.path, as: ada).json == before.json)
            #expect(departures.mails.count == 1)
        }
    }

    @Test func `a person has twenty channels at most`() async throws {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            for number in 1...NoticeService.channelsAtMost {
                _ = try await bench.channel(
                    #"{"kind": "ntfy", "url": "https://ntfy.example/t\#(number)"}"#, as: ada)
            }
            let answer = try await bench.post(
                Self.path, #"{"kind": "ntfy", "url": "https://ntfy.example/more"}"#, as: ada)
            #expect(answer.status == 409 && answer.code == "too-many-channels")
        }
    }

    @Test(arguments: [
        (#"{"code": "1", "label": "x"}"#, "/label unknown-member"), (#"{}"#, "/label required"),
        (#"{"label": "Phone\nRing"}"#, "/label value"),
        (#"{"label": "\#(String(repeating: "a", count: 201))"}"#, "/label value"),
        (#"{"code": 123456}"#, "/code type"),
    ])
    func `a change with a mistake is refused`(body: String, error: String) async throws {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let id = try await bench.channel(try APIFixture.browser(), as: ada)
            let answer = try await bench.patch("\(Self.path)/\(id)", body, as: ada)
            #expect(answer.status == 400 && answer.errors == [error], "\(answer.text)")
            #expect(try await bench.get(Self.path, as: ada)["channels.0.label"] == "Phone")
        }
    }
}
