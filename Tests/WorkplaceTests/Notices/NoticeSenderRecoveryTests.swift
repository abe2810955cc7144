import Essentials
import JSON
import SQLite
import TestSupport
import Testing
import WebPush
import WorkplaceFixtures

@testable import Workplace

/// Failures of the store, and of a server that does not answer.
@Suite(.timeLimit(.minutes(1)))
struct NoticeSenderRecoveryTests {
    private typealias Row = NoticesFixture.Row

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
}
