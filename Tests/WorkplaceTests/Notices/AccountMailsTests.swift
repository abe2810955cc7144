import Essentials
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct AccountMailsTests {
    private static let address = "ada@example.org"

    /// Collects what is reported.
    private final class Reports: Sendable {
        private let errors = Mutex<[AccountMailFailure?]>([])

        var all: [AccountMailFailure?] { errors.withLock { $0 } }

        func add(_ error: any Error) { errors.withLock { $0.append(error as? AccountMailFailure) } }
    }

    /// Runs a body with notices of a campus where Ada signs in with her e-mail address.
    private func withAccount(_ body: (NoticesFixture) async throws -> Void) async throws {
        try await withNotices { notices in
            var change = PeopleService.Change()
            change.signInName = SignInName(Self.address)
            _ = try await notices.people.change(Fixture.ada, change, by: NoticesFixture.ben, from: "")
            try await body(notices)
        }
    }

    /// Asks for links, and waits until the mail server has heard of so many.
    private func recover(
        _ names: [String], _ notices: NoticesFixture, mails count: Int, _ reports: Reports
    ) async throws {
        let mails = notices.service.accountMails
        try await withBackgroundWork({ await mails.run { reports.add($0) } }) {
            for name in names { try mails.recover(try #require(SignInName(name)), from: "192.0.2.1") }
            while notices.way.mails.count < count {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    @Test func `an invitation is mailed to the address with which the person signs in`() async throws {
        try await withAccount { notices in
            let mails = notices.service.accountMails
            #expect(try await mails.mailInvitation("token", to: Fixture.ada) == .handedOver)
            let mail = try #require(notices.way.mails.last)
            #expect(mail.to == Self.address && mail.path == "/welcome#token" && !mail.isNotice)
            notices.way.letMail(.failed(code: "mail-delayed"))
            #expect(try await mails.mailInvitation("token", to: Fixture.ada)?.failure == "mail-delayed")
        }
    }

    @Test func `a link is mailed to the address of an account, and to no other`() async throws {
        try await withAccount { notices in
            let reports = Reports()
            // In the order of the requests: the last mail comes after the names that have no account.
            let names = ["nobody@example.org", "4711", Self.address]
            try await recover(names, notices, mails: 1, reports)
            let mail = try #require(notices.way.mails.last)
            #expect(notices.way.mails.count == 1 && mail.to == Self.address)
            #expect(mail.path?.hasPrefix("/welcome#") == true)
            #expect(reports.all.isEmpty)
        }
    }

    @Test func `a link that the mail server does not take is reported with its code`() async throws {
        try await withAccount { notices in
            let reports = Reports()
            notices.way.letMail(.refused(code: "mail-refused"), .handedOver)
            try await recover([Self.address, Self.address], notices, mails: 2, reports)
            #expect(reports.all == [AccountMailFailure(code: "mail-refused")])
        }
    }
}
