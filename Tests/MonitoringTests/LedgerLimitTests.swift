import Conditions
import Testing

@testable import Monitoring

/// What happens to conditions beyond the limit (LD3).
@Suite struct LedgerLimitTests {
    private func ledger(_ identifiers: [String], limit: Int) -> Ledger {
        var ledger = Ledger(KeptState(), limit: .atMost(limit))
        for identifier in identifiers { ledger.add(Sensed.office, identifier: identifier) }
        return ledger
    }

    @Test func `LD3 L33 L48 a condition beyond the limit is unmonitored with its reason and stays listed`()
        throws
    {
        var ledger = ledger(["a", "b"], limit: 1)
        let events = ledger.drain("r")
        #expect(events.map(Told.init) == [Told("b", .unmonitored)])
        #expect(events.first?.conditionLimitExceeded == true)
        #expect(ledger.conditions.map(\.definition.identifier) == ["a", "b"])
    }

    @Test func `LD3 without a limit a thousand conditions are evaluated`() {
        var ledger = Ledger(KeptState(), limit: .unlimited)
        for number in 1...1_000 { ledger.add(Sensed.site(UInt16(number)), identifier: "c\(number)") }
        ledger.observe(Sensed.beacon(1_000, at: 0), mark: nil)
        #expect(ledger.drain("r").map(Told.init) == [Told("c1000", .satisfied)])
    }

    @Test func `L47 ledgers that share a limit of 20 evaluate 20 conditions together`() {
        let limit = ConditionLimit.atMost(20)
        var ledger = Ledger(KeptState(), limit: limit)
        var other = Ledger(KeptState(), limit: limit)
        for number in 1...11 { other.add(Sensed.site(UInt16(number)), identifier: "c\(number)") }
        for number in 1...10 { ledger.add(Sensed.site(UInt16(number)), identifier: "c\(number)") }
        #expect(other.drain("r").isEmpty)
        #expect(ledger.drain("r").map(Told.init) == [Told("c10", .unmonitored)])
    }

    @Test func `LD3 L49 conditions revive by themselves in the order of their adding`() {
        var ledger = ledger(["a", "b", "c"], limit: 1)
        _ = ledger.drain("r")
        ledger.remove("a")
        #expect(ledger.drain("r").map(Told.init) == [Told("b", .unknown)])
        ledger.remove("b")
        #expect(ledger.drain("r").map(Told.init) == [Told("c", .unknown)])
    }

    @Test func `LD3 a condition that revives is decided by what is sensed, not by what was assumed of it`() {
        var ledger = ledger(["a"], limit: 1)
        ledger.add(Sensed.office, identifier: "b", assuming: .unsatisfied)
        ledger.remove("a")
        _ = ledger.drain("r")
        ledger.observe(Sensed.elapsed(0), mark: nil)
        #expect(ledger.condition("b")?.present.state == .unknown)
        ledger.observe(Sensed.elapsed(30), mark: nil)
        #expect(ledger.condition("b")?.present.state == .unsatisfied)
    }

    @Test func `LD3 what happened while unmonitored is not reported as a crossing`() throws {
        var ledger = ledger(["a"], limit: 1)
        ledger.add(Sensed.office, identifier: "b", assuming: .unsatisfied)
        _ = ledger.drain("r")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        ledger.remove("a")
        ledger.observe(Sensed.beacon(1, at: 1), mark: nil)
        let events = ledger.drain("r")
        #expect(events.map(Told.init) == [Told("b", .satisfied)])
        #expect(events.map(\.lastKnown) == [nil])
    }

    @Test func `LD3 a reader that never learned of the break is told of no crossing either`() {
        var kept = KeptState()
        kept.lastNumber = 3
        let definition = MonitoredCondition.Definition(
            identifier: "a", condition: Sensed.office, policy: ConditionPolicy(), history: .present,
            ordinal: 1,
            initial: Monitor.Event(identifier: "a", number: 1, state: .unsatisfied, date: moment(0)))
        let revived = Monitor.Event(identifier: "a", number: 3, state: .unknown, date: moment(1))
        kept.conditions = [MonitoredCondition(kept: definition, revival: 3)]
        kept.changes = [revived]
        var ledger = Ledger(kept, limit: .unlimited)
        ledger.observe(Sensed.beacon(1, at: 2), mark: nil)
        #expect(ledger.drain("r").map(\.lastKnown) == [nil])
    }

    @Test func `LD1 LD3 a condition that replaces another keeps its place within the limit`() {
        var ledger = ledger(["a", "b"], limit: 1)
        _ = ledger.drain("r")
        ledger.add(Sensed.site(1), identifier: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        #expect(ledger.drain("r").map(Told.init) == [Told("a", .satisfied)])
    }

    @Test func `LD3 another limit at the next opening applies at once`() {
        let ledger = ledger(["a", "b"], limit: 2)
        var kept = KeptState()
        kept.conditions = ledger.conditions
        kept.lastNumber = ledger.lastNumber
        var tighter = Ledger(kept, limit: .atMost(1))
        #expect(tighter.drain("r").map(Told.init) == [Told("b", .unmonitored)])
    }
}
