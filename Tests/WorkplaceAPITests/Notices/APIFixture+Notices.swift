import Cryptography
import Essentials
import HTTPCore
import Ordering
import SQLite
import Synchronization
import TestSupport
import WebPush
import WorkplaceFixtures

@testable import Workplace

/// Records the mails and calls that would leave the machine.
final class Departures: Sendable {
    private let state = Mutex((calls: [NoticeCall](), mails: [NoticeMail](), status: 201))

    var calls: [NoticeCall] { state.withLock { $0.calls } }
    var mails: [NoticeMail] { state.withLock { $0.mails } }

    /// Says what servers answer from now on.
    func answer(_ status: Int) { state.withLock { $0.status = status } }

    func transport(hasMail: Bool) -> NoticeTransport {
        NoticeTransport(
            origin: "https://vicinity.example", contact: "mailto:it@vicinity.example",
            call: { call in
                self.state.withLock { state in
                    state.calls.append(call)
                    return .answered(status: state.status, retryAfter: nil)
                }
            },
            mail: hasMail ? mailServer : nil)
    }

    private var mailServer: @Sendable (NoticeMail) async -> NoticeMailAnswer {
        { mail in
            self.state.withLock { $0.mails.append(mail) }
            return .handedOver
        }
    }

    /// The code of the last mail.
    var lastCode: String? { mails.last?.subject.filter { $0.isASCII && $0.isNumber } }
}

extension APIFixture {
    static let channels = "/api/v1/notices/channels"

    /// Wires a way out that only records.
    func beginNotices(hasMail: Bool = true) async throws -> Departures {
        let departures = Departures()
        try await services.notices.begin(departures.transport(hasMail: hasMail))
        return departures
    }

    /// The body of a request that adds a browser.
    static func browser(_ endpoint: String = "https://push.example/1", label: String = "Phone") throws
        -> String
    {
        let receiver = try PushReceiver()
        return """
            {"kind": "push", "label": "\(label)", "endpoint": "\(endpoint)",
             "p256dh": "\(Base64URL.encode(receiver.key.publicPoint))",
             "auth": "\(Base64URL.encode(receiver.authenticationSecret))"}
            """
    }

    /// Adds a channel that is taken, and returns its identifier.
    func channel(_ body: String, as client: Client) async throws -> String {
        let answer = try await post(Self.channels, body, as: client)
        guard answer.status == 201, let id = answer["id"]?.text else {
            throw Missing(what: "channel: \(answer.text)")
        }
        return id
    }

    /// Tells Ada that an order is ready, and returns the notice's identifier.
    @discardableResult
    func tellAda(_ order: String = "order-1", _ kind: NoticeKind = .orderReady) async throws -> String {
        guard let id = OrderID(order), let number = OrderNumber(sequence: 12) else {
            throw Missing(what: "order")
        }
        let subject = NoticeSubject.order(id, number: number, cafe: Fixture.cafeID("main-cafe"))
        let time = clock.timestamp
        try await services.store.write { try $0.notify(Fixture.ada, kind, about: subject, at: time) }
        guard
            let notice = try await services.store.read({ try $0.notice(tagged: subject.tag, of: Fixture.ada) }
            )
        else {
            throw Missing(what: "notice")
        }
        return notice.id.rawValue
    }

    /// Sends notices and webhooks beside a body.
    func sendingNotices(_ body: () async throws -> Void) async throws {
        let services = services
        let work: @Sendable () async -> Void = {
            await withDiscardingTaskGroup { group in
                group.addTask { await services.notices.sender.run { _ in } }
                group.addTask { await services.webhooks.run { _ in } }
            }
        }
        try await withBackgroundWork(work, body)
    }

    /// Waits until all notices are sent, and webhooks have been told of all that is in the feed.
    func untilSent() async throws {
        let sql = """
            SELECT (SELECT count(*) FROM notice_deliveries WHERE due_at IS NOT NULL)
                + (SELECT count(*) FROM webhook_deliveries WHERE due_at IS NOT NULL)
                + (SELECT count(*) FROM webhook_cursor WHERE last_feed < (SELECT max(number) FROM feed))
            """
        repeat {
            services.notices.sender.checkAgain()
            services.webhooks.checkAgain()
            try Task.checkCancellation()
        } while try await services.store.read { try $0.connection.first(sql) { try $0.int(0) } } != 0
    }
}
