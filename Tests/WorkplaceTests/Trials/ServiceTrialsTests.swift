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

    /// Tries a service, and expects the codes of its calls; `nil` for one that works.
    private func expect(
        _ service: TriedService, _ codes: [String?], _ notices: NoticesFixture,
        provider: (any PaymentProvider)? = nil
    ) async throws {
        let ended = try await trials(notices, provider: provider).run(service, by: notices.person())
        #expect(ended.map(\.code) == codes, "\(service)")
    }

    @Test func `what is not set up, or has no address of one's own, says so`() async throws {
        try await withNotices(hasMail: false) { notices in
            try await expect(.mail, ["mail-not-configured"], notices)
            try await expect(.push, ["no-own-channel"], notices)
            try await expect(.ntfy, ["no-own-channel"], notices)
            try await expect(.signIn, ["sign-in-not-configured"], notices)
            try await expect(.payments, ["payments-not-configured"], notices)
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
            try await expect(.push, [nil, "gone"], notices)
            try await expect(.ntfy, ["outgoing-time-limit"], notices)
            try await expect(.mail, ["mail-refused"], notices)
            #expect(try await notices.service.inbox(of: Fixture.ada).content.notices.isEmpty)
        }
    }

    @Test func `the payment provider says whether it accepts this server`() async throws {
        try await withNotices { notices in
            let provider = ScriptedProvider()
            try await expect(.payments, [nil], notices, provider: provider)
            provider.setAway(true)
            try await expect(.payments, ["payments-unreachable"], notices, provider: provider)
        }
    }

    @Test func `who tries too often waits`() async throws {
        try await withNotices { notices in
            for _ in 1...NoticeService.testsPerMinute {
                try await expect(.signIn, ["sign-in-not-configured"], notices)
            }
            await #expect(throws: NoticeChannelRefusal.self) {
                try await expect(.signIn, [], notices)
            }
        }
    }
}
