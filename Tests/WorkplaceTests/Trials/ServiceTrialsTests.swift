import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1))) struct ServiceTrialsTests {
    private func trials(
        _ notices: NoticesFixture, provider: (any PaymentProvider)? = nil
    ) -> ServiceTrials {
        let now = { @Sendable in notices.clock.timestamp }
        let sessions = SessionService(store: notices.store, campuses: notices.campuses, now: now)
        return ServiceTrials(
            store: notices.store, campuses: notices.campuses, composer: notices.service.composer,
            limit: notices.service.testLimit,
            signIns: ProviderSignInService(
                nil, store: notices.store, campuses: notices.campuses, people: notices.people,
                sessions: sessions, now: now),
            payments: PaymentService(
                store: notices.store, provider: provider, locks: PaymentLocks(),
                quotes: ReadyQuotes(campuses: notices.campuses), due: {}, report: { _, _ in }, now: now),
            now: now)
    }

    private func codes(
        _ service: TriedService, _ notices: NoticesFixture, provider: (any PaymentProvider)? = nil
    ) async throws -> [String?] {
        try await trials(notices, provider: provider).run(service, by: try notices.person()).map(\.code)
    }

    @Test func `what is not set up, or has no address of one's own, says so`() async throws {
        try await withNotices(hasMail: false) { notices in
            #expect(try await codes(.mail, notices) == ["mail-not-configured"])
            #expect(try await codes(.push, notices) == ["no-own-channel"])
            #expect(try await codes(.ntfy, notices) == ["no-own-channel"])
            #expect(try await codes(.signIn, notices) == ["sign-in-not-configured"])
            #expect(try await codes(.payments, notices) == ["payments-not-configured"])
        }
    }

    @Test func `each own channel is called at once, tells its code, and leaves nothing in the inbox`()
        async throws
    {
        try await withNotices { notices in
            _ = try await notices.browser()
            _ = try await notices.browser(at: "gone.example", "2")
            try await notices.ntfy()
            try await notices.mail()
            notices.way.reply(of: "gone.example", .answers(410))
            notices.way.reply(of: "ntfy.example", .fails("outgoing-time-limit"))
            notices.way.letMail(.refused(code: "mail-refused"))
            #expect(try await codes(.push, notices) == [nil, "gone"])
            #expect(try await codes(.ntfy, notices) == ["outgoing-time-limit"])
            #expect(try await codes(.mail, notices) == ["mail-refused"])
            #expect(try await notices.service.inbox(of: Fixture.ada).content.notices.isEmpty)
        }
    }

    @Test func `the payment provider says whether it accepts this server`() async throws {
        try await withNotices { notices in
            let provider = ScriptedProvider()
            #expect(try await codes(.payments, notices, provider: provider) == [nil])
            provider.setAway(true)
            #expect(try await codes(.payments, notices, provider: provider) == ["payments-unreachable"])
        }
    }

    @Test func `who tries too often waits`() async throws {
        try await withNotices { notices in
            for _ in 1...NoticeService.testsPerMinute { _ = try await codes(.signIn, notices) }
            await #expect(throws: NoticeChannelRefusal.self) { try await codes(.signIn, notices) }
        }
    }
}
