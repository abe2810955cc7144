import Essentials
import JSON
import TestSupport
import Testing
import WebPush
import WorkplaceFixtures

@testable import Workplace

/// The next channel after a refusal, a busy service, or a bounce.
@Suite(.timeLimit(.minutes(1)))
struct NoticeFallbackTests {
    private typealias Row = NoticesFixture.Row

    @Test(arguments: [404, 410])
    func `a subscription that has ended is removed, and the next kind gets the notice`(status: Int)
        async throws
    {
        try await withNotices { notices in
            _ = try await notices.browser()
            let topic = try await notices.ntfy()
            notices.way.reply(of: "push.example", .answers(status))
            try await notices.sending {
                try await notices.tell()
                #expect(try await notices.untilEnded().map(\.outcome) == ["gone", "handed-over"])
            }
            #expect(try await notices.service.channels(of: Fixture.ada).map(\.id) == [topic.id])
        }
    }

    @Test func `what waits for a subscription that has ended goes through the next kind too`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.ntfy()
            for number in 1...3 { try await notices.tell(about: try NoticesFixture.order("order-\(number)")) }
            notices.way.reply(of: "push.example", .answers(410))
            try await notices.sending { _ = try await notices.untilEnded() }
            #expect(notices.way.calls(to: "ntfy.example").count == 3)
            #expect(!notices.told.contains("notice.failed"))
        }
    }

    @Test func `what waits for a device that its person removes goes through the next kind`() async throws {
        try await withNotices { notices in
            let browser = try await notices.browser()
            try await notices.ntfy()
            notices.way.reply(of: "push.example", .answers(503))
            try await notices.sending {
                try await notices.tell()
                try await notices.untilTried(1)
                try await notices.service.remove(browser.channel.id, by: Fixture.ada)
                await notices.clock.untilSleeping()
                notices.clock.advance(by: .seconds(2))
                #expect(try await notices.untilEnded().map(\.outcome) == ["dropped", "handed-over"])
            }
        }
    }

    @Test(
        arguments: [(429, "30", 30), (503, "40", 40), (500, nil, 2), (502, "a while", 2)]
            as [(Int, String?, Int)])
    func `a service that is busy is tried again when it says`(status: Int, wish: String?, seconds: Int)
        async throws
    {
        try await withNotices { notices in
            _ = try await notices.browser()
            notices.way.reply(of: "push.example", .answers(status, retryAfter: wish), .answers(201))
            try await notices.sending {
                try await notices.tell()
                try await notices.untilTried(1)
                #expect(
                    try await notices.service.channels(of: Fixture.ada).first?.failure == "push-\(status)")
                await notices.clock.untilSleeping()
                notices.clock.advance(by: .seconds(seconds) - .milliseconds(1))
                #expect(notices.way.calls.count == 1)
                notices.clock.advance(by: .milliseconds(1))
                #expect(
                    try await notices.untilEnded()
                        == [Row(step: "push", outcome: "handed-over", attempts: 2, isDue: false)])
                #expect(try await notices.service.channels(of: Fixture.ada).first?.failure == nil)
            }
        }
    }

    @Test(arguments: [
        (FakeWay.Reply.answers(413), "push-413"), (.answers(403), "push-403"), (.answers(302), "push-302"),
        (.refuses("outgoing-address"), "outgoing-address"),
    ])
    func `what another attempt cannot change is not repeated, and the next kind is tried`(
        reply: FakeWay.Reply, code: String
    ) async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.ntfy()
            notices.way.reply(of: "push.example", reply)
            try await notices.sending {
                try await notices.tell()
                #expect(try await notices.untilEnded().map(\.outcome) == [code, "handed-over"])
            }
            #expect(try await notices.service.channels(of: Fixture.ada).first?.failure == code)
            let report = try await notices.service.report()
            #expect(report.failures.map(\.code) == [code])
            #expect(report.channels.map(\.handedOver) == [0, 1, 0, 0])
            #expect(report.channels.map(\.failed) == [1, 0, 0, 0])
        }
    }

    @Test func `C89: when a channel fails for a minute the next one is tried, and a failure of all is told`()
        async throws
    {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.ntfy()
            notices.way.reply(of: "push.example", .fails("outgoing-time-limit"))
            notices.way.reply(of: "ntfy.example", .answers(403))
            try await notices.sending {
                try await notices.tell()
                for attempts in 1...5 {
                    try await notices.untilTried(attempts)
                    guard attempts < 5 else { break }
                    await notices.clock.untilSleeping()
                    notices.clock.advance(by: DeliveryPlan.backoff(attempts))
                }
                #expect(try await notices.untilEnded().map(\.outcome) == ["outgoing-time-limit", "http-403"])
            }
            #expect(notices.told.count { $0 == "notice.failed" } == 1)
            // The inbox has it all the same.
            #expect(try await notices.service.inbox(of: Fixture.ada).content.unread == 1)
        }
    }

    @Test func `W84: one device of two that fails does not make the next kind send too`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser(at: "push.example")
            _ = try await notices.browser(at: "other.example")
            try await notices.ntfy()
            notices.way.reply(of: "push.example", .answers(410))
            try await notices.sending {
                try await notices.tell()
                #expect(
                    try await notices.untilEnded().compactMap(\.outcome).sorted() == ["gone", "handed-over"])
            }
            #expect(notices.way.calls(to: "ntfy.example").isEmpty)
        }
    }

    @Test func `W84: two devices that both fail make the next kind send once`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser(at: "push.example")
            _ = try await notices.browser(at: "other.example")
            try await notices.ntfy()
            notices.way.reply(of: "push.example", .answers(410))
            notices.way.reply(of: "other.example", .answers(413))
            try await notices.sending {
                try await notices.tell()
                _ = try await notices.untilEnded()
            }
            #expect(notices.way.calls(to: "ntfy.example").count == 1)
        }
    }

    @Test
    func `a mail that bounces later goes through the next kind, and its address must be confirmed again`()
        async throws
    {
        try await withNotices { notices in
            let channel = try await notices.mail()
            try await notices.ntfy()
            try await notices.change { $0.order = [.mail, .push, .ntfy, .gotify] }
            try await notices.sending {
                try await notices.tell()
                _ = try await notices.untilEnded()
                try await notices.service.mailBounced(try #require(notices.way.mails.last).name)
                #expect(
                    try await notices.untilEnded() == [
                        Row(step: "mail", outcome: "mail-bounced", attempts: 1, isDue: false),
                        Row(step: "ntfy", outcome: "handed-over", attempts: 1, isDue: false),
                    ])
            }
            let after = try #require(
                try await notices.service.channels(of: Fixture.ada).first { $0.id == channel.id })
            #expect(after.state(at: notices.clock.timestamp) == .unconfirmed)
            // Anything else in the mailbox is passed over.
            for name in ["", "a.b", "code.x.1", "no-such-notice.1"] {
                try await notices.service.mailBounced(name)
            }
        }
    }
}
