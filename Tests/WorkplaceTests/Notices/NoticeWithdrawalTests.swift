import Attendance
import Essentials
import JSON
import TestSupport
import Testing
import WebPush
import WorkplaceFixtures

@testable import Workplace

/// Notices that are corrected, read, withdrawn, deferred or too late before they are sent.
@Suite(.timeLimit(.minutes(1)))
struct NoticeWithdrawalTests {
    private func field(_ name: String, of call: NoticeCall) -> String? {
        call.header.first { $0.name.lowercased() == name.lowercased() }?.value
    }

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
                // Looked at after the quiet hours, it would be sent.
                if how == "dropped" { _ = try await notices.untilEnded() }
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
}
