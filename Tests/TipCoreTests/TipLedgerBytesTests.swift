import Foundation
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
        for count in bytes.indices {
            #expect(throws: RuleError.self) { try TipLedger(bytes: Array(bytes[..<count])) }
        }
        for _ in 0..<500 {
            var bent = bytes
            bent[Int(random.next() % UInt64(bent.count))] = UInt8(truncatingIfNeeded: random.next())
            guard let read = try? TipLedger(bytes: bent) else { continue }
            #expect(try TipLedger(bytes: read.bytes) == read)
        }
    }

    @Test func `TD1: a name that comes twice is refused, so that bytes are never joined again and again`()
        throws
    {
        var ledger = TipLedger()
        for name in ["a", "b"] as [RuleText] {
            ledger.note(TipRecord(epoch: 1), of: TipID(name: name))
            ledger.note(EventRecord(epoch: 1), of: name)
        }
        for (bytes, place) in [(ledger.bytes, 1), (ledger.bytes, 2)] {
            var bent = bytes
            let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "b") }
            bent[places[place - 1]] = UInt8(ascii: "a")
            #expect(throws: RuleError.outOfOrder) { try TipLedger(bytes: bent) }
        }
    }

    @Test func `TD1: a large payload that thousands of donations have is looked at once`() throws {
        let small = try secondsToRead(payloadLength: 1)
        let large = try secondsToRead(payloadLength: 130_000)
        #expect(large < 3 * small)
    }

    /// The time that the processor needs to read a ledger of many donations with one payload.
    ///
    /// Other work on the machine, and how fast it is, are no part of it.
    private func secondsToRead(payloadLength: Int) throws -> Double {
        var record = EventRecord()
        let payload = RuleValue.text(RuleText(utf8: Array(repeating: 97, count: payloadLength)))
        let number = record.numberPayload(payload)
        for sequence in 0..<30_000 as Range<Int64> {
            record.append(
                time: second(Int(sequence)), replica: replica(1), sequence: sequence, payloadNumber: number)
        }
        var ledger = TipLedger()
        ledger.note(record, of: "event")
        let start = processorSeconds
        var read = try TipLedger(bytes: ledger.bytes)
        #expect(read.removeFuture(after: second(20_000)).donationCount == 9_999)
        #expect(read.donationCount == 20_001)
        return processorSeconds - start
    }

    /// What this thread has been given of a processor so far.
    private var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `TD1 T56: of what was trimmed nothing is in the bytes, and equal ledgers have equal bytes`()
        throws
    {
        var machine = TipStateMachine(replica: replica(1))
        machine.declare(EventDefinition(maximumCount: 2), named: "event")
        for number in 0..<6 {
            _ = machine.donate(.text(RuleText("secret-\(number)")), to: "event", at: second(number))
        }
        let bytes = machine.ledger.bytes
        #expect(bytes.filter { $0 == UInt8(ascii: "-") }.count == 2)
        let again = try TipLedger(bytes: bytes)
        #expect(again == machine.ledger)
        #expect(again.bytes == bytes)
        let (one, two) = (ledger(seed: 1), ledger(seed: 2))
        #expect(one.merged(with: two).bytes == two.merged(with: one).bytes)
    }

    @Test func `TD1: not-a-number travels as no value, so that it is not news each time`() throws {
        var machine = TipStateMachine(replica: replica(1))
        _ = machine.set(.number(.nan), forParameter: "p", at: second(0))
        _ = machine.donate(.list([.number(.nan)]), to: "e", at: second(0))
        let read = try TipLedger(bytes: machine.ledger.bytes)
        #expect(read.parameters["p"]?.value == .null)
        #expect(read.merged(with: read) == read)
        // As somebody else may write it.
        var bytes = RuleValue.number(1.5).bytes
        bytes.replaceSubrange(2..., with: [0, 0, 0, 0, 0, 0, 0xF8, 0x7F])
        #expect(try RuleValue(bytes: bytes) == .null)
    }

    @Test func `T15 T33 T65: at the most resets there can be, bytes can still be read`() throws {
        var ledger = TipLedger(epoch: TipLedger.mostResets)
        ledger.note(TipRecord(epoch: TipLedger.mostResets), of: "tip")
        ledger.note(EventRecord(epoch: TipLedger.mostResets), of: "event")
        var machine = TipStateMachine(ledger: ledger, replica: replica(1))
        _ = machine.resetEligibility(of: "tip", at: second(0))
        _ = machine.deleteDonations(of: "event")
        #expect(try TipLedger(bytes: machine.ledger.bytes) == machine.ledger)
        _ = machine.reset()
        #expect(try TipLedger(bytes: machine.ledger.bytes) == machine.ledger)
    }

    @Test func `TD1: an empty ledger, and a count below zero`() throws {
        #expect(try TipLedger(bytes: TipLedger().bytes).isEmpty)
        #expect(throws: RuleError.negative(-1)) { try TipLedger(bytes: [1, 0, 1, 0, 0, 0]) }
        #expect(throws: RuleError.trailingBytes) { try TipLedger(bytes: TipLedger().bytes + [0]) }
    }
}
