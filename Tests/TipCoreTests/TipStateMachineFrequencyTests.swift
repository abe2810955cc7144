import Testing
import TipRules

@testable import TipCore

/// The display frequency, and the overrides for tests.
struct TipStateMachineFrequencyTests {
    @Test func `T69 T70 T73 TD6 TD7: after a new tip others wait, those seen before do not`() {
        var machine = TipStateMachine(
            TipDefinition(id: "seen"), TipDefinition(id: "new"), frequency: .daily)
        #expect(machine.show("seen", from: 0, to: 10) == true)
        #expect(machine.status(of: "seen", at: second(11)) == .available)
        let held = machine.timedStatus(of: "new", at: second(11))
        #expect(held.status == .pending)
        #expect(held.nextChange == second(day))
        #expect(machine.status(of: "new", at: second(day - 1)) == .pending)
        #expect(machine.status(of: "new", at: second(day)) == .available)
        #expect(machine.show("seen", from: day, to: day + 10) == true)
        #expect(machine.status(of: "new", at: second(day + 11)) == .available)
    }

    @Test(arguments: [
        (Tips.DisplayFrequency.immediate, 0), (.hourly, hour), (.daily, day), (.weekly, 7 * day),
        (.monthly, 30 * day),
    ])
    func `T72 TD6: frequencies are hours, days, weeks and months of thirty days`(
        frequency: Tips.DisplayFrequency, seconds: Int
    ) {
        var machine = TipStateMachine(TipDefinition(id: "a"), TipDefinition(id: "b"), frequency: frequency)
        #expect(machine.show("a", from: 0, to: 0) == true)
        #expect(machine.status(of: "b", at: second(seconds)) == .available)
        if seconds > 0 { #expect(machine.status(of: "b", at: second(seconds - 1)) == .pending) }
    }

    @Test func `T72: immediate holds nothing back either when another device's clock is ahead`() {
        var machine = TipStateMachine(TipDefinition(id: "a"), TipDefinition(id: "b"), frequency: .immediate)
        #expect(machine.show("a", from: hour, to: hour) == true)
        #expect(machine.status(of: "b", at: second(0)) == .available)
        #expect(machine.timedStatus(of: "b", at: second(0)).nextChange == nil)
        #expect(machine.explanation(of: "b", at: second(0)).holds == [])
    }

    @Test func `T69: a clock that is more than a day ahead holds nothing back`() {
        var other = TipStateMachine(replica: replica(2))
        other.declare(TipDefinition(id: "a"))
        other.show("a", from: day + 1, to: day + 1)
        var machine = TipStateMachine(TipDefinition(id: "b"), frequency: .daily)
        _ = machine.merge(other.ledger, at: second(0))
        #expect(machine.status(of: "b", at: second(0)) == .available)
        let held = machine.timedStatus(of: "b", at: second(1))
        #expect(held == .init(status: .pending, nextChange: second(2 * day + 1)))
    }

    @Test func `T71 TD8: an exempt tip is not held back, and holds back no other`() {
        var machine = TipStateMachine(
            TipDefinition(id: "exempt", ignoresDisplayFrequency: true), TipDefinition(id: "a"),
            TipDefinition(id: "b"), frequency: .weekly)
        #expect(machine.show("a", from: 0, to: 1) == true)
        #expect(machine.status(of: "exempt", at: second(2)) == .available)
        #expect(machine.show("exempt", from: 3 * day, to: 3 * day + 1) == true)
        #expect(machine.status(of: "b", at: second(7 * day)) == .available)
    }

    @Test func `T89 T90 T91 T92 TD9: overrides come first, the listed before all`() {
        var machine = TipStateMachine(
            TipDefinition(id: "t", kind: "T", rules: [.isTrue("p")]), TipDefinition(id: "u", kind: "U"))
        func statuses(_ change: (inout TipOverrides) -> Void) -> [Tips.Status] {
            change(&machine.overrides)
            return [machine.status(of: "t", at: second(0)), machine.status(of: "u", at: second(0))]
        }
        #expect(statuses { $0.hidesAll = true } == [.pending, .pending])
        #expect(statuses { $0.showsAll = true } == [.available, .available])
        #expect(statuses { $0.hidden = ["T"] } == [.pending, .available])
        #expect(statuses { $0.shown = ["T"] } == [.available, .available])
        _ = machine.invalidate("t", reason: .tipClosed, at: second(0))
        #expect(statuses { _ in } == [.available, .available])
        #expect(statuses { $0 = TipOverrides() } == [.invalidated(.tipClosed), .available])
    }
}
