import Cryptography
import Essentials
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Refunds at Stripe, over a transport that answers as Stripe does.
struct StripeProviderTests {
    /// The refunds at Stripe: their status and their idempotency keys.
    private final class Peer: Sendable {
        let refunds = Mutex<[(key: String, status: String)]>([])
        let nextStatus = Mutex("succeeded")

        func answer(_ call: PaymentCall) -> PaymentAnswer {
            let status = nextStatus.withLock { $0 }
            let listed = refunds.withLock { refunds in
                let key = call.header.first { $0.name == "Idempotency-Key" }?.value
                if let key {
                    // A key is answered as before.
                    if let earlier = refunds.first(where: { $0.key == key }) { return [earlier] }
                    refunds.append((key, status))
                    return [refunds[refunds.count - 1]]
                }
                return refunds
            }
            let texts = listed.map { #"{"id":"re_1","status":"\#($0.status)","metadata":{"refund":"r"}}"# }
            let body =
                call.body == nil ? #"{"data":[\#(texts.joined(separator: ","))]}"# : texts.joined()
            return PaymentAnswer(status: 200, body: Array(body.utf8))
        }

        func change(to status: String) {
            refunds.withLock { $0[$0.count - 1].status = status }
        }
    }

    private let peer = Peer()
    private var provider: StripeProvider {
        StripeProvider(
            secretKey: "sk", webhookSecret: "whsec",
            page: ProviderPage(
                provider: "stripe", publishableKey: "pk", script: "", scriptOrigins: [], callOrigins: [],
                frameOrigins: []),
            transport: { [peer] in peer.answer($0) })
    }
    private let id: PaymentID

    init() throws { id = try #require(PaymentID("payment")) }

    private func refund() async throws -> ProviderRefundStatus {
        try await provider.refund(Fixture.euros(1), of: id, reference: "pi_1", key: "r")
    }

    private var keys: [String] { peer.refunds.withLock { $0.map(\.key) } }

    @Test func `a pending refund is not done, and is requested once`() async throws {
        peer.nextStatus.withLock { $0 = "pending" }
        #expect(try await refund() == .pending)
        #expect(try await refund() == .pending)
        peer.change(to: "succeeded")
        #expect(try await refund() == .returned)
        #expect(keys == ["refund-r"])
    }

    @Test(arguments: ["failed", "canceled"])
    func `a failed refund is requested again with another key`(failure: String) async throws {
        peer.nextStatus.withLock { $0 = failure }
        await #expect(throws: PaymentProviderError.refused("refund-failed")) { try await refund() }
        peer.nextStatus.withLock { $0 = "succeeded" }
        #expect(try await refund() == .returned)
        // Also one that fails after it had succeeded.
        peer.change(to: failure)
        #expect(try await refund() == .returned)
        #expect(keys == ["refund-r", "refund-r-1", "refund-r-2"])
    }

    @Test(arguments: ["refund.failed", "charge.refund.updated", "payment_intent.succeeded"])
    func `events of refunds name their payment`(type: String) throws {
        let body = Array(
            #"{"type":"\#(type)","data":{"object":{"metadata":{"payment":"payment"}}}}"#.utf8)
        let time = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)
        let code = Hexadecimal.encode(
            HMACSHA256.authenticationCode(for: Array("1700000000.".utf8) + body, key: Array("whsec".utf8)))
        #expect(try provider.payment(in: body, signature: "t=1700000000,v1=\(code)", at: time) == id)
    }
}
