import Essentials
import TestSupport
import Testing
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct TipServiceTests {
    @Test func `a device that knows nothing gets all, and one that knows all gets nothing`() async throws {
        try await withTips { bench in
            let first = try await bench.exchange(bench.donation())
            #expect(first.changes == nil)
            let second = try await bench.exchange(nil, device: 0x200)
            #expect(try second.ledger() == bench.donation())
            #expect(second.cursor == first.cursor)
            let again = try await bench.exchange(nil, cursor: second.cursor, device: 0x200)
            #expect(again == TipExchangeAnswer(cursor: second.cursor, changes: nil))
        }
    }

    @Test func `a device that has lost nothing and knows of nothing gets nothing`() async throws {
        try await withTips { bench in
            let answer = try await bench.exchange(nil)
            #expect(answer == TipExchangeAnswer(cursor: 0, changes: nil))
        }
    }

    @Test func `TD1: the same changes again change nothing, and the revision stays`() async throws {
        try await withTips { bench in
            let changes = bench.donation()
            let first = try await bench.exchange(changes)
            bench.clock.advance(by: .seconds(60))
            let kept = try await bench.store.read { try $0.tipLedger(of: TipBench.ada) }
            let again = try await bench.exchange(changes)
            #expect(again.cursor == first.cursor)
            #expect(try await bench.store.read { try $0.tipLedger(of: TipBench.ada) } == kept)
        }
    }

    @Test func `revisions only grow, also when the clock is set back and when they are made at once`()
        async throws
    {
        try await withTips { bench in
            var last: Int64 = 0
            for sequence in 0..<5 {
                let cursor = try await bench.exchange(bench.donation(sequence: Int64(sequence))).cursor
                #expect(cursor > last)
                last = cursor
            }
            let later = KeptTipLedger(revision: last + 1_000_000, bytes: TipLedger().bytes)
            try await bench.store.write { try $0.set(later, of: TipBench.ada) }
            #expect(try await bench.exchange(bench.donation()).cursor == later.revision + 1)
        }
    }

    @Test func `a device with a cursor that the server does not know gets all, even when that is nothing`()
        async throws
    {
        try await withTips { bench in
            let lost = try await bench.exchange(nil, cursor: 17)
            #expect(try lost.ledger() == TipLedger())
            #expect(lost.cursor == 0)
            let known = try await bench.exchange(bench.donation(), cursor: 17)
            #expect(try known.ledger() == bench.donation())
        }
    }

    @Test func `fifty exchanges at once all count`() async throws {
        try await withTips { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in UInt64(1)...50 {
                    group.addTask {
                        let device = number << 8
                        try await bench.exchange(
                            bench.donation(by: device, sequence: Int64(number)), device: device)
                    }
                }
                try await group.waitForAll()
            }
            let kept = try #require(try await bench.ledger())
            #expect(kept.donationCount == 50)
        }
    }

    @Test func `a person's ledger is nobody else's`() async throws {
        try await withTips { bench in
            try await bench.exchange(bench.donation())
            let other = try await bench.exchange(nil, of: Fixture.grace)
            #expect(other == TipExchangeAnswer(cursor: 0, changes: nil))
            let left = try await bench.ledger(of: Fixture.grace)
            #expect(left == nil)
        }
    }

    // MARK: - Limits

    @Test func `T55: donations beyond what the event keeps are dropped, the oldest first`() async throws {
        let limits = TipLimits(events: [
            "few": EventDefinition(maximumCount: 3), "short": EventDefinition(maximumAge: .days(1)),
        ])
        try await withTips(limits) { bench in
            var changes = TipLedger()
            for day in Int64(0)..<5 {
                changes.merge(bench.donation(to: "few", sequence: day, seconds: -86_400 * day))
                changes.merge(bench.donation(to: "short", sequence: day, seconds: -86_400 * day))
            }
            try await bench.exchange(changes)
            let kept = try #require(try await bench.ledger())
            #expect(kept.events["few"].map { few in (0..<few.count).map { few[$0].sequence } } == [2, 1, 0])
            #expect(
                kept.events["short"].map { short in (0..<short.count).map { short[$0].sequence } } == [1, 0])
        }
    }

    @Test func `TA10: an event that stays on the device is refused, and named`() async throws {
        try await withTips(TipLimits(deviceEvents: ["area.visited", "z"])) { bench in
            var changes = bench.donation(to: "area.visited")
            changes.merge(bench.donation(to: "z"))
            changes.merge(bench.donation())
            await #expect(throws: TipRefusal.staysOnDevice(["area.visited", "z"])) {
                try await bench.exchange(changes)
            }
            let left = try await bench.ledger()
            #expect(left == nil)
        }
    }

    @Test func `TA10: what the server knows of an event that stays on the device from now on is dropped`()
        async throws
    {
        try await withTips { bench in
            try await bench.exchange(bench.donation(to: "area.visited"))
            let stricter = TipBench(bench.store, limits: TipLimits(deviceEvents: ["area.visited"]))
            try await stricter.exchange(bench.donation())
            let left = try await bench.ledger()
            #expect(left == bench.donation())
        }
    }

    @Test(arguments: [(86_400, true), (86_401, false)])
    func `what lies more than a day ahead is refused, with the server's time`(
        seconds: Int64, isTaken: Bool
    ) async throws {
        try await withTips { bench in
            var appearance = TipRecord(
                epoch: 0, invalidation: nil,
                firstAppearance: .init(time: bench.time(seconds), isExempt: false), displays: [])
            var changes = [bench.donation(seconds: seconds), TipLedger(), TipLedger(), TipLedger()]
            changes[1].note(appearance, of: "tip")
            appearance = TipRecord(
                epoch: 0,
                invalidation: .init(
                    time: bench.time(seconds), replica: TipReplica(device: 0x100), reason: .tipClosed),
                firstAppearance: nil, displays: [])
            changes[2].note(appearance, of: "tip")
            let set = HybridTime(time: bench.time(seconds), counter: 0, replica: TipReplica(device: 0x100))
            changes[3].note(ParameterRecord(value: .boolean(true), time: set), of: "parameter")
            for change in changes {
                if isTaken {
                    try await bench.exchange(change)
                } else {
                    await #expect(throws: TipRefusal.clockAhead(now: Fixture.noon)) {
                        try await bench.exchange(change)
                    }
                }
            }
            #expect((try await bench.ledger() != nil) == isTaken)
        }
    }

    @Test(arguments: [[], [0], [1, 0], [1, 0, 0, 0, 0, 0, 0], [255]] as [[UInt8]])
    func `bytes that are no ledger are refused`(bytes: [UInt8]) async throws {
        try await withTips { bench in
            await #expect(throws: TipRefusal.self) { try await bench.exchange(bytes: bytes) }
            let left = try await bench.ledger()
            #expect(left == nil)
        }
    }

    @Test func `numbers that cannot come about are refused`() async throws {
        try await withTips { bench in
            let replica = TipReplica(device: 0x100)
            let tips = [
                TipRecord(epoch: 2_000_000_000, invalidation: nil, firstAppearance: nil, displays: []),
                TipRecord(
                    epoch: 0, invalidation: nil, firstAppearance: nil,
                    displays: [.init(replica: replica, count: 1_000_001, microseconds: 0)]),
                TipRecord(
                    epoch: 0, invalidation: nil, firstAppearance: nil,
                    displays: [.init(replica: replica, count: 1, microseconds: .max)]),
            ]
            var changes = tips.map { record in
                var ledger = TipLedger()
                ledger.note(record, of: "tip")
                return ledger
            }
            changes.append(TipLedger(epoch: 2_000_000_000))
            var event = TipLedger()
            event.note(EventRecord(epoch: 2_000_000_000), of: "event")
            for change in changes + [event] {
                await #expect(throws: TipRefusal.impossible) { try await bench.exchange(change) }
            }
            let left = try await bench.ledger()
            #expect(left == nil)
        }
    }

    @Test func `more writers than are kept apart are refused, and what was known stays`() async throws {
        try await withTips { bench in
            func record(_ numbers: Range<UInt64>) -> TipLedger {
                var ledger = TipLedger()
                ledger.note(
                    TipRecord(
                        epoch: 0, invalidation: nil, firstAppearance: nil,
                        displays: numbers.map {
                            .init(replica: TipReplica(rawValue: $0 << 8), count: 1, microseconds: 0)
                        }), of: "tip")
                return ledger
            }
            try await bench.exchange(record(0..<512))
            let known = try await bench.ledger()
            await #expect(throws: TipRefusal.tooManyDevices) { try await bench.exchange(record(512..<513)) }
            let left = try await bench.ledger()
            #expect(left == known)
        }
    }

    @Test func `a ledger is no larger than what is kept of a person, whole or joined`() async throws {
        try await withTips { bench in
            func parameters(_ name: String, bytes: Int) -> TipLedger {
                var ledger = TipLedger()
                let time = HybridTime(time: bench.time(0), counter: 0, replica: TipReplica(device: 0x100))
                ledger.note(
                    ParameterRecord(
                        value: .text(RuleText(utf8: Array(repeating: 97, count: bytes))), time: time),
                    of: RuleText(name))
                return ledger
            }
            await #expect(throws: TipRefusal.tooLarge) {
                try await bench.exchange(parameters("a", bytes: TipLimits.mostBytes))
            }
            try await bench.exchange(parameters("a", bytes: TipLimits.mostBytes / 2))
            let known = try await bench.ledger()
            await #expect(throws: TipRefusal.tooLarge) {
                try await bench.exchange(parameters("b", bytes: TipLimits.mostBytes / 2))
            }
            let left = try await bench.ledger()
            #expect(left == known)
        }
    }

    @Test func `a donation that is too old goes, also when devices send nothing new`() async throws {
        try await withTips(TipLimits(events: ["short": EventDefinition(maximumAge: .days(1))])) { bench in
            let first = try await bench.exchange(bench.donation(to: "short"))
            bench.clock.advance(by: .seconds(2 * 86_400))
            let all = try await bench.exchange(nil, device: 0x200).ledger()
            #expect(all?.donationCount == 0)
            let known = try await bench.exchange(nil, cursor: first.cursor)
            #expect(known.changes != nil)
            #expect(known.cursor > first.cursor)
        }
    }

    @Test func `T98: the feed tells a person's pages that another device has something new, and not what`()
        async throws
    {
        try await withTips { bench in
            try await bench.exchange(bench.donation())
            #expect(try await bench.told().isEmpty, "there is nobody to tell")
            let second = try await bench.exchange(nil, device: 0x200)
            #expect(try await bench.told().isEmpty, "nothing has changed")
            let change = bench.donation(by: 0x200, seconds: 1)
            let third = try await bench.exchange(change, cursor: second.cursor, device: 0x200)
            let entry = #"tips {"cursor":\#(third.cursor)}"#
            #expect(try await bench.told() == [entry])
            try await bench.exchange(change, cursor: third.cursor, device: 0x200)
            try await bench.exchange(bench.donation(), device: 0x300, of: Fixture.grace)
            #expect(try await bench.told() == [entry])
        }
    }

    @Test func `T98: however often devices exchange, the feed keeps the last change of each person alone`()
        async throws
    {
        try await withTips { bench in
            let order = FeedChange(topic: .person(TipBench.ada), kind: "order", body: "{}")
            try await bench.store.write { try $0.append(order, at: Fixture.noon) }
            try await bench.exchange(bench.donation())
            try await bench.exchange(bench.donation(), of: Fixture.grace)
            var cursor: Int64 = 0
            for sequence in Int64(0)..<20 {
                let change = bench.donation(by: 0x200, sequence: sequence, seconds: sequence + 1)
                cursor = try await bench.exchange(change, cursor: cursor, device: 0x200).cursor
                try await bench.exchange(change, device: 0x200, of: Fixture.grace)
            }
            #expect(try await bench.told() == ["order {}", #"tips {"cursor":\#(cursor)}"#])
            let bounds = try await bench.store.read { try $0.feedBounds() }
            #expect(bounds == FeedBounds(first: 1, last: 41), "no number is given twice")
        }
    }

    @Test func `TA9: the feed tells a person's pages that all was erased`() async throws {
        try await withTips { bench in
            try await bench.desk.erase(TipBench.ada)
            #expect(try await bench.told().isEmpty, "no page knows anything")
            try await bench.exchange(bench.donation())
            try await bench.desk.erase(TipBench.ada)
            let cursor = try #require(try await bench.store.read { try $0.tipLedger(of: TipBench.ada) })
                .revision
            #expect(try await bench.told() == [#"tips {"cursor":\#(cursor)}"#])
        }
    }

    @Test func `trimming drops what is too old, and what stays on the device from now on`() async throws {
        try await withTips { bench in
            var changes = bench.donation(to: "short")
            changes.merge(bench.donation(to: "here"))
            changes.merge(bench.donation(to: "kept"))
            try await bench.exchange(changes)
            try await bench.exchange(bench.donation(to: "here"), of: Fixture.grace)
            let limits = TipLimits(
                events: ["short": EventDefinition(maximumAge: .days(1))], deviceEvents: ["here"])
            let now = bench.clock.timestamp.advanced(by: .seconds(2 * 86_400))
            let desk = TipService(store: bench.store, limits: { limits }, now: { now })
            try await desk.trim()
            let left = try #require(try await bench.ledger())
            #expect(left.events["short"]?.count == 0)
            #expect(left.events["here"] == nil)
            #expect(left.events["kept"]?.count == 1)
            let other = try #require(try await bench.ledger(of: Fixture.grace))
            #expect(other.events.isEmpty)
        }
    }

    @Test func `the largest number of resets that is taken can be erased, and the device goes on`()
        async throws
    {
        try await withTips { bench in
            let most = TipLedger.believedResets
            try await bench.exchange(TipLedger(epoch: most))
            try await bench.desk.erase(TipBench.ada)
            try await bench.exchange(TipLedger(epoch: most + 1))
            let left = try await bench.ledger()
            #expect(left?.epoch == most + 1)
            await #expect(throws: TipRefusal.impossible) {
                try await bench.exchange(TipLedger(epoch: 2 * most + 2))
            }
        }
    }

    // MARK: - Devices

    @Test func `a device is noted with its last day, and the one unseen for longest makes room`() async throws
    {
        try await withTips { bench in
            for number in 1...TipDevice.mostOfPerson {
                try await bench.exchange(nil, device: UInt64(number) << 8)
                if number == 1 { bench.clock.advance(by: .seconds(86_400)) }
            }
            let full = try await devices(bench)
            #expect(full.count == TipDevice.mostOfPerson)
            #expect(full.last?.id.rawValue == 0x100)
            try await bench.exchange(nil, device: 0xFF00_0000)
            let next = try await devices(bench)
            #expect(next.count == TipDevice.mostOfPerson)
            #expect(!next.contains { $0.id.rawValue == 0x100 })
            #expect(next.contains { $0.id.rawValue == 0xFF00_0000 && $0.lastSeen == Self.day(1) })
        }
    }

    @Test(arguments: [(365, true), (366, false)])
    func `a person's tips are forgotten a year after a device was seen`(days: Int, isKept: Bool) async throws
    {
        try await withTips { bench in
            try await bench.exchange(bench.donation())
            bench.clock.advance(by: .seconds(86_400 * days))
            let now = bench.clock.timestamp
            try await Housekeeping(store: bench.store, clock: bench.clock, now: { now }).clean()
            #expect((try await bench.ledger() != nil) == isKept)
            #expect(try await devices(bench).isEmpty == !isKept)
        }
    }

    // MARK: - Erasing

    @Test func `TA9: erasing takes all, and other devices drop theirs with their next exchange`() async throws
    {
        try await withTips { bench in
            let first = try await bench.exchange(bench.donation())
            try await bench.desk.erase(TipBench.ada)
            let left = try await bench.ledger()
            #expect(left == TipLedger(epoch: 1))
            #expect(try await devices(bench).isEmpty)
            // What the other device still sends is void.
            let answer = try await bench.exchange(
                bench.donation(by: 0x200), cursor: first.cursor, device: 0x200)
            #expect(try answer.ledger() == TipLedger(epoch: 1))
            var onDevice = bench.donation(by: 0x200)
            onDevice.merge(try TipLedger(bytes: try #require(answer.changes)))
            #expect(onDevice == TipLedger(epoch: 1))
        }
    }

    @Test func `TA9: what is damaged can be erased`() async throws {
        try await withTips { bench in
            try await bench.store.write {
                try $0.set(KeptTipLedger(revision: 5, bytes: [9, 9]), of: TipBench.ada)
            }
            let damage = StoreError.damagedRow(table: "tip_ledgers", id: nil)
            await #expect(throws: damage) { try await bench.exchange(bench.donation()) }
            try await bench.desk.erase(TipBench.ada)
            let answer = try await bench.exchange(bench.donation())
            #expect(answer.cursor > 5)
            let left = try #require(try await bench.ledger())
            #expect(left.events.isEmpty)
            try await bench.store.write {
                try $0.set(KeptTipLedger(revision: 99, bytes: [9, 9]), of: TipBench.ada)
            }
            bench.clock.advance(by: .seconds(60))
            try await bench.desk.erase(TipBench.ada)
            let later = try #require(try await bench.ledger())
            #expect(later.epoch > left.epoch)
        }
    }

    @Test func `TA9: that something was erased is never forgotten`() async throws {
        try await withTips { bench in
            try await bench.exchange(bench.donation())
            try await bench.desk.erase(TipBench.ada)
            bench.clock.advance(by: .seconds(800 * 86_400))
            let now = bench.clock.timestamp
            try await Housekeeping(store: bench.store, clock: bench.clock, now: { now }).clean()
            let left = try await bench.ledger()
            #expect(left == TipLedger(epoch: 1))
        }
    }

    @Test func `TA9: that something was erased is not forgotten with what came after it`() async throws {
        try await withTips { bench in
            let before = try await bench.exchange(bench.donation())
            try await bench.desk.erase(TipBench.ada)
            var after = TipLedger(epoch: 1)
            after.note(try #require(bench.donation(by: 0x200).events.first).value, of: "goal")
            let used = try await bench.exchange(after, device: 0x200)
            bench.clock.advance(by: .seconds(800 * 86_400))
            let now = bench.clock.timestamp
            try await Housekeeping(store: bench.store, clock: bench.clock, now: { now }).clean()
            #expect(try await bench.ledger() == TipLedger(epoch: 1))
            // A device from before it all was erased brings nothing back, and one that comes back is told anew.
            let old = try await bench.exchange(bench.donation(), cursor: before.cursor)
            #expect(try old.ledger() == TipLedger(epoch: 1))
            #expect(try await bench.ledger() == TipLedger(epoch: 1))
            let known = try await bench.exchange(nil, cursor: used.cursor, device: 0x200)
            #expect(known.changes != nil)
        }
    }

    private func devices(_ bench: TipBench) async throws -> [TipDevice] {
        try await bench.store.read { try $0.tipDevices(of: TipBench.ada) }
    }

    private static func day(_ number: Int) -> CalendarDate {
        Zone.utc.date(at: Fixture.noon).advanced(byDays: number)
    }
}
