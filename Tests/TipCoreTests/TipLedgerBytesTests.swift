import TestSupport
import Testing
import TipRules

@testable import TipCore

struct TipLedgerBytesTests {
    private func ledger(seed: UInt64) -> TipLedger {
        var device = RandomDevice(1, seed: seed)
        var other = RandomDevice(2, seed: seed)
        for moment in 0..<80 {
            _ = device.act(at: moment * 10)
            _ = other.act(at: moment * 10)
        }
        return device.machine.ledger.merged(with: other.machine.ledger)
    }

    @Test(arguments: UInt64(0)..<20)
    func `TD1: a ledger comes back from its bytes as it was`(seed: UInt64) throws {
        let ledger = ledger(seed: seed)
        #expect(try TipLedger(bytes: ledger.bytes) == ledger)
    }

    @Test(arguments: UInt64(0)..<6)
    func `TD1: bytes that are no ledger are refused, and never trap`(seed: UInt64) throws {
        let bytes = ledger(seed: seed).bytes
        var random = SplitMix64(seed: seed)
        for count in bytes.indices { #expect(throws: RuleError.self) { try TipLedger(bytes: Array(bytes[..<count])) } }
        for _ in 0..<500 {
            var bent = bytes
            bent[Int(random.next() % UInt64(bent.count))] = UInt8(truncatingIfNeeded: random.next())
            guard let read = try? TipLedger(bytes: bent) else { continue }
            #expect(try TipLedger(bytes: read.bytes) == read)
        }
    }

    @Test func `TD1: an empty ledger, and a count below zero`() throws {
        #expect(try TipLedger(bytes: TipLedger().bytes).isEmpty)
        #expect(throws: RuleError.negative(-1)) { try TipLedger(bytes: [1, 0, 1, 0, 0, 0]) }
        #expect(throws: RuleError.trailingBytes) { try TipLedger(bytes: TipLedger().bytes + [0]) }
    }
}
