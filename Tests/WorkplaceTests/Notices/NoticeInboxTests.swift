import Attendance
import Essentials
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct NoticeInboxTests {
    private func unread(_ notices: NoticesFixture) async throws -> Int {
        try await notices.service.inbox(of: Fixture.ada).content.unread
    }

    /// The bodies of what pages were told of the inbox.
    private func told(_ notices: NoticesFixture, to person: PersonID = Fixture.ada) -> [String] {
        notices.published.all.filter { $0.change.topic == .person(person) && $0.change.kind == "notice" }
            .map(\.change.body)
    }

    @Test func `a notice is in the inbox, unread, and told to the person's pages alone`() async throws {
        try await withNotices { notices in
            let notice = try await notices.tell()
            let inbox = try await notices.service.inbox(of: Fixture.ada)
            #expect(inbox.content.notices == [notice])
            #expect(inbox.content.unread == 1)
            #expect(inbox.asOf == notices.published.numbers.last)
            #expect(told(notices) == [#"{"notice":"\#(notice.id)","unread":1}"#])
            #expect(told(notices, to: NoticesFixture.ben).isEmpty)
            #expect(try await notices.service.inbox(of: NoticesFixture.ben).content.notices.isEmpty)
        }
    }

    @Test func `a later notice of the same meaning takes the place of the earlier one, and is unread again`()
        async throws
    {
        try await withNotices { notices in
            let first = try await notices.tell()
            _ = try await notices.service.read(first.id, by: Fixture.ada)
            notices.clock.advance(by: .seconds(60))
            let second = try await notices.tell(.orderCorrected)
            #expect(second.id == first.id && second.version == 2 && second.readAt == nil)
            let inbox = try await notices.service.inbox(of: Fixture.ada).content
            #expect(inbox.notices == [second] && inbox.unread == 1)
        }
    }

    @Test func `a notice that was taken back and comes again counts on`() async throws {
        try await withNotices { notices in
            let first = try await notices.tell()
            let time = notices.clock.timestamp
            try await notices.store.write { try $0.withdraw("order/order-1", from: Fixture.ada, at: time) }
            #expect(try await notices.service.inbox(of: Fixture.ada).content.notices.isEmpty)
            #expect(told(notices).last == #"{"notice":"\#(first.id)","unread":0}"#)
            let count = notices.published.all.count
            try await notices.store.write { try $0.withdraw("order/order-1", from: Fixture.ada, at: time) }
            #expect(notices.published.all.count == count)
            #expect(try await notices.tell().version == 2)
        }
    }

    @Test func `reading is in step on all devices, and reading again changes nothing`() async throws {
        try await withNotices { notices in
            let notice = try await notices.tell()
            try await notices.tell(about: try NoticesFixture.order("order-2"))
            #expect(try await notices.service.read(notice.id, by: Fixture.ada) == 1)
            #expect(told(notices).last == #"{"notice":"\#(notice.id)","unread":1}"#)
            let count = notices.published.all.count
            #expect(try await notices.service.read(notice.id, by: Fixture.ada) == 1)
            #expect(notices.published.all.count == count)
        }
    }

    @Test func `reading a notice that was corrected meanwhile leaves the correction unread`() async throws {
        try await withNotices { notices in
            let notice = try await notices.tell()
            let correction = try await notices.tell()
            #expect(correction.id == notice.id && correction.version == notice.version + 1)
            let read = { try await notices.service.read(notice.id, version: $0, by: Fixture.ada) }
            #expect(try await read(notice.version) == 1)
            #expect(try await read(correction.version) == 0)
        }
    }

    @Test func `reading up to a notice leaves later ones unread`() async throws {
        try await withNotices { notices in
            var all: [Notice] = []
            for number in 1...3 {
                all.append(try await notices.tell(about: try NoticesFixture.order("order-\(number)")))
                notices.clock.advance(by: .seconds(1))
            }
            #expect(try await notices.service.readAll(upTo: all[1].id, by: Fixture.ada) == 1)
            let inbox = try await notices.service.inbox(of: Fixture.ada).content.notices
            #expect(inbox.map(\.id) == all.reversed().map(\.id))
            #expect(inbox.map { $0.readAt != nil } == [false, true, true])
            #expect(told(notices).last == #"{"unread":1}"#)
        }
    }

    @Test func `somebody else's notice cannot be read, and stays unread`() async throws {
        try await withNotices { notices in
            let notice = try await notices.tell()
            await #expect(throws: NoticeRefusal.unknownNotice) {
                try await notices.service.read(notice.id, by: NoticesFixture.ben)
            }
            await #expect(throws: NoticeRefusal.unknownNotice) {
                try await notices.service.readAll(upTo: notice.id, by: NoticesFixture.ben)
            }
            #expect(try await unread(notices) == 1)
        }
    }

    @Test func `the inbox shows the last hundred notices and counts all`() async throws {
        try await withNotices { notices in
            for number in 1...NoticeService.shownAtMost + 1 {
                try await notices.tell(about: try NoticesFixture.order("order-\(number)"))
            }
            let inbox = try await notices.service.inbox(of: Fixture.ada).content
            #expect(inbox.notices.count == NoticeService.shownAtMost)
            #expect(inbox.unread == NoticeService.shownAtMost + 1)
            let last = try NoticesFixture.order("order-101")
            #expect(inbox.notices.first?.subject == last)
        }
    }

    @Test func `without a channel nothing waits to be sent`() async throws {
        try await withNotices { notices in
            try await notices.tell()
            #expect(try await notices.deliveries().isEmpty)
        }
    }

    @Test func `a subject survives being stored`() throws {
        let subjects = [
            try NoticesFixture.order(), .channel(try #require(NoticeChannelID("c-1"))),
            .crossing(
                try #require(ReminderID("r-1")), entrance: try #require(SpotID("door")), at: Fixture.noon),
        ]
        for subject in subjects { #expect(NoticeSubject(stored: subject.stored) == subject) }
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"order":"o-1","number":0,"cafe":"c"}"#, #"{"order":"O 1","number":1,"cafe":"c"}"#,
        #"{"channel":7}"#, #"{"reminder":"r","entrance":"d"}"#,
    ])
    func `any other text is no subject`(text: String) { #expect(NoticeSubject(stored: text) == nil) }

    // MARK: - Housekeeping

    @Test func `notices are kept for a month and ended deliveries for a week`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.sending {
                try await notices.tell()
                _ = try await notices.untilEnded()
            }
            let clock = notices.clock
            let housekeeping = Housekeeping(store: notices.store, clock: clock, now: { clock.timestamp })
            clock.advance(by: NoticeSender.recordRetention)
            try await housekeeping.clean()
            #expect(try await notices.deliveries().count == 1)
            clock.advance(by: .seconds(1))
            try await housekeeping.clean()
            #expect(try await notices.deliveries().isEmpty)
            clock.advance(by: Notice.retention - NoticeSender.recordRetention - .seconds(1))
            try await housekeeping.clean()
            #expect(try await unread(notices) == 1)
            clock.advance(by: .seconds(1))
            try await housekeeping.clean()
            #expect(try await unread(notices) == 0)
        }
    }

    @Test func `a delivery that still waits is not cleaned away`() async throws {
        try await withNotices { notices in
            _ = try await notices.browser()
            try await notices.tell()
            let clock = notices.clock
            clock.advance(by: .seconds(20 * 86_400))
            try await Housekeeping(store: notices.store, clock: clock, now: { clock.timestamp }).clean()
            #expect(try await notices.deliveries().map(\.isDue) == [true])
        }
    }
}
