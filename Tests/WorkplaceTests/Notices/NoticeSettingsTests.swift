import Essentials
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct NoticeSettingsTests {
    private func settings(quiet days: Set<Weekday> = Set(Weekday.allCases), _ hours: String) throws
        -> NoticeSettings
    {
        var settings = NoticeSettings()
        settings.quietHours = [.init(days: days, hours: try #require(LocalTimeRange(hours)))]
        return settings
    }

    private func read(_ document: JSONValue) throws -> NoticeSettings {
        try document.read { NoticeSettings($0) }
    }

    // MARK: - Documents

    @Test func `settings survive being written and read`() throws {
        var settings = try settings(quiet: [.friday, .saturday], "22:00–07:00")
        settings.order = [.mail, .gotify, .ntfy, .push]
        settings.exclusions = [.init(.orderReady, .mail), .init(.clockOut, .push)]
        settings.quietRule = .drop
        settings.detail = .hidden
        #expect(try read(settings.document) == settings)
        #expect(try read(NoticeSettings().document) == NoticeSettings())
    }

    @Test(
        arguments: [
            ("order", ["push", "ntfy", "gotify"]), ("order", ["push", "push", "gotify", "mail"]),
            ("order", ["push", "ntfy", "gotify", "pigeon"]), ("order", nil),
            ("off", [["kind": "order-ready"]]), ("off", [["kind": "lunch", "channel": "push"]]),
            ("off", [["kind": "order-ready", "channel": "push", "also": true]]),
            ("quietHours", [["days": ["monday"], "hours": "22:00–07:00"]]),
            ("quietHours", [["days": [], "hours": "22:00–07:00"]]),
            ("quietHours", [["days": ["mon"], "hours": "22–7"]]), ("quietHours", [["days": ["mon"]]]),
            ("inQuietHours", "sometimes"), ("detail", "all"), ("kinds", []),
        ] as [(String, JSONValue?)])
    func `a document with a mistake is refused`(name: String, value: JSONValue?) throws {
        let document = try #require(NoticeSettings().document.changing(name, to: value))
        #expect(throws: JSONMistakes.self) { try read(document) }
    }

    @Test func `more spans of quiet hours than a week needs are refused`() throws {
        let span: JSONValue = ["days": ["mon"], "hours": "22:00–07:00"]
        let most = [JSONValue](repeating: span, count: NoticeSettings.spansAtMost)
        _ = try read(try #require(NoticeSettings().document.changing("quietHours", to: .array(most))))
        let document = try #require(
            NoticeSettings().document.changing("quietHours", to: .array(most + [span])))
        #expect(throws: JSONMistakes.self) { try read(document) }
    }

    // MARK: - Quiet hours

    @Test(
        arguments: [
            // Across midnight, in Berlin's winter time.
            ("2026-11-21T20:59:59Z", nil), ("2026-11-21T21:00:00Z", "2026-11-22T06:00:00Z"),
            ("2026-11-21T23:30:00Z", "2026-11-22T06:00:00Z"),
            ("2026-11-22T05:59:59Z", "2026-11-22T06:00:00Z"),
            ("2026-11-22T06:00:00Z", nil),
            // The night in which clocks are set back has an hour more.
            ("2026-10-24T19:59:59Z", nil), ("2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z"),
            ("2026-10-25T00:30:00Z", "2026-10-25T06:00:00Z"),
            ("2026-10-25T01:30:00Z", "2026-10-25T06:00:00Z"),
            ("2026-10-25T05:59:59Z", "2026-10-25T06:00:00Z"), ("2026-10-25T06:00:00Z", nil),
            // The night in which they are set forward has an hour less.
            ("2026-03-28T20:59:59Z", nil), ("2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z"),
            ("2026-03-29T04:59:59Z", "2026-03-29T05:00:00Z"), ("2026-03-29T05:00:00Z", nil),
        ] as [(String, String?)])
    func `a night of quiet ends by the wall clock`(instant: String, end: String?) throws {
        let settings = try settings("22:00–07:00")
        let wanted = try end.map { try NoticesFixture.time($0) }
        #expect(settings.quietUntil(try NoticesFixture.time(instant), in: Fixture.berlin) == wanted)
    }

    @Test func `quiet hours of one day do not hold on the next`() throws {
        let settings = try settings(quiet: [.saturday], "22:00–07:00")
        // Sunday morning belongs to Saturday's span; Sunday evening does not.
        #expect(
            settings.quietUntil(try NoticesFixture.time("2026-11-22T02:00:00Z"), in: Fixture.berlin) != nil)
        #expect(
            settings.quietUntil(try NoticesFixture.time("2026-11-22T22:00:00Z"), in: Fixture.berlin) == nil)
    }

    @Test func `quiet hours hold in the zone that is named`() throws {
        let settings = try settings("22:00–07:00")
        let evening = try NoticesFixture.time("2026-11-21T13:30:00Z")
        let tokyo = try #require(Zone("Asia/Tokyo"))
        let morning = try NoticesFixture.time("2026-11-21T22:00:00Z")
        #expect(settings.quietUntil(evening, in: tokyo) == morning)
        #expect(settings.quietUntil(evening, in: Fixture.berlin) == nil)
    }

    @Test func `quiet hours without an end are longer than any notice is worth sending`() throws {
        let end = try #require(try settings("00:00–24:00").quietUntil(Fixture.noon, in: Fixture.berlin))
        for kind in NoticeKind.allCases { #expect(end > Fixture.noon.advanced(by: kind.lifetime)) }
    }

    // MARK: - Sending in quiet hours

    /// Quiet from noon to half past twelve in Berlin.
    private func beQuiet(
        _ notices: NoticesFixture, _ rule: NoticeSettings.QuietRule, until end: String = "12:30"
    ) async throws {
        let span = NoticeSettings.QuietSpan(
            days: Set(Weekday.allCases), hours: try #require(LocalTimeRange("11:00–\(end)")))
        try await notices.change {
            $0.quietHours = [span]
            $0.quietRule = rule
        }
    }

    @Test func `a notice in quiet hours is sent when they end`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await beQuiet(notices, .later)
            try await notices.sending {
                try await notices.tell()
                await notices.clock.untilSleeping()
                #expect(notices.way.calls.isEmpty)
                notices.clock.advance(by: .seconds(1_799))
                #expect(notices.way.calls.isEmpty)
                notices.clock.advance(by: .seconds(1))
                #expect(try await notices.untilEnded().map(\.outcome) == ["handed-over"])
            }
            #expect(notices.way.calls.count == 1)
        }
    }

    @Test(arguments: [(NoticeSettings.QuietRule.drop, "12:30"), (.later, "13:30"), (.later, "13:00")])
    func `a notice that quiet hours drop, or that is not worth sending after them, is only in the inbox`(
        rule: NoticeSettings.QuietRule, end: String
    ) async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await beQuiet(notices, rule, until: end)
            try await notices.sending {
                try await notices.tell()
                #expect(try await notices.untilEnded().isEmpty)
            }
            #expect(notices.way.calls.isEmpty)
            #expect(try await notices.service.inbox(of: Fixture.ada).content.unread == 1)
            // Nobody is alarmed about what the person wanted.
            #expect(!notices.told.contains("notice.failed"))
        }
    }

    @Test func `an attempt that is repeated keeps quiet hours too`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            notices.way.reply(of: "push.example", .answers(503, retryAfter: "600"), .answers(201))
            let span = NoticeSettings.QuietSpan(
                days: Set(Weekday.allCases), hours: try #require(LocalTimeRange("12:05–12:40")))
            try await notices.change { $0.quietHours = [span] }
            try await notices.sending {
                try await notices.tell()
                try await notices.untilTried(1)
                await notices.clock.untilSleeping()
                notices.clock.advance(by: .seconds(600))
                // The delivery waits for the end of the quiet hours.
                while try await notices.deliveries().map(\.attempts) != [0] { await Task.yield() }
                await notices.clock.untilSleeping()
                #expect(notices.way.calls.count == 1)
                notices.clock.advance(by: .seconds(1_800))
                #expect(try await notices.untilEnded().map(\.outcome) == ["handed-over"])
            }
        }
    }

    @Test func `a test is sent in quiet hours`() async throws {
        try await withNotices { notices in
            let browser = try await notices.browser()
            try await beQuiet(notices, .drop)
            try await notices.sending {
                _ = try await notices.service.test(browser.channel.id, by: Fixture.ada)
                #expect(try await notices.untilEnded().map(\.outcome) == ["handed-over"])
            }
        }
    }

    @Test func `a kind that is off for a channel goes through the next one`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.ntfy()
            try await notices.change { $0.exclusions = [.init(.orderReady, .push)] }
            try await notices.sending {
                try await notices.tell()
                #expect(try await notices.untilEnded().map(\.step) == ["ntfy"])
            }
        }
    }
}
