import Essentials
import JSON
import TestSupport
import Testing
import WebPush
import WorkplaceFixtures

@testable import Workplace

/// The channels of a notice: what is sent, with which headers, and when a test or a push is possible.
@Suite(.timeLimit(.minutes(1)))
struct NoticeSenderTests {
    private typealias Row = NoticesFixture.Row

    private func field(_ name: String, of call: NoticeCall) -> String? {
        call.header.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    @Test func `W83: a push is a declarative document, encrypted for the browser`() async throws {
        try await withNotices { notices in
            let browser = try await notices.browser()
            try await notices.sending {
                let notice = try await notices.tell()
                #expect(
                    try await notices.untilEnded()
                        == [Row(step: "push", outcome: "handed-over", attempts: 1, isDue: false)])
                let call = try #require(notices.way.calls.first)
                #expect(call.url == "https://push.example/1")
                let document = try browser.document(of: call)
                #expect(document.at("web_push") == 8030)
                #expect(document.at("notification.title") == "Your order is ready")
                #expect(document.at("notification.tag") == "order/order-1")
                #expect(document.at("notification.lang") == "en")
                #expect(document.at("notification.dir") == "ltr")
                #expect(document.at("notification.data.notice") == .string(notice.id.rawValue))
                #expect(document.at("notification.data.kind") == "order-ready")
                #expect(
                    document.at("notification.navigate") == "https://vicinity.example/order#order/order-1")
            }
            #expect(notices.way.calls.count == 1)
        }
    }

    @Test(arguments: [
        (NoticeKind.orderReady, 3_600, "high"), (.clockOut, 1_800, "high"), (.clockIn, 1_800, "high"),
        (.accountLow, 86_400, "normal"), (.notCollected, 14_400, "normal"),
    ])
    func `W72: time to live and urgency follow the kind, and the topic is short`(
        kind: NoticeKind, seconds: Int, urgency: String
    ) async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.sending {
                try await notices.tell(kind)
                _ = try await notices.untilEnded()
            }
            let call = try #require(notices.way.calls.first)
            #expect(field("TTL", of: call) == "\(seconds)")
            #expect(field("Urgency", of: call) == urgency)
            let topic = try #require(field("Topic", of: call))
            #expect(topic.utf8.count <= 32)
            #expect(topic.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
            #expect(field("Content-Encoding", of: call) == "aes128gcm")
        }
    }

    @Test func `the time to live is what is left of the notice`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.tell()
            notices.clock.advance(by: .seconds(3_000))
            try await notices.sending { _ = try await notices.untilEnded() }
            #expect(notices.way.calls.first.flatMap { field("TTL", of: $0) } == "600")
        }
    }

    @Test func `three devices get one notice together, which is one in the inbox`() async throws {
        try await withNotices { notices in
            for path in ["1", "2", "3"] { _ = try await notices.browser(at: "push.example", path) }
            try await notices.sending {
                try await notices.tell()
                #expect(
                    try await notices.untilEnded().map(\.outcome) == [
                        "handed-over", "handed-over", "handed-over",
                    ])
            }
            #expect(Set(notices.way.calls.map(\.url)).count == 3)
            #expect(Set(notices.way.calls.compactMap { field("Topic", of: $0) }).count == 1)
            #expect(try await notices.service.inbox(of: Fixture.ada).content.notices.count == 1)
        }
    }

    @Test func `ntfy and Gotify get their own forms, with their tokens`() async throws {
        try await withNotices { notices in
            try await notices.ntfy("http://ntfy.lan/ada", token: "tk_secret")
            _ = try await notices.service.add(
                .gotify(url: "https://gotify.example/base", token: "app-secret"), label: nil,
                for: try notices.person())
            try await notices.change { $0.order = [.ntfy, .gotify, .push, .mail] }
            notices.way.reply(of: "ntfy.lan", .answers(200), .answers(403))
            notices.way.reply(of: "gotify.example", .answers(200))
            try await notices.sending {
                try await notices.tell()
                _ = try await notices.untilEnded()
                try await notices.tell(about: try NoticesFixture.order("order-2"))
                #expect(
                    try await notices.untilEnded().map(\.outcome) == [
                        "handed-over", "http-403", "handed-over",
                    ])
            }
            let ntfy = try #require(notices.way.calls.first)
            #expect(ntfy.url == "http://ntfy.lan/")
            #expect(field("Authorization", of: ntfy) == "Bearer tk_secret")
            let body = try JSONValue(parsing: ntfy.body)
            #expect(body.at("topic") == "ada")
            #expect(body.at("title") == "Your order is ready")
            let gotify = try #require(notices.way.calls.last)
            #expect(gotify.url == "https://gotify.example/base/message")
            #expect(field("X-Gotify-Key", of: gotify) == "app-secret")
            #expect(try JSONValue(parsing: gotify.body).at("priority") == 8)
        }
    }

    @Test func `a mail says the notice and where it is answered`() async throws {
        try await withNotices { notices in
            try await notices.mail()
            try await notices.sending {
                let notice = try await notices.tell()
                #expect(try await notices.untilEnded().map(\.step) == ["mail"])
                let mail = try #require(notices.way.mails.last)
                #expect(mail.to == "ada@example.org" && mail.isNotice)
                #expect(mail.name == "\(notice.id).1")
                #expect(mail.path == notice.path)
            }
        }
    }

    @Test func `without a contact there are no pushes, and the next kind is used`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.ntfy()
            try await notices.service.begin(notices.way.transport(contact: nil))
            #expect(notices.service.pushKey == nil)
            try await notices.sending {
                try await notices.tell()
                #expect(
                    try await notices.untilEnded().map(\.outcome) == ["push-not-configured", "handed-over"])
            }
        }
    }

    @Test func `a contact that push services refuse is refused at the start`() async throws {
        try await withNotices { notices in
            for contact in ["mailto:me@localhost", "http://vicinity.example", "ops"] {
                await #expect(throws: NoticeContactError.self) {
                    try await notices.service.begin(notices.way.transport(contact: contact))
                }
            }
        }
    }

    @Test func `the key that signs pushes is made once and kept`() async throws {
        try await withNotices { notices in
            let key = try #require(notices.service.pushKey)
            #expect(key.utf8.count == 87)
            #expect(try await notices.restarted().pushKey == key)
        }
    }

    @Test func `a test goes to its own channel alone, and its failure nowhere else`() async throws {
        try await withNotices { notices in
            let browser = try await notices.browser()
            _ = try await notices.browser(at: "other.example")
            try await notices.ntfy()
            notices.way.reply(of: "push.example", .answers(413))
            try await notices.sending {
                let notice = try await notices.service.test(browser.channel.id, by: Fixture.ada)
                #expect(try await notices.untilEnded().map(\.outcome) == ["push-413"])
                #expect(
                    try await notices.service.inbox(of: Fixture.ada).content.notices.map(\.id) == [notice])
            }
            #expect(notices.way.calls.map(\.url) == ["https://push.example/1"])
        }
    }
}
