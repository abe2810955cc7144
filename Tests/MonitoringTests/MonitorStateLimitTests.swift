import Conditions
import Testing

@testable import Monitoring

/// What happens to conditions beyond the limit (LD3).
@Suite struct MonitorStateLimitTests {
    private func monitor(_ identifiers: [String], limit: Int) -> MonitorState {
        var monitor = MonitorState(KeptState(), limit: .atMost(limit))
        for identifier in identifiers { monitor.add(Sensed.office, identifier: identifier) }
        return monitor
    }

    @Test func `LD3 L33 L48 a condition beyond the limit is unmonitored with its reason and stays listed`()
        throws
    {
        var monitor = monitor(["a", "b"], limit: 1)
        let events = monitor.drain("r")
        #expect(events.map(Told.init) == [Told("b", .unmonitored)])
        #expect(events.first?.conditionLimitExceeded == true)
        #expect(monitor.conditions.map(\.definition.identifier) == ["a", "b"])
    }

    @Test func `LD3 without a limit a thousand conditions are evaluated`() {
        var monitor = MonitorState(KeptState(), limit: .unlimited)
        for number in 1...1_000 { monitor.add(Sensed.site(UInt16(number)), identifier: "c\(number)") }
        monitor.observe(Sensed.beacon(1_000, at: 0), mark: nil)
        #expect(monitor.drain("r").map(Told.init) == [Told("c1000", .satisfied)])
    }

    @Test func `L47 monitors that share a limit of 20 evaluate 20 conditions together`() {
        let limit = ConditionLimit.atMost(20)
        var monitor = MonitorState(KeptState(), limit: limit)
        var other = MonitorState(KeptState(), limit: limit)
        for number in 1...11 { other.add(Sensed.site(UInt16(number)), identifier: "c\(number)") }
        for number in 1...10 { monitor.add(Sensed.site(UInt16(number)), identifier: "c\(number)") }
        #expect(other.drain("r").isEmpty)
        #expect(monitor.drain("r").map(Told.init) == [Told("c10", .unmonitored)])
    }

    @Test func `LD3 L49 conditions revive by themselves in the order of their adding`() {
        var monitor = monitor(["a", "b", "c"], limit: 1)
        _ = monitor.drain("r")
        monitor.remove("a")
        #expect(monitor.drain("r").map(Told.init) == [Told("b", .unknown)])
        monitor.remove("b")
        #expect(monitor.drain("r").map(Told.init) == [Told("c", .unknown)])
    }

    @Test func `LD3 a condition that revives is decided by what is sensed, not by what was assumed of it`() {
        var monitor = monitor(["a"], limit: 1)
        monitor.add(Sensed.office, identifier: "b", assuming: .unsatisfied)
        monitor.remove("a")
        _ = monitor.drain("r")
        monitor.observe(Sensed.elapsed(0), mark: nil)
        #expect(monitor.condition("b")?.present.state == .unknown)
        monitor.observe(Sensed.elapsed(30), mark: nil)
        #expect(monitor.condition("b")?.present.state == .unsatisfied)
    }

    @Test func `LD3 what happened while unmonitored is not reported as a crossing`() throws {
        var monitor = monitor(["a"], limit: 1)
        monitor.add(Sensed.office, identifier: "b", assuming: .unsatisfied)
        _ = monitor.drain("r")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        monitor.remove("a")
        monitor.observe(Sensed.beacon(1, at: 1), mark: nil)
        let events = monitor.drain("r")
        #expect(events.map(Told.init) == [Told("b", .satisfied)])
        #expect(events.map(\.lastKnown) == [nil])
    }

    @Test func `LD3 a reader that never learned of the break gets no crossing either`() {
        var kept = KeptState()
        kept.lastNumber = 3
        let definition = MonitoredCondition.Definition(
            identifier: "a", condition: Sensed.office, policy: ConditionPolicy(), history: .present,
            ordinal: 1,
            initial: Monitor.Event(identifier: "a", number: 1, state: .unsatisfied, date: moment(0)))
        let revived = Monitor.Event(identifier: "a", number: 3, state: .unknown, date: moment(1))
        kept.conditions = [MonitoredCondition(kept: definition, revival: 3)]
        kept.changes = [revived]
        var monitor = MonitorState(kept, limit: .unlimited)
        monitor.observe(Sensed.beacon(1, at: 2), mark: nil)
        #expect(monitor.drain("r").map(\.lastKnown) == [nil])
    }

    @Test func `LD1 LD3 a condition that replaces another keeps its place within the limit`() {
        var monitor = monitor(["a", "b"], limit: 1)
        _ = monitor.drain("r")
        monitor.add(Sensed.site(1), identifier: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        #expect(monitor.drain("r").map(Told.init) == [Told("a", .satisfied)])
    }

    @Test func `LD3 another limit at the next opening applies at once`() {
        let monitor = monitor(["a", "b"], limit: 2)
        var kept = KeptState()
        kept.conditions = monitor.conditions
        kept.lastNumber = monitor.lastNumber
        var tighter = MonitorState(kept, limit: .atMost(1))
        #expect(tighter.drain("r").map(Told.init) == [Told("b", .unmonitored)])
    }
}
