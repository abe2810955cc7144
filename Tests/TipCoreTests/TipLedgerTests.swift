import TestSupport
import Testing
import TipRules

@testable import TipCore

struct TipLedgerTests {
    private func ledgers(seed: UInt64, resets: Bool = true) -> [TipLedger] {
        (UInt64(1)...3).map { number in
            var device = RandomDevice(number, seed: seed)
            for moment in 0..<60 { _ = device.act(at: moment * 10, resets: resets) }
            return device.machine.ledger
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `TD1: joining is commutative, associative and idempotent, resets included`(seed: UInt64) {
        let all = ledgers(seed: seed)
        let (a, b, c) = (all[0], all[1], all[2])
        #expect(a.merged(with: a) == a)
        #expect(a.merged(with: b) == b.merged(with: a))
        #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
        #expect(a.merged(with: b).merged(with: a) == a.merged(with: b))
        #expect(a.merged(with: TipLedger()) == a)
    }

    @Test func `TD1: of two values of one moment and writer the same one holds on both sides`() {
        let time = HybridTime(time: second(0), counter: 1, replica: replica(1))
        let low = ParameterRecord(value: .integer(1), time: time)
        let high = ParameterRecord(value: .integer(2), time: time)
        for (known, arrived) in [(low, high), (high, low)] {
            var record = known
            record.merge(arrived)
            #expect(record == high)
        }
    }

    @Test(arguments: UInt64(0)..<30)
    func `TD1: three devices end alike, whatever order changes come in, twice or late`(seed: UInt64) {
        var devices = (UInt64(1)...3).map { RandomDevice($0, seed: seed) }
        var random = SplitMix64(seed: seed)
        // What is on its way to each device; a partition is that nothing is taken from it for long.
        var inboxes: [[TipLedger]] = [[], [], []]
        for moment in 0..<300 {
            let actor = Int(random.next() % 3)
            let delta = devices[actor].act(at: moment * 5)
            for other in 0..<3 where other != actor { inboxes[other].append(delta) }
            let receiver = Int(random.next() % 3)
            let isCutOff = moment / 60 % 3 == receiver
            if !isCutOff, !inboxes[receiver].isEmpty {
                let index = Int(random.next() % UInt64(inboxes[receiver].count))
                let taken = inboxes[receiver][index]
                if random.next() % 3 > 0 { inboxes[receiver].remove(at: index) }
                _ = devices[receiver].machine.merge(taken, at: second(moment * 5))
            }
        }
        for receiver in 0..<3 {
            for delta in inboxes[receiver].shuffled(using: &random) + inboxes[receiver] {
                _ = devices[receiver].machine.merge(delta, at: second(2_000))
            }
        }
        #expect(devices[0].machine.ledger == devices[1].machine.ledger)
        #expect(devices[1].machine.ledger == devices[2].machine.ledger)
    }

    @Test(arguments: UInt64(0)..<20)
    func `TD1: without resets nothing that was counted is lost or counted twice`(seed: UInt64) {
        var devices = (UInt64(1)...3).map { RandomDevice($0, seed: seed) }
        var donations = 0
        var displays: Int64 = 0
        for moment in 0..<100 {
            for index in 0..<3 {
                let delta = devices[index].act(at: moment, resets: false)
                donations += delta.donationCount
                displays += delta.tips.values.contains { $0.displayCount > 0 } ? 1 : 0
            }
        }
        let all = devices.map(\.machine.ledger)
        let joined = all[0].merged(with: all[1]).merged(with: all[2]).merged(with: all[0])
        #expect(donations > 0)
        #expect(joined.donationCount == donations)
        #expect(joined.tips.values.reduce(0) { $0 + $1.displayCount } == displays)
    }

    @Test(arguments: UInt64(0)..<20)
    func `TD1 T56: devices that keep few donations come to the same few, in whatever order they hear of them`(
        seed: UInt64
    ) {
        var devices = (UInt64(1)...3).map { RandomDevice($0, seed: seed) }
        for index in devices.indices {
            for name in ["a", "b", "c"] as [RuleText] {
                devices[index].machine.declare(EventDefinition(maximumCount: 4), named: name)
            }
        }
        var random = SplitMix64(seed: seed)
        func tell(_ from: Int, _ to: Int, at moment: Int) {
            _ = devices[to].machine.merge(devices[from].machine.ledger, at: second(moment))
        }
        for moment in 0..<300 {
            _ = devices[Int(random.next() % 3)].act(at: moment * 5)
            let (from, to) = (Int(random.next() % 3), Int(random.next() % 3))
            if random.next() % 4 == 0 { tell(from, to, at: moment * 5) }
        }
        for _ in 0..<2 { for from in 0..<3 { for to in 0..<3 { tell(from, to, at: 2_000) } } }
        let ledgers = devices.map(\.machine.ledger)
        #expect(ledgers[0] == ledgers[1])
        #expect(ledgers[1] == ledgers[2])
        #expect(ledgers[0].events.values.allSatisfy { $0.count <= 4 })
    }

    @Test func `TD1: the earliest end gives the reason, then the device`() {
        func ended(_ reason: Tips.InvalidationReason, _ number: UInt64, _ seconds: Int) -> TipLedger {
            var ledger = TipLedger()
            var record = TipRecord()
            record.invalidation = .init(time: second(seconds), replica: replica(number), reason: reason)
            ledger.note(record, of: "tip")
            return ledger
        }
        let joined = ended(.tipClosed, 1, 20).merged(with: ended(.actionPerformed, 2, 10))
        #expect(joined.tips["tip"]?.invalidation?.reason == .actionPerformed)
        let tied = ended(.tipClosed, 3, 10).merged(with: ended(.displayCountExceeded, 2, 10))
        #expect(tied.tips["tip"]?.invalidation?.reason == .displayCountExceeded)
    }

    @Test func `TD1: the last writer of a parameter wins, also one whose clock is behind`() {
        var (one, two) = (TipStateMachine(replica: replica(1)), TipStateMachine(replica: replica(2)))
        let first = one.set(.text("early"), forParameter: "p", at: second(1_000))
        _ = two.merge(first.delta, at: second(0))
        let later = two.set(.text("late"), forParameter: "p", at: second(0))
        _ = one.merge(later.delta, at: second(1_001))
        #expect(one.value(ofParameter: "p") == .text("late"))
        #expect(one.ledger == two.ledger)
    }

    @Test func `TD1: what belongs to an older count is dropped`() {
        var (one, two) = (TipStateMachine(replica: replica(1)), TipStateMachine(replica: replica(2)))
        let old = two.donate(to: "event", at: second(0))
        _ = one.merge(old.delta, at: second(0))
        let deleted = one.deleteDonations(of: "event")
        _ = one.merge(two.donate(to: "event", at: second(1)).delta, at: second(1))
        #expect(one.ledger.events["event"]?.count == 0)
        _ = two.merge(deleted.delta, at: second(2))
        _ = one.merge(two.donate(to: "event", at: second(3)).delta, at: second(3))
        #expect(one.ledger.events["event"]?.count == 1)
        #expect(one.ledger == two.ledger)
    }

    @Test func `T15 T16: a reset erases tips, events and parameters everywhere`() {
        var (one, two) = (TipStateMachine(replica: replica(1)), TipStateMachine(replica: replica(2)))
        _ = two.donate(to: "event", at: second(0))
        _ = two.set(.boolean(true), forParameter: "p", at: second(0))
        _ = two.invalidate("tip", reason: .tipClosed, at: second(0))
        _ = two.merge(one.reset().delta, at: second(1))
        #expect(two.ledger == one.ledger)
        #expect(two.ledger.donationCount == 0)
        #expect(two.value(ofParameter: "p") == .null)
    }

    @Test func `TD1: after a donation was deleted its number is not used again`() {
        var machine = TipStateMachine(replica: replica(1))
        let first = machine.donate(to: "event", at: second(0)).delta
        _ = machine.deleteDonations(of: "event")
        let second = machine.donate(to: "event", at: TipCoreTests.second(0)).delta
        #expect(first.events["event"]?[0].sequence == 0)
        #expect(second.events["event"]?[0].sequence == 1)
    }

    @Test(arguments: UInt64(0)..<10)
    func `TD1: columns joined in one pass hold what a set would`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func donations(_ count: Int) -> [EventRecord.Donation] {
            (0..<count).map { _ in
                let sequence = Int64(random.next() % 50)
                let writer = random.next() % 3
                return EventRecord.Donation(
                    time: second(Int(sequence) / 3), replica: replica(writer), sequence: sequence,
                    payload: .integer(sequence % 4 + Int64(random.next() % 2)))
            }
        }
        func record(_ donations: [EventRecord.Donation]) -> EventRecord {
            var record = EventRecord()
            for donation in donations { record.insert(donation) }
            return record
        }
        let (left, right) = (donations(60), donations(60))
        var joined = record(left)
        joined.merge(record(right))
        #expect(joined == record(left + right))
        #expect(joined == record((left + right).reversed()))
        let keys = Set((left + right).map { [Int64($0.replica.rawValue), $0.sequence] })
        #expect(joined.count == keys.count)
    }
}
