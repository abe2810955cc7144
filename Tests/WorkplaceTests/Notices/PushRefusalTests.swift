import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What is done about the answers of push services, and who is told.
@Suite(.timeLimit(.minutes(1)))
struct PushRefusalTests {
    /// Runs a body with notices of a campus where Ben is the administrator.
    private func withAdministrator(_ body: (NoticesFixture) async throws -> Void) async throws {
        try await withNotices { notices in
            let text = CampusSample.text.replacing(
                #""roles": ["manager"]"#, with: #""roles": ["administrator"]"#)
            _ = try await notices.imports.importCampus(Array(text.utf8), name: "sample")
            try #require(try notices.person(NoticesFixture.ben).isAdministrator)
            try await body(notices)
        }
    }

    private func kinds(_ notices: NoticesFixture, _ person: PersonID) async throws -> [NoticeKind] {
        try await notices.service.inbox(of: person).content.notices.map(\.kind)
    }

    private func alert(_ notices: NoticesFixture) async throws -> Notice {
        let tag = NoticeSubject.pushService("push.example").tag
        let found = try await notices.store.read { try $0.notice(tagged: tag, of: NoticesFixture.ben) }
        return try #require(found)
    }

    @Test func `W73: ended browsers are removed, busy services are called again, a refusal alerts once`()
        async throws
    {
        try await withAdministrator { notices in
            let way = notices.way
            way.reply(of: "unknown.example", .answers(404))
            way.reply(of: "gone.example", .answers(410))
            way.reply(of: "busy.example", .answers(429, retryAfter: "30"), .answers(201))
            way.reply(of: "down.example", .answers(503), .answers(201))
            way.reply(of: "push.example", .answers(403))
            for name in ["unknown", "gone", "busy", "down", "push"] {
                _ = try await notices.browser(at: "\(name).example")
            }
            _ = try await notices.browser(at: "push.example", "2", of: NoticesFixture.ben)
            try await notices.sending {
                for number in 1...3 {
                    try await notices.tell(about: try NoticesFixture.order("order-\(number)"))
                }
                try await notices.tell(to: NoticesFixture.ben)
                while try await notices.deliveries().contains(where: \.isDue) {
                    try Task.checkCancellation()
                    notices.clock.advance(by: .seconds(1))
                }
            }
            let left = try await notices.service.channels(of: Fixture.ada)
            #expect(left.map(\.host) == ["busy.example", "down.example", "push.example"])
            #expect(left.map(\.failure) == [nil, nil, "push-403"])
            #expect(way.calls(to: "unknown.example").count <= 3 && way.calls(to: "gone.example").count <= 3)
            // Three notices of Ada, one of Ben, and the alert itself.
            #expect(way.calls(to: "push.example").count == 5)
            // Ada's notices may be refused before Ben's order is ready, or after it.
            let ofBen = try await kinds(notices, NoticesFixture.ben)
            #expect(ofBen.count == 2 && Set(ofBen) == [.pushRefused, .orderReady])
            #expect(try await alert(notices).version == 1)
            #expect(try await kinds(notices, Fixture.ada) == [.orderReady, .orderReady, .orderReady])
        }
    }

    @Test(arguments: [401, 403])
    func `a push service that refuses this server with either status alerts administrators`(status: Int)
        async throws
    {
        try await withAdministrator { notices in
            notices.way.reply(of: "push.example", .answers(status))
            _ = try await notices.browser()
            try await notices.sending {
                try await notices.tell()
                _ = try await notices.untilEnded()
            }
            #expect(try await kinds(notices, NoticesFixture.ben) == [.pushRefused])
        }
    }

    @Test(arguments: [(false, 48, 1), (true, 23, 1), (true, 24, 2)])
    func `an administrator who has read the alert is told again after a day`(
        isRead: Bool, hours: Int, version: Int
    ) async throws {
        try await withAdministrator { notices in
            let campus = try notices.campuses.inForce()
            func refuse() async throws {
                let time = notices.clock.timestamp
                try await notices.store.write {
                    try $0.alert(ofRefusalBy: "push.example", on: campus, at: time)
                }
            }
            try await refuse()
            if isRead {
                _ = try await notices.service.read(try await alert(notices).id, by: NoticesFixture.ben)
            }
            notices.clock.advance(by: .seconds(hours * 3_600))
            try await refuse()
            #expect(try await alert(notices).version == version)
            #expect(try await notices.service.inbox(of: NoticesFixture.ben).content.notices.count == 1)
        }
    }

    @Test func `the alert names the push service and leads to the page of deliveries`() async throws {
        try await withAdministrator { notices in
            let campus = try notices.campuses.inForce()
            let time = notices.clock.timestamp
            try await notices.store.write { try $0.alert(ofRefusalBy: "push.example", on: campus, at: time) }
            let alert = try await alert(notices)
            let ben = try notices.person(NoticesFixture.ben)
            let words = try await notices.service.words(of: [alert], for: ben, in: [])
            #expect(words.map(\.title) == ["A push service refuses this server"])
            #expect(
                words.map(\.body) == ["push.example takes no pushes of this server. Check --notice-contact."])
            #expect(alert.path == "/delivery")
        }
    }
}
