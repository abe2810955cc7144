import Cryptography
import Essentials
import TestSupport
import Testing
import WebPush
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct NoticeChannelTests {
    private func channels(_ notices: NoticesFixture, of person: PersonID = Fixture.ada) async throws
        -> [NoticeChannel]
    {
        try await notices.service.channels(of: person)
    }

    private func add(
        _ address: NoticeChannel.Address, label: String? = nil, _ notices: NoticesFixture
    ) async throws -> (channel: NoticeChannel, isNew: Bool) {
        try await notices.service.add(address, label: label, for: try notices.person())
    }

    // MARK: - Browsers

    @Test func `a browser that shows itself again keeps its row and its name, and proves that it is alive`()
        async throws
    {
        try await withNotices { notices in
            let browser = try await notices.browser()
            notices.clock.advance(by: NoticeChannel.proofLasts + .seconds(1))
            #expect(browser.channel.state(at: notices.clock.timestamp) == .doubtful)
            let again = try await add(
                .push(
                    endpoint: "https://push.example/1", key: browser.receiver.key.publicPoint,
                    secret: [UInt8](repeating: 7, count: 16)),
                notices)
            #expect(!again.isNew && again.channel.id == browser.channel.id)
            #expect(again.channel.label == "Phone" && again.channel.since == browser.channel.since)
            #expect(again.channel.state(at: notices.clock.timestamp) == .working)
            let kept = try await channels(notices)
            #expect(kept == [again.channel])
        }
    }

    @Test(arguments: [(0, NoticeChannel.State.working), (1, .doubtful)])
    func `a browser is doubtful after 14 days without proof of life`(seconds: Int, state: NoticeChannel.State)
        async throws
    {
        try await withNotices { notices in
            let channel = try await notices.browser().channel
            let time = notices.clock.timestamp.advanced(by: .seconds(14 * 86_400 + seconds))
            #expect(channel.state(at: time) == state)
        }
    }

    @Test func `a browser that somebody else signs in at shows them nothing of the person before`()
        async throws
    {
        try await withNotices { notices in
            let browser = try await notices.browser()
            _ = try await notices.service.add(
                browser.channel.address, label: nil, for: try notices.person(NoticesFixture.ben))
            #expect(try await channels(notices).isEmpty)
            #expect(try await channels(notices, of: NoticesFixture.ben).count == 1)
        }
    }

    @Test func `a topic that two people share stays with both`() async throws {
        try await withNotices { notices in
            let topic = try await notices.ntfy()
            _ = try await notices.service.add(
                topic.address, label: nil, for: try notices.person(NoticesFixture.ben))
            #expect(try await channels(notices).count == 1)
        }
    }

    @Test(arguments: [
        ("http://push.example/1", 65, 16, "endpoint"), ("https://", 65, 16, "endpoint"),
        ("ftp://push.example/1", 65, 16, "endpoint"), ("https://push.example/1", 64, 16, "p256dh"),
        ("https://push.example/1", 65, 15, "auth"),
    ])
    func `a subscription that cannot be used is refused and not stored`(
        endpoint: String, key: Int, secret: Int, field: String
    ) async throws {
        try await withNotices { notices in
            let receiver = try PushReceiver()
            let point = Array(receiver.key.publicPoint.prefix(key))
            let address = NoticeChannel.Address.push(
                endpoint: endpoint, key: point, secret: [UInt8](repeating: 1, count: secret))
            do {
                _ = try await add(address, notices)
                Issue.record("it was not refused")
            } catch NoticeChannelRefusal.malformed(let wrong, _) {
                #expect(wrong == field)
            }
            #expect(try await channels(notices).isEmpty)
        }
    }

    @Test(arguments: [
        ("https://ntfy.example/ada", true), ("https://ntfy.example:8443/base/ada_1-x", true),
        ("http://ntfy.lan/ada", true), ("http://NTFY.LAN/ada", true), ("http://ntfy.example/ada", false),
        ("https://ntfy.example/", false), ("https://ntfy.example", false),
        ("https://a@ntfy.example/ada", false),
        ("https://ntfy.example/a.b", false), ("https://ntfy.example/ada?x=1", false), ("https:///ada", false),
        ("https://ntfy.example/ada#1", false), ("https://ntfy.example\\@evil.example/ada", false),
        ("javascript:alert(1)/ada", false),
        ("https://ntfy.example/\(String(repeating: "a", count: 65))", false),
        ("https://ntfy.exämple/ada", false), ("https://:443/ada", false),
        ("http://ntfy.lan.evil.example/ada", false),
    ])
    func `the address of a topic is checked`(url: String, isGood: Bool) async throws {
        #expect(NoticeAddress.isWeb(url, hasTopic: true, allowingHTTPFor: ["ntfy.lan"]) == isGood)
    }

    @Test(arguments: [
        ("ada@example.org", true), ("ada.l+vicinity@mail.example.org", true), ("ada", false), ("ada@", false),
        ("@example.org", false), ("ada@localhost", false), ("a..b@example.org", false),
        ("a@b@example.org", false),
        ("ada@-example.org", false), ("ada@example..org", false), ("ada smith@example.org", false),
        ("ada@example.org\r\nBcc: all@example.org", false),
        ("\(String(repeating: "a", count: 65))@example.org", false),
        ("<ada@example.org>", false), ("\"ada\"@example.org", false),
    ])
    func `an address of mail is checked`(text: String, isGood: Bool) {
        #expect(NoticeAddress.isMail(text) == isGood)
    }

    @Test func `a person has twenty channels at most, and repairing one of them is no new one`() async throws
    {
        try await withNotices { notices in
            for number in 1...NoticeService.channelsAtMost {
                try await notices.ntfy("https://ntfy.example/t\(number)")
            }
            await #expect(throws: NoticeChannelRefusal.tooMany(NoticeService.channelsAtMost)) {
                try await notices.ntfy("https://ntfy.example/more")
            }
            await #expect(throws: NoticeChannelRefusal.tooMany(NoticeService.channelsAtMost)) {
                try await add(.mail("ada@example.org"), notices)
            }
            // Nobody gets a mail for what is refused.
            #expect(notices.way.mails.isEmpty)
            try await notices.ntfy("https://ntfy.example/t1")
            #expect(try await channels(notices).count == NoticeService.channelsAtMost)
        }
    }

    @Test func `somebody else's channel cannot be changed, tried, confirmed or removed`() async throws {
        try await withNotices { notices in
            let channel = try await add(.mail("ada@example.org"), notices).channel
            let code = try notices.lastCode()
            let (service, ben) = (notices.service, NoticesFixture.ben)
            await #expect(throws: NoticeChannelRefusal.unknown) {
                try await service.rename(channel.id, to: "x", by: ben)
            }
            await #expect(throws: NoticeChannelRefusal.unknown) {
                try await service.test(channel.id, by: ben)
            }
            await #expect(throws: NoticeChannelRefusal.unknown) {
                try await service.remove(channel.id, by: ben)
            }
            await #expect(throws: NoticeChannelRefusal.unknown) {
                try await service.confirm(channel.id, code: code, by: ben)
            }
            await #expect(throws: NoticeChannelRefusal.unknown) {
                try await service.mailCode(for: channel.id, to: try notices.person(ben))
            }
            #expect(try await channels(notices) == [channel])
            #expect(notices.way.mails.count == 1)
            _ = try await service.confirm(channel.id, code: code, by: Fixture.ada)
        }
    }

    // MARK: - Codes

    @Test func `an address gets nothing but its code until the code was typed`() async throws {
        try await withNotices { notices in
            let (channel, isNew) = try await add(.mail("ada@example.org"), notices)
            #expect(isNew && channel.state(at: Fixture.noon) == .unconfirmed)
            #expect(notices.way.mails.map(\.isNotice) == [false])
            try await notices.tell()
            try await notices.sending {
                let rows = try await notices.untilEnded()
                #expect(rows.isEmpty)
            }
            await #expect(throws: NoticeChannelRefusal.unknown) {
                try await notices.service.test(channel.id, by: Fixture.ada)
            }
            let confirmed = try await notices.service.confirm(
                channel.id, code: try notices.lastCode(), by: Fixture.ada)
            #expect(confirmed.state(at: Fixture.noon) == .working)
            #expect(notices.way.mails.count == 1)
        }
    }

    @Test func `a code works once`() async throws {
        try await withNotices { notices in
            let channel = try await add(.mail("ada@example.org"), notices).channel
            let code = try notices.lastCode()
            _ = try await notices.service.confirm(channel.id, code: code, by: Fixture.ada)
            await #expect(throws: NoticeChannelRefusal.wrongCode) {
                try await notices.service.confirm(channel.id, code: code, by: Fixture.ada)
            }
        }
    }

    @Test func `another spelling of a confirmed address changes nothing: it may be another mailbox`()
        async throws
    {
        try await withNotices { notices in
            let added = try await add(.mail("ada@example.org"), notices).channel
            let confirmed = try await notices.service.confirm(
                added.id, code: try notices.lastCode(), by: Fixture.ada)
            let (again, isNew) = try await add(.mail("ADA@example.org"), notices)
            #expect(again == confirmed && !isNew)
            #expect(notices.way.mails.count == 1)
        }
    }

    @Test(arguments: [(599, true), (600, false)])
    func `a code works for ten minutes`(seconds: Int, works: Bool) async throws {
        try await withNotices { notices in
            let channel = try await add(.mail("ada@example.org"), notices).channel
            let code = try notices.lastCode()
            notices.clock.advance(by: .seconds(seconds))
            if works {
                _ = try await notices.service.confirm(channel.id, code: code, by: Fixture.ada)
            } else {
                await #expect(throws: NoticeChannelRefusal.wrongCode) {
                    try await notices.service.confirm(channel.id, code: code, by: Fixture.ada)
                }
            }
        }
    }

    @Test func `a code cannot be guessed by many tries, however slow they are`() async throws {
        try await withNotices { notices in
            let channel = try await add(.mail("ada@example.org"), notices).channel
            let code = try notices.lastCode()
            let wrong = code == "000000" ? "000001" : "000000"
            for _ in 0..<NoticeService.triesPerCode {
                await #expect(throws: NoticeChannelRefusal.wrongCode) {
                    try await notices.service.confirm(channel.id, code: wrong, by: Fixture.ada)
                }
                notices.clock.advance(by: .seconds(60))
            }
            await #expect(throws: NoticeChannelRefusal.wrongCode) {
                try await notices.service.confirm(channel.id, code: code, by: Fixture.ada)
            }
            // Another code works again, and the older one does not.
            try await notices.service.mailCode(for: channel.id, to: try notices.person())
            let second = try notices.lastCode()
            _ = try await notices.service.confirm(channel.id, code: second, by: Fixture.ada)
        }
    }

    @Test func `codes are asked for and tried a few times in a minute at most`() async throws {
        try await withNotices { notices in
            let channel = try await add(.mail("ada@example.org"), notices).channel
            for _ in 1..<NoticeService.codesPerMinute {
                try await notices.service.mailCode(for: channel.id, to: try notices.person())
            }
            await #expect(throws: NoticeChannelRefusal.tooManyCodes(retryAfter: .seconds(60))) {
                try await notices.service.mailCode(for: channel.id, to: try notices.person())
            }
            await #expect(throws: NoticeChannelRefusal.tooManyCodes(retryAfter: .seconds(60))) {
                try await notices.service.confirm(channel.id, code: try notices.lastCode(), by: Fixture.ada)
            }
            // A refused request leaves no address behind.
            await #expect(throws: NoticeChannelRefusal.tooManyCodes(retryAfter: .seconds(60))) {
                try await add(.mail("other@example.org"), notices)
            }
            #expect(try await channels(notices) == [channel])
            #expect(notices.way.mails.count == NoticeService.codesPerMinute)
        }
    }

    @Test func `an address whose code the mail server does not take is refused and not stored`() async throws
    {
        try await withNotices { notices in
            for answer in [
                NoticeMailAnswer.bounced(code: "mail-550"), .refused(code: "mail-552"),
                .failed(code: "mail-451"),
            ] {
                notices.way.letMail(answer)
                await #expect(throws: NoticeChannelRefusal.self) {
                    try await add(.mail("ada@example.org"), notices)
                }
            }
            let left = try await channels(notices)
            #expect(left.isEmpty)
        }
    }

    @Test func `without a mail server an address is refused`() async throws {
        try await withNotices(hasMail: false) { notices in
            #expect(!notices.service.canMail)
            await #expect(throws: NoticeChannelRefusal.mailNotConfigured) {
                try await add(.mail("ada@example.org"), notices)
            }
        }
    }

    @Test func `there is no code for a browser`() async throws {
        try await withNotices { notices in
            let browser = try await notices.browser()
            await #expect(throws: NoticeChannelRefusal.unknown) {
                try await notices.service.mailCode(for: browser.channel.id, to: try notices.person())
            }
            await #expect(throws: NoticeChannelRefusal.wrongCode) {
                try await notices.service.confirm(browser.channel.id, code: "123456", by: Fixture.ada)
            }
        }
    }
}
