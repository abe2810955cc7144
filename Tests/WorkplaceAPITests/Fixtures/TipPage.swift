import Cryptography
import Essentials
import HTTPCore
import JSON
import TestSupport
import TipCore
import TipRules
import WorkplaceFixtures

/// A device that shows tips to one person: a machine, what of it the server has acknowledged, and a link that can fail.
struct TipPage {
    let device: TipReplica
    var machine: TipStateMachine
    var cursor: Int64 = 0
    private var hasNews = false
    private var random: SplitMix64
    private let clockSkew: Int64
    private let names: [RuleText] = ["a", "b", "c"]

    init(_ number: UInt64, seed: UInt64) {
        random = SplitMix64(seed: seed &* 31 &+ number)
        device = TipReplica(device: number << 8)
        machine = TipStateMachine(replica: device)
        clockSkew = Int64(random.next() % 400) - 200
        for name in names { machine.declare(TipDefinition(id: TipID(name: name), maximumDisplayCount: 3)) }
    }

    private mutating func number(_ limit: UInt64) -> UInt64 { random.next() % limit }

    /// Does something so many seconds after the fixture's noon.
    ///
    /// - Returns: What it changed.
    mutating func act(at seconds: Int64) -> TipLedger {
        let now = RuleTime(
            microseconds: (Fixture.noon.millisecondsSinceEpoch + (seconds + clockSkew) * 1_000) * 1_000)
        let name = names[Int(number(3))]
        let tip = TipID(name: name)
        hasNews = true
        switch number(40) {
        case 0..<14:
            let payload = RuleValue.integer(Int64(number(3)))
            return machine.donate(payload, to: name, at: now).delta
        case 14..<20:
            return machine.set(.integer(Int64(number(5))), forParameter: name, at: now).delta
        case 20..<28:
            var delta = machine.beginAppearance(of: tip, on: "s", at: now).change.delta
            delta.merge(
                machine.endAppearance(of: tip, on: "s", at: now.advanced(byMicroseconds: 7_000_000)).delta)
            return delta
        case 28..<36: return machine.invalidate(tip, reason: .tipClosed, at: now).delta
        case 36: return machine.deleteDonations(of: name).delta
        case 37, 38: return machine.resetEligibility(of: tip, at: now).delta
        default: return machine.reset().delta
        }
    }

    /// Exchanges with the server; when the answer is lost, the server has taken what was sent all the same.
    mutating func exchange(
        with bench: APIFixture, as client: Client, losesAnswer: Bool = false
    ) async throws {
        let changes = hasNews ? machine.ledger : nil
        let answer = try await bench.post(
            "/api/v1/tips/ledger", body(changes), as: client)
        guard answer.status == 200, let cursor = answer["cursor"]?.number else {
            throw Missing(what: "an answer to an exchange: \(answer.text)")
        }
        guard !losesAnswer else { return }
        self.cursor = cursor
        hasNews = false
        guard let text = answer["changes"]?.text else { return }
        guard let bytes = Base64.decode(text) else { throw Missing(what: "Base64 in \(text)") }
        let received = try TipLedger(bytes: bytes)
        _ = machine.merge(received, at: RuleTime(microseconds: .max))
        hasNews = machine.ledger != received
    }

    /// The body of an exchange.
    func body(_ changes: TipLedger?) -> String {
        Self.body(device: device, cursor: cursor, changes: changes.map { Base64.encode($0.bytes) })
    }

    static func body(
        device: TipReplica = TipReplica(device: 0x100), cursor: Int64 = 0, changes: String? = nil
    ) -> String {
        let digits = String(device.rawValue, radix: 16)
        let number = String(repeating: "0", count: 16 - digits.count) + digits
        let changes = changes.map { "\"\($0)\"" } ?? "null"
        return """
            {"device": "\(number)", "platform": "web", "language": "pt-BR", "cursor": \(cursor), "changes": \(changes)}
            """
    }
}
