import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

struct DeliveryPlanTests {
    private let began = Fixture.noon

    private func plan(attempts: Int, lasts: Int = 3_600, hasNext: Bool = false) -> DeliveryPlan {
        DeliveryPlan(
            began: began, expires: began.advanced(by: .seconds(lasts)), attempts: attempts, hasNext: hasNext)
    }

    private func after(_ seconds: Int) -> Timestamp { began.advanced(by: .seconds(seconds)) }

    @Test(arguments: zip([1, 2, 3, 4, 7, 8, 9, 60, 10_000], [2, 4, 8, 16, 128, 256, 300, 300, 300]))
    func `the wait doubles up to five minutes`(attempts: Int, seconds: Int) {
        #expect(DeliveryPlan.backoff(attempts) == .seconds(seconds))
    }

    @Test func `what the server took is done`() {
        #expect(plan(attempts: 1).step(after: .handedOver, at: began) == .end(outcome: "handed-over"))
    }

    @Test(arguments: [
        (DeliveryOutcome.gone, DeliveryPlan.Step.next(outcome: "gone", .isRemoved)),
        (.bounced(code: "mail-550"), .next(outcome: "mail-550", .needsConfirmation)),
        (.refused(code: "push-413"), .next(outcome: "push-413", .stays)),
    ])
    func `what would end the same way again is not repeated`(
        outcome: DeliveryOutcome, step: DeliveryPlan.Step
    ) {
        #expect(plan(attempts: 1).step(after: outcome, at: began) == step)
    }

    @Test(
        arguments: [
            // Now, the server's wish, and when it is tried again; without another kind of channel.
            (0, nil, 2), (0, 1, 2), (0, 30, 30), (100, 3_499, 3_599), (100, 3_500, nil), (3_597, nil, 3_599),
            (3_598, nil, nil),
        ] as [(Int, Int?, Int?)])
    func `a failed attempt is repeated as long as the notice is worth sending`(
        now: Int, wish: Int?, again: Int?
    ) {
        let outcome = DeliveryOutcome.failed(code: "push-503", retryAfter: wish.map { .seconds($0) })
        let step = again.map { DeliveryPlan.Step.retry(at: after($0), code: "push-503") }
        #expect(
            plan(attempts: 1).step(after: outcome, at: after(now)) == step
                ?? .next(outcome: "push-503", .stays))
    }

    @Test(arguments: [(58, nil, 60), (59, nil, nil), (0, 60, 60), (0, 61, nil)] as [(Int, Int?, Int?)])
    func `with another kind of channel a failing one is tried for a minute`(now: Int, wish: Int?, again: Int?)
    {
        let outcome = DeliveryOutcome.failed(code: "push-503", retryAfter: wish.map { .seconds($0) })
        let step = again.map { DeliveryPlan.Step.retry(at: after($0), code: "push-503") }
        #expect(
            plan(attempts: 1, hasNext: true).step(after: outcome, at: after(now))
                == step ?? .next(outcome: "push-503", .stays))
    }

    // MARK: - Choice of channels

    private func channel(_ kind: NoticeChannel.Kind, _ id: String, proof: Timestamp? = Fixture.noon) throws
        -> NoticeChannel
    {
        let address: NoticeChannel.Address =
            switch kind {
            case .push: .push(endpoint: "https://push.example/\(id)", key: [], secret: [])
            case .ntfy: .ntfy(url: "https://ntfy.example/\(id)", token: nil)
            case .gotify: .gotify(url: "https://gotify.example", token: id)
            case .mail: .mail("\(id)@example.org")
            }
        return NoticeChannel(
            id: try #require(NoticeChannelID(id)), person: Fixture.ada, address: address, label: "",
            since: Fixture.noon, proof: proof, failure: nil)
    }

    private func chosen(
        _ change: (inout NoticeSettings) -> Void = { _ in }, after step: NoticeChannel.Kind? = nil
    ) throws -> [String] {
        var settings = NoticeSettings()
        change(&settings)
        let channels = [
            try channel(.mail, "mail"), try channel(.push, "phone"), try channel(.ntfy, "topic"),
            try channel(.push, "laptop"),
        ]
        return DeliveryPlan.channels(
            for: .orderReady, settings, among: channels, after: step, at: Fixture.noon
        )
        .map(\.id.rawValue)
    }

    @Test func `all devices of the first kind get a notice, and kinds without one are passed over`() throws {
        #expect(try chosen() == ["phone", "laptop"])
        #expect(try chosen(after: .push) == ["topic"])
        #expect(try chosen(after: .ntfy) == ["mail"])
        #expect(try chosen(after: .gotify) == ["mail"])
        #expect(try chosen(after: .mail).isEmpty)
    }

    @Test func `the person's order and what is off count`() throws {
        #expect(try chosen { $0.order = [.gotify, .mail, .push, .ntfy] } == ["mail"])
        #expect(
            try chosen({ $0.order = [.gotify, .mail, .push, .ntfy] }, after: .mail) == ["phone", "laptop"])
        #expect(try chosen { $0.exclusions = [.init(.orderReady, .push)] } == ["topic"])
        #expect(try chosen { $0.exclusions = [.init(.clockIn, .push)] } == ["phone", "laptop"])
    }

    @Test func `when every device of a kind is doubtful, the next kind gets a notice too`() throws {
        let old = Fixture.noon.advanced(by: .zero - NoticeChannel.proofLasts - .seconds(1))
        let lost = [
            try channel(.push, "phone", proof: old), try channel(.ntfy, "topic"), try channel(.mail, "mail"),
        ]
        func chosen(_ channels: [NoticeChannel]) -> [String] {
            DeliveryPlan.channels(
                for: .orderReady, NoticeSettings(), among: channels, after: nil, at: Fixture.noon
            )
            .map(\.id.rawValue)
        }
        #expect(chosen(lost) == ["phone", "topic"])
        #expect(chosen(try [channel(.push, "laptop")] + lost) == ["laptop", "phone"])
    }

    @Test func `an address that is not confirmed gets nothing, and one without proof of life still does`()
        throws
    {
        let old = Fixture.noon.advanced(by: .zero - NoticeChannel.proofLasts - .seconds(1))
        let channels = [try channel(.mail, "mail", proof: nil), try channel(.push, "phone", proof: old)]
        let later = DeliveryPlan.channels(
            for: .orderReady, NoticeSettings(), among: channels, after: nil, at: Fixture.noon)
        #expect(later.map(\.id.rawValue) == ["phone"])
        #expect(later.first?.state(at: Fixture.noon) == .doubtful)
        #expect(
            DeliveryPlan.channels(
                for: .orderReady, NoticeSettings(), among: channels, after: .push, at: Fixture.noon
            ).isEmpty)
    }
}
