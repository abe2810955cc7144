import CAllocations
import Cryptography
import Foundation
import JSON
import WebPush

/// Messages to browsers, encrypted and authorized, ready to be sent: `Benchmarks pushes FILE`.
///
/// The file has a subscription in each line, as a page posts it. Each message is for another browser, whose subscription is
/// read from its texts, as a server reads it from its database.
struct PushRequests: Sendable {
    struct Unusable: Error {}

    private static let seconds = 2
    private static let text =
        Array(#"{"web_push":8030,"notification":{"title":"Your order is ready"}}"#.utf8)
        + [UInt8](repeating: UInt8(ascii: " "), count: 300)

    private struct Row: Sendable {
        let endpoint: String
        let p256dh: String
        let auth: String
    }

    private let rows: [Row]
    private let authorizations: PushAuthorizations
    private let now = Int64(Date.now.timeIntervalSince1970)

    /// Reads the subscriptions.
    init(file: URL) throws {
        rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let subscription = try PushSubscription(json: JSONValue(parsing: Array(line.utf8)))
            return Row(
                endpoint: subscription.endpoint.text, p256dh: subscription.p256dh, auth: subscription.auth)
        }
        guard !rows.isEmpty else { throw Unusable() }
        authorizations = PushAuthorizations(
            key: try ApplicationServerKey(), subject: try PushSubject("https://cafe.example"))
    }

    /// Measures on one thread and on two, and tells of it in a line of JSON, with one request to check.
    func line() async throws -> String {
        let alone = try rate()
        let both = try await withThrowingTaskGroup(of: Double.self) { group in
            for _ in 0..<2 { group.addTask { try rate() } }
            return try await group.reduce(0, +)
        }
        var authorizations = authorizations
        let request = try request(to: rows[0], &authorizations)
        var json = JSONWriter()
        json.object { json in
            json.member("rate", .number(alone.description))
            json.member("rateOnTwoCores", .number(both.description))
            json.member("body", Base64URL.encode(request.body))
            json.member("text", String(decoding: Self.text, as: UTF8.self))
        }
        return json.text
    }

    /// Requests a second on one thread.
    private func rate() throws -> Double {
        var authorizations = authorizations
        for row in rows { _ = try request(to: row, &authorizations) }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        var byteCount = 0
        while start.duration(to: clock.now) < .seconds(Self.seconds) {
            for row in rows { byteCount += try request(to: row, &authorizations).body.count }
            count += rows.count
        }
        let elapsed = start.duration(to: clock.now)
        precondition(byteCount == count * (Self.text.count + 103), "a body has a wrong length")
        return Double(count) / (elapsed / .seconds(1))
    }

    private func request(to row: Row, _ authorizations: inout PushAuthorizations) throws -> PushRequest {
        let subscription = try PushSubscription(endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth)
        let message = try PushMessage(
            body: Self.text, timeToLive: .seconds(1_800), urgency: .high,
            topic: PushTopic(digestOf: row.endpoint))
        let authorization = try authorizations.authorization(for: subscription.endpoint, at: now)
        return try PushRequest(message, to: subscription, authorization: authorization)
    }
}
