import Attendance
import Essentials
import JSON
import SQLite
import TestSupport
import Testing
import WebPush
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct NoticeSenderTests {
    private typealias Row = NoticesFixture.Row

    private func field(_ name: String, of call: NoticeCall) -> String? {
        call.header.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    // MARK: - Handed over

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

    // MARK: - What a push service answers

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

    // MARK: - What no longer holds

    @Test func `C90: a correction replaces the notice on the same device`() async throws {
        try await withNotices { notices in
            let browser = try await notices.browser()
            try await notices.sending {
                let first = try await notices.tell()
                _ = try await notices.untilEnded()
                let second = try await notices.tell(.orderCorrected)
                _ = try await notices.untilEnded()
                #expect(first.id == second.id && second.version == 2)
            }
            let documents = try notices.way.calls.map { try browser.document(of: $0) }
            #expect(documents.map { $0.at("notification.tag") } == ["order/order-1", "order/order-1"])
            #expect(documents.map { $0.at("notification.data.version") } == [1, 2])
            #expect(documents.last?.at("notification.title") == "Your order is not ready yet")
            #expect(Set(notices.way.calls.compactMap { field("Topic", of: $0) }).count == 1)
            #expect(try await notices.service.inbox(of: Fixture.ada).content.notices.count == 1)
        }
    }

    @Test(arguments: ["read", "withdrawn", "corrected"])
    func `what is read, withdrawn or corrected while it waits is not sent`(how: String) async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            notices.way.reply(of: "push.example", .answers(503), .answers(201))
            try await notices.sending {
                let notice = try await notices.tell()
                try await notices.untilTried(1)
                let time = notices.clock.timestamp
                switch how {
                case "read": _ = try await notices.service.read(notice.id, by: Fixture.ada)
                case "withdrawn":
                    try await notices.store.write {
                        try $0.withdraw("order/order-1", from: Fixture.ada, at: time)
                    }
                default: try await notices.tell(.orderCorrected)
                }
                await notices.clock.untilSleeping()
                notices.clock.advance(by: .seconds(2))
                #expect(try await notices.untilEnded().first?.outcome == "dropped")
            }
            #expect(notices.way.calls.count == (how == "corrected" ? 2 : 1))
            #expect(!notices.told.contains("notice.failed"))
        }
    }

    /// Quiet hours from ten minutes ago to ten minutes ahead, by the clock of the sample's first site.
    private func quiet(_ notices: NoticesFixture) throws -> NoticeSettings.QuietSpan {
        let minute = Fixture.berlin.dateAndMinute(at: notices.clock.timestamp).minute
        func text(_ minute: Int) -> String {
            let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
            return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
        }
        let hours = try #require(LocalTimeRange("\(text(minute - 10))–\(text(minute + 10))"))
        return .init(days: Set(Weekday.allCases), hours: hours)
    }

    @Test(arguments: ["deferred", "deferred, and answered meanwhile", "dropped"])
    func `W27: quiet hours defer a reminder or drop it, and a deferred one whose reason has gone is not sent`(
        how: String
    ) async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            notices.way.reply(of: "push.example", .answers(201), .answers(201))
            let span = try quiet(notices)
            try await notices.change {
                $0.quietHours = [span]
                $0.quietRule = how == "dropped" ? .drop : .later
            }
            let reminder = try #require(ReminderID("reminder-1"))
            let subject = NoticeSubject.crossing(
                reminder, entrance: try #require(SpotID("door")), at: notices.clock.timestamp)
            try await notices.sending {
                try await notices.tell(.clockOut, about: subject)
                if how == "deferred, and answered meanwhile" {
                    let time = notices.clock.timestamp
                    try await notices.store.write {
                        try $0.withdraw(NoticeSubject.attendanceTag, from: Fixture.ada, at: time)
                    }
                }
                #expect(notices.way.calls.isEmpty)
                notices.clock.advance(by: .seconds(11 * 60))
                // Another one, which comes in its time, shows that the sender has looked.
                try await notices.tell()
                await notices.untilCalled(how == "deferred" ? 2 : 1)
            }
            #expect(notices.way.calls.count == (how == "deferred" ? 2 : 1))
        }
    }

    @Test func `what is read before its channels are chosen is not sent`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            let notice = try await notices.tell()
            _ = try await notices.service.read(notice.id, by: Fixture.ada)
            try await notices.sending {
                let rows = try await notices.untilEnded()
                #expect(rows.isEmpty)
            }
            #expect(notices.way.calls.isEmpty)
        }
    }

    @Test func `a refusal of what was read meanwhile is no failure and is sent nowhere else`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.ntfy()
            notices.way.reply(of: "push.example", .answers(503), .answers(413))
            try await notices.sending {
                let notice = try await notices.tell()
                try await notices.untilTried(1)
                await notices.clock.untilSleeping()
                notices.clock.advance(by: .seconds(2))
                _ = try await notices.service.read(notice.id, by: Fixture.ada)
                _ = try await notices.untilEnded()
            }
            #expect(notices.way.calls(to: "ntfy.example").isEmpty)
            #expect(!notices.told.contains("notice.failed"))
        }
    }

    @Test func `a notice that is not worth sending any more is not sent, and its failure is told`()
        async throws
    {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.tell(.clockOut, about: try NoticesFixture.order())
            notices.clock.advance(by: .seconds(30 * 60))
            try await notices.sending {
                let rows = try await notices.untilEnded()
                #expect(rows.isEmpty)
            }
            #expect(notices.way.calls.isEmpty)
            #expect(notices.told.count { $0 == "notice.failed" } == 1)
        }
    }

    @Test func `people who are shut out are sent nothing`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            var change = PeopleService.Change()
            change.isSuspended = true
            _ = try await notices.people.change(Fixture.ada, change, by: NoticesFixture.ben, from: "")
            try await notices.tell()
            try await notices.sending {
                let rows = try await notices.untilEnded()
                #expect(rows.isEmpty)
            }
            #expect(notices.way.calls.isEmpty)
        }
    }

    // MARK: - Stores and servers that fail

    @Test func `a store that fails after the hand-over does not make the notice go out twice`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            notices.way.whenCalled { notices.store.refuse(3) }
            try await notices.sending(failing: .busy) {
                try await notices.tell()
                while notices.store.refusalsLeft > 0 || notices.way.calls.isEmpty {
                    await notices.clock.untilSleeping()
                    notices.clock.advance(by: OutboxSender<NoticeDelivery>.pauseAfterFailure)
                }
                while try await notices.deliveries().contains(where: \.isDue) {
                    notices.clock.advance(by: OutboxSender<NoticeDelivery>.pauseAfterFailure)
                    await Task.yield()
                }
            }
            #expect(notices.way.calls.count == 1)
        }
    }

    @Test func `a notice whose outcome a crash lost is sent again under the same tag`() async throws {
        try await withNotices { notices in
            let browser = try await notices.browser()
            notices.way.reply(of: "push.example", .isSilent, .answers(201))
            try await notices.sending(failing: .busy) {
                try await notices.tell()
                await notices.untilCalled(1)
                // The server took it, and this process ends before it hears of it.
                notices.store.refuse(.max)
            }
            notices.store.refuse(0)
            try await notices.sending(try await notices.restarted()) {
                let rows = try await notices.untilEnded()
                #expect(rows.map(\.outcome) == ["handed-over"])
            }
            let shown = try notices.way.calls.map { call in
                let document = try browser.document(of: call)
                return [document.at("notification.tag"), document.at("notification.data.version")]
            }
            #expect(shown.count == 2 && Set(shown).count == 1)
        }
    }

    @Test func `a push service that never answers does not hold up another (W87)`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser(at: "silent.example")
            _ = try await notices.browser(at: "push.example", of: NoticesFixture.ben)
            notices.way.reply(of: "silent.example", .isSilent)
            try await notices.sending(failing: .busy) {
                for number in 1...5 {
                    try await notices.tell(about: try NoticesFixture.order("order-\(number)"))
                }
                await notices.untilCalled(5)
                try await notices.tell(to: NoticesFixture.ben)
                let handedOver = Row(step: "push", outcome: "handed-over", attempts: 1, isDue: false)
                while try await !notices.deliveries().contains(handedOver) { try Task.checkCancellation() }
                #expect(try await notices.deliveries().count(where: \.isDue) == 5)
                notices.store.refuse(.max)
            }
            notices.store.refuse(0)
        }
    }

    @Test func `a notice that cannot be read from the store does not stop the others`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            let damaged = try await notices.tell()
            try await notices.store.write {
                try $0.connection.execute(
                    "UPDATE notices SET subject = '{}' WHERE id = ?", damaged.id.rawValue)
            }
            try await notices.tell(about: try NoticesFixture.order("order-2"))
            try await notices.sending {
                let rows = try await notices.untilEnded()
                #expect(rows.map(\.outcome) == ["handed-over"])
            }
        }
    }

    @Test func `settings that cannot be read from the store do not stop the notices of others`() async throws
    {
        try await withNotices { notices in
            _ = try await notices.browser()
            _ = try await notices.browser(at: "other.example", of: NoticesFixture.ben)
            try await notices.change { $0.detail = .hidden }
            try await notices.store.write {
                try $0.connection.execute("UPDATE notice_settings SET document = '{}'")
            }
            try await notices.tell()
            try await notices.tell(to: NoticesFixture.ben)
            try await notices.sending {
                let rows = try await notices.untilEnded()
                #expect(rows.map(\.outcome) == ["handed-over"])
            }
            #expect(notices.way.calls.map(\.url) == ["https://other.example/1"])
            #expect(notices.told.count { $0 == "notice.failed" } == 1)
            #expect(try await notices.service.inbox(of: Fixture.ada).content.unread == 1)
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
