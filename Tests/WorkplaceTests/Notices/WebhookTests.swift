import Attendance
import Essentials
import JSON
import SQLite
import TestSupport
import Testing
import Webhooks
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct WebhookTests {
    private static let all = Set(Webhook.Event.allCases)

    private func add(
        _ notices: NoticesFixture, _ url: String = "https://hook.example/in/secret-path",
        _ form: Webhook.Form = .standard,
        events: Set<Webhook.Event> = all
    ) async throws -> Webhook {
        try await notices.service.webhooks.add(
            label: "Door", url: url, form: form, events: events, by: try notices.person(), from: "127.0.0.1")
    }

    /// Appends an entry to the feed, as a change does.
    private func append(
        _ notices: NoticesFixture, _ kind: String = "order",
        _ body: String = #"{"order":"order-1","number":"A12","stage":"ready","version":4}"#
    ) async throws {
        let time = notices.clock.timestamp
        try await notices.store.write {
            try $0.append(FeedChange(topic: .person(Fixture.ada), kind: kind, body: body), at: time)
        }
        notices.service.webhooks.checkAgain()
    }

    private func records(_ webhook: Webhook, _ notices: NoticesFixture) async throws -> [WebhookRecord] {
        try await notices.service.webhooks.records(of: webhook.id)
    }

    private func untilEnded(_ count: Int, of webhook: Webhook, _ notices: NoticesFixture) async throws
        -> [WebhookRecord]
    {
        while true {
            let all = try await records(webhook, notices)
            if all.count == count, all.allSatisfy({ $0.state != .waiting }) { return all }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func untilTried(_ attempts: Int, _ webhook: Webhook, _ notices: NoticesFixture) async throws {
        while try await records(webhook, notices).first?.attempts != attempts { await Task.yield() }
    }

    private func sending(
        _ notices: NoticesFixture, _ service: NoticeService? = nil, _ body: () async throws -> Void
    ) async throws {
        let webhooks = (service ?? notices.service).webhooks
        try await withBackgroundWork({ await webhooks.run { Issue.record($0) } }, body)
    }

    private func field(_ name: String, of call: NoticeCall) -> String? {
        call.header.first { $0.name.lowercased() == name }?.value
    }

    // MARK: - What is told

    @Test func `a webhook is told of what it asked for, from its addition on`() async throws {
        try await withNotices { notices in
            try await append(notices)
            let webhook = try await add(notices, events: [.orderReady])
            try await append(notices)
            try await append(
                notices, "order", #"{"order":"order-1","number":"A12","stage":"collected","version":5}"#)
            try await sending(notices) { _ = try await untilEnded(1, of: webhook, notices) }
            let call = try #require(notices.way.calls.first)
            #expect(notices.way.calls.count == 1)
            let body = try JSONValue(parsing: call.body)
            #expect(body.at("type") == "order.ready")
            #expect(body.at("timestamp") == .string(Fixture.noon.description))
            #expect(body.at("data.order") == "order-1")
            #expect(body.at("data.person") == "ada")
        }
    }

    @Test func `W141: presence never leaves, and an attendance event has identifiers only`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            for kind in [
                "attendance.reminder", "attendance.setting", "presence", "presence.entered", "notice", "tips",
            ] {
                try await append(
                    notices, kind, #"{"spot":"door","at":"2026-11-21T11:00:00.000Z","stage":"ready"}"#)
            }
            try await append(
                notices, "attendance.punched",
                #"{"punch":"punch-1","kind":"in","at":"2026-11-21T11:00:00.000Z","site":"north"}"#)
            try await sending(notices) { _ = try await untilEnded(1, of: webhook, notices) }
            let body = try JSONValue(parsing: try #require(notices.way.calls.first).body)
            #expect(notices.way.calls.count == 1)
            #expect(body.at("type") == "attendance.punched")
            #expect(body.at("data") == ["person": "ada", "punch": "punch-1"])
        }
    }

    @Test func `entries of other topics are not told`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            let time = notices.clock.timestamp
            try await notices.store.write {
                try $0.append(
                    FeedChange(
                        topic: .kitchen(NoticesFixture.grill), kind: "order", body: #"{"stage":"ready"}"#),
                    at: time)
                try $0.append(
                    FeedChange(topic: .person(Fixture.ada), kind: "order", body: "no JSON"), at: time)
            }
            try await append(notices)
            try await sending(notices) { _ = try await untilEnded(1, of: webhook, notices) }
            #expect(notices.way.calls.count == 1)
        }
    }

    @Test func `what was committed while the server was down is told when it runs again, once`() async throws
    {
        try await withNotices { notices in
            let webhook = try await add(notices)
            try await append(notices)
            try await sending(notices) { _ = try await untilEnded(1, of: webhook, notices) }
            for _ in 0..<3 { try await append(notices) }
            try await sending(notices, try await notices.restarted()) {
                _ = try await untilEnded(4, of: webhook, notices)
            }
            let ids = notices.way.calls.compactMap { field("webhook-id", of: $0) }
            #expect(ids.count == 4 && Set(ids).count == 4)
        }
    }

    // MARK: - Forms

    @Test func `calls are signed by Standard Webhooks with the time of the attempt`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            notices.way.reply(of: "hook.example", .answers(500), .answers(204))
            try await sending(notices) {
                try await append(notices)
                try await untilTried(1, webhook, notices)
                await notices.clock.untilSleeping()
                notices.clock.advance(by: .seconds(6))
                _ = try await untilEnded(1, of: webhook, notices)
            }
            let verifier = WebhookVerifier([try WebhookSecret(webhook.newestSecret)])
            let seconds = Fixture.noon.millisecondsSinceEpoch / 1_000
            let ids = try notices.way.calls.map {
                try verifier.verify(header: $0.header, body: $0.body, at: seconds).text
            }
            #expect(ids.count == 2 && Set(ids).count == 1)
            #expect(
                notices.way.calls.map { field("webhook-timestamp", of: $0) } == [
                    "\(seconds)", "\(seconds + 6)",
                ])
            #expect(notices.way.calls.first?.body == notices.way.calls.last?.body)
        }
    }

    @Test func `after a new secret both sign, and after another one the oldest does not`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            var secrets = [webhook.newestSecret]
            for _ in 0..<2 {
                secrets.append(
                    try await notices.service.webhooks.rotate(webhook.id, by: try notices.person(), from: ""))
                try await append(notices)
            }
            #expect(Set(secrets).count == 3)
            try await sending(notices) { _ = try await untilEnded(2, of: webhook, notices) }
            let call = try #require(notices.way.calls.last)
            #expect(field("webhook-signature", of: call)?.split(separator: " ").count == 2)
            let seconds = Fixture.noon.millisecondsSinceEpoch / 1_000
            let verified = secrets.map { secret in
                guard let secret = try? WebhookSecret(secret) else { return false }
                return
                    (try? WebhookVerifier([secret]).verify(header: call.header, body: call.body, at: seconds))
                    != nil
            }
            #expect(verified == [false, true, true])
        }
    }

    @Test func `CloudEvents name this server as their source and are signed`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices, "https://hook.example/in", .cloudEvents)
            try await sending(notices) {
                try await append(notices)
                _ = try await untilEnded(1, of: webhook, notices)
            }
            let call = try #require(notices.way.calls.first)
            #expect(field("content-type", of: call)?.hasPrefix("application/cloudevents+json") == true)
            #expect(field("webhook-signature", of: call) != nil)
            let body = try JSONValue(parsing: call.body)
            #expect(body.at("specversion") == "1.0")
            #expect(body.at("source") == "https://vicinity.example")
            #expect(body.at("type") == "vicinity.order.ready")
            let id = try #require(field("webhook-id", of: call))
            #expect(body.at("id") == .string(id))
            #expect(body.at("data.order") == "order-1")
        }
    }

    @Test(arguments: [Webhook.Form.slack, .teams, .homeAssistant])
    func `the other forms carry no signature and name nobody`(form: Webhook.Form) async throws {
        try await withNotices { notices in
            let webhook = try await add(notices, "https://hook.example/in", form)
            try await sending(notices) {
                try await append(notices)
                try await append(notices, "attendance.punched", #"{"punch":"punch-1","kind":"in"}"#)
                _ = try await untilEnded(2, of: webhook, notices)
            }
            for call in notices.way.calls {
                #expect(field("webhook-signature", of: call) == nil)
                let text = String(decoding: call.body, as: UTF8.self).replacing("AdaptiveCard", with: "")
                    .replacing("adaptive", with: "")
                #expect(!text.contains("Ada"))
                if form != .homeAssistant { #expect(!text.contains("ada")) }
            }
            let texts = notices.way.calls.map { String(decoding: $0.body, as: UTF8.self) }.joined()
            if form != .homeAssistant { #expect(texts.contains("Order A12 is ready.")) }
            if form == .slack { #expect(try JSONValue(parsing: notices.way.calls[0].body).at("text") != nil) }
            if form == .teams { #expect(texts.contains("application/vnd.microsoft.card.adaptive")) }
        }
    }

    // MARK: - What receivers answer

    @Test func `the waits between attempts make about 75 hours`() {
        let sum = WebhookDelivery.waits.reduce(Duration.zero, +)
        #expect(sum > .seconds(72 * 3_600) && sum < .seconds(78 * 3_600))
        #expect(WebhookDelivery.wait(after: 1, share: 0) == .seconds(5))
        #expect(WebhookDelivery.wait(after: 1, share: 1) == .seconds(5.5))
        #expect(WebhookDelivery.wait(after: WebhookDelivery.waits.count, share: 0) == .seconds(86_400))
        #expect(WebhookDelivery.wait(after: WebhookDelivery.waits.count + 1, share: 0) == nil)
        #expect(WebhookDelivery.wait(after: 0, share: 0) == nil)
    }

    @Test(arguments: [
        FakeWay.Reply.answers(500), .answers(302), .answers(404), .fails("outgoing-time-limit"),
        .refuses("outgoing-address"),
    ])
    func `W140: a failure is repeated by the schedule until it is given up`(reply: FakeWay.Reply) async throws
    {
        try await withNotices { notices in
            let webhook = try await add(notices)
            notices.way.reply(of: "hook.example", reply)
            try await sending(notices) {
                try await append(notices)
                for (index, wait) in WebhookDelivery.waits.enumerated() {
                    try await untilTried(index + 1, webhook, notices)
                    await notices.clock.untilSleeping()
                    notices.clock.advance(by: wait + wait / 10)
                }
                #expect(try await untilEnded(1, of: webhook, notices).map(\.state) == [.failed])
            }
            #expect(notices.way.calls.count == WebhookDelivery.waits.count + 1)
            #expect(Set(notices.way.calls.compactMap { field("webhook-id", of: $0) }).count == 1)
            #expect(try await notices.service.webhooks.all().map(\.state) == [.failing])
        }
    }

    @Test func `W140: a receiver that asks to wait gets no call before`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            notices.way.reply(of: "hook.example", .answers(429, retryAfter: "120"), .answers(200))
            try await sending(notices) {
                try await append(notices)
                try await untilTried(1, webhook, notices)
                await notices.clock.untilSleeping()
                notices.clock.advance(by: .seconds(119))
                #expect(notices.way.calls.count == 1)
                notices.clock.advance(by: .seconds(1))
                #expect(try await untilEnded(1, of: webhook, notices).map(\.state) == [.delivered])
            }
            #expect(try await notices.service.webhooks.all().map(\.state) == [.working])
        }
    }

    @Test func `W140: a receiver that is gone is told nothing until somebody switches it on`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            notices.way.reply(of: "hook.example", .answers(410), .answers(200))
            let ada = try notices.person()
            try await sending(notices) {
                try await append(notices)
                #expect(try await untilEnded(1, of: webhook, notices).map(\.failure) == ["http-410"])
                #expect(try await notices.service.webhooks.all().map(\.state) == [.disabled])
                try await append(notices)
                try await notices.service.webhooks.test(webhook.id)
                #expect(try await untilEnded(2, of: webhook, notices).first?.failure == "webhook-disabled")
                #expect(notices.way.calls.count == 1)
                let on = try await notices.service.webhooks.change(webhook.id, by: ada, from: "") {
                    $0.state = .working
                }
                #expect(on.state == .working && on.failure == nil)
                try await append(notices)
                _ = try await untilEnded(3, of: webhook, notices)
            }
            #expect(notices.way.calls.count == 2)
        }
    }

    @Test func `a receiver that never answers does not hold up another`() async throws {
        try await withNotices { notices in
            _ = try await add(notices, "https://silent.example/in")
            let other = try await add(notices)
            notices.way.reply(of: "silent.example", .isSilent)
            try await sending(notices) {
                for _ in 0..<3 { try await append(notices) }
                _ = try await untilEnded(3, of: other, notices)
            }
            #expect(notices.way.calls(to: "hook.example").count == 3)
        }
    }

    // MARK: - Replay

    @Test func `W140: a replay sends what a time has again, with the same identifiers`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            try await sending(notices) {
                for _ in 0..<3 {
                    try await append(notices)
                    notices.clock.advance(by: .seconds(10))
                }
                _ = try await untilEnded(3, of: webhook, notices)
                let count = try await notices.service.webhooks.replay(
                    webhook.id, from: Fixture.noon.advanced(by: .seconds(10)),
                    to: Fixture.noon.advanced(by: .seconds(20)))
                #expect(count == 2)
                while notices.way.calls.count < 5 { await Task.yield() }
                _ = try await untilEnded(3, of: webhook, notices)
            }
            let ids = notices.way.calls.compactMap { field("webhook-id", of: $0) }
            #expect(ids.count == 5)
            // Three calls run beside each other, so the order of the first three is any.
            #expect(Set(ids.prefix(3)) == ["evt_1", "evt_2", "evt_3"])
            #expect(Set(ids.suffix(2)) == ["evt_2", "evt_3"])
        }
    }

    // MARK: - Keeping

    @Test func `what a webhook was told is kept for two weeks`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            try await sending(notices) {
                try await append(notices)
                _ = try await untilEnded(1, of: webhook, notices)
            }
            let clock = notices.clock
            let housekeeping = Housekeeping(store: notices.store, clock: clock, now: { clock.timestamp })
            clock.advance(by: WebhookService.recordRetention)
            try await housekeeping.clean()
            #expect(try await records(webhook, notices).count == 1)
            clock.advance(by: .seconds(1))
            try await housekeeping.clean()
            #expect(try await records(webhook, notices).isEmpty)
        }
    }

    @Test func `removing a webhook removes what waits for it`() async throws {
        try await withNotices { notices in
            let webhook = try await add(notices)
            try await notices.service.webhooks.test(webhook.id)
            try await notices.service.webhooks.remove(webhook.id, by: try notices.person(), from: "")
            await #expect(throws: WebhookChangeRefusal.unknown) { try await records(webhook, notices) }
            let left = try await notices.store.read {
                try $0.connection.first("SELECT count(*) FROM webhook_deliveries") { try $0.int(0) }
            }
            #expect(left == 0)
        }
    }

    @Test(arguments: [
        "", "hook.example", "ftp://hook.example/", "http://hook.example/in", "https://", "https:///in",
        "https://a:b@hook.example/", "https://hook.example\\@evil.example/", "https://hook.example/#a",
        "https://hook.example/\u{e9}", "https://hook.example/a b",
    ])
    func `a URL that may not be called is refused`(url: String) async throws {
        try await withNotices { notices in
            await #expect(throws: WebhookChangeRefusal.malformedURL) { try await add(notices, url) }
            let left = try await notices.service.webhooks.all()
            #expect(left.isEmpty)
        }
    }

    @Test func `a URL shows its host alone, because the rest may be a secret`() async throws {
        try await withNotices { notices in
            let usual = try await add(notices)
            let other = try await add(notices, "http://ntfy.lan?token=secret")
            #expect([usual.shownURL, other.shownURL] == ["https://hook.example/…", "http://ntfy.lan/…"])
        }
    }
}
