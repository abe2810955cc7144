import Testing
import TipRules

@testable import TipCore

/// Display counts, display durations, and the moments at which they end a tip.
struct TipStateMachineDisplayTests {
    @Test func `T74 TD2 TD3: a tip ends when its last display ends, drawn as often as may be`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayCount: 2))
        #expect(machine.show("tip", from: 0, to: 5) == true)
        #expect(machine.beginAppearance(of: "tip", on: "screen", at: second(10)).outcome == .began)
        for moment in 11..<20 {
            let (outcome, change) = machine.beginAppearance(of: "tip", on: "screen", at: second(moment))
            #expect(outcome == .continued)
            #expect(!change.isWorthKeeping)
        }
        #expect(machine.status(of: "tip", at: second(20)) == .available)
        let change = machine.endAppearance(of: "tip", on: "screen", at: second(20))
        #expect(change.occurrences.map(\.kind).contains(.invalidated(.displayCountExceeded)))
        #expect(machine.status(of: "tip", at: second(20)) == .invalidated(.displayCountExceeded))
        #expect(
            machine.beginAppearance(of: "tip", on: "screen", at: second(21)).outcome
                == .refused(.invalidated(.displayCountExceeded)))
    }

    @Test func `TD2 T12: a display is kept when it begins, so that a crash does not repeat it`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayCount: 1))
        let kept = machine.beginAppearance(of: "tip", on: "screen", at: second(0)).change.delta
        var next = TipStateMachine(ledger: kept, replica: replica(1))
        next.declare(TipDefinition(id: "tip", maximumDisplayCount: 1))
        #expect(next.status(of: "tip", at: second(1)) == .invalidated(.displayCountExceeded))
    }

    @Test func `T76 T77 TD3: the duration ends a tip after its limit and a minute of the appearance`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayMicroseconds: 90_000_000))
        #expect(machine.show("tip", from: 0, to: 80) == true)
        _ = machine.beginAppearance(of: "tip", on: "screen", at: second(100))
        #expect(machine.timedStatus(of: "tip", at: second(100)).nextChange == second(160))
        _ = machine.passTime(to: second(159))
        #expect(machine.status(of: "tip", at: second(159)) == .available)
        let change = machine.passTime(to: second(160))
        #expect(change.isWorthKeeping)
        #expect(machine.status(of: "tip", at: second(160)) == .invalidated(.displayDurationExceeded))
    }

    @Test func `T76 TD3: appearances that are always shorter than the limit add up to it`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayMicroseconds: 60_000_000))
        let shown = (0..<100).filter { machine.show("tip", from: $0 * hour, to: $0 * hour + 59) }
        #expect(shown == [0, 1])
        #expect(machine.status(of: "tip", at: second(hour + 59)) == .invalidated(.displayDurationExceeded))
        #expect(machine.ledger.tips["tip"]?.invalidation?.time == second(hour + 59))
        #expect(
            machine.beginAppearance(of: "tip", on: "screen", at: second(2 * hour)).outcome
                == .refused(.invalidated(.displayDurationExceeded)))
    }

    @Test func `T76 TD3: time on other devices ends a tip, and leaves what is shown here its minute`() {
        let tip = TipDefinition(id: "tip", maximumDisplayMicroseconds: 60_000_000)
        var other = TipStateMachine(replica: replica(2))
        other.declare(TipDefinition(id: "tip"))
        other.show("tip", from: 0, to: 60)
        var idle = TipStateMachine(tip)
        _ = idle.merge(other.ledger, at: second(60))
        #expect(idle.status(of: "tip", at: second(60)) == .invalidated(.displayDurationExceeded))
        #expect(
            idle.explanation(of: "tip", at: second(60)).holds
                == [.displayDuration(60_000_000, most: 60_000_000)])
        var showing = TipStateMachine(tip)
        _ = showing.beginAppearance(of: "tip", on: "screen", at: second(50))
        _ = showing.merge(other.ledger, at: second(60))
        let status = showing.timedStatus(of: "tip", at: second(60))
        #expect(status == .init(status: .available, nextChange: second(110)))
        #expect(!showing.passTime(to: second(109)).isWorthKeeping)
        #expect(showing.passTime(to: second(110)).isWorthKeeping)
    }

    @Test
    func `T77 TD3: each of two surfaces has its minute, and no third joins them once the limit is reached`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayMicroseconds: 60_000_000))
        _ = machine.beginAppearance(of: "tip", on: "first", at: second(0))
        #expect(machine.timedStatus(of: "tip", at: second(0)).nextChange == second(60))
        _ = machine.beginAppearance(of: "tip", on: "second", at: second(50))
        #expect(machine.timedStatus(of: "tip", at: second(50)).nextChange == second(110))
        #expect(machine.beginAppearance(of: "tip", on: "third", at: second(54)).outcome == .began)
        _ = machine.endAppearance(of: "tip", on: "third", at: second(54))
        #expect(
            machine.beginAppearance(of: "tip", on: "third", at: second(55)).outcome
                == .refused(.invalidated(.displayDurationExceeded)))
        #expect(!isEnded(machine.endAppearance(of: "tip", on: "first", at: second(70))))
        #expect(machine.status(of: "tip", at: second(109)) == .available)
        #expect(isEnded(machine.passTime(to: second(110))))
    }

    private func isEnded(_ change: TipChange) -> Bool {
        change.delta.tips["tip"]?.invalidation?.reason == .displayDurationExceeded
    }

    @Test func `T90 TD3: what is shown for a test appears also without time left`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayMicroseconds: 60_000_000))
        machine.show("tip", from: 0, to: 60)
        machine.overrides.showsAll = true
        #expect(machine.beginAppearance(of: "tip", on: "screen", at: second(70)).outcome == .began)
    }

    @Test func `T76: a tip without any time is never shown`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayMicroseconds: 0))
        #expect(machine.status(of: "tip", at: second(0)) == .invalidated(.displayDurationExceeded))
    }

    @Test func `T78: the longest duration there is never ends a tip`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayMicroseconds: .max))
        _ = machine.beginAppearance(of: "tip", on: "screen", at: second(0))
        #expect(machine.status(of: "tip", at: second(0)) == .available)
        #expect(machine.status(of: "tip", at: second(-100)) == .available)
    }

    @Test func `T76: time on the screen adds up over appearances, and ends a long one at its limit`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", maximumDisplayMicroseconds: 300_000_000))
        #expect(machine.show("tip", from: 0, to: 200) == true)
        _ = machine.beginAppearance(of: "tip", on: "screen", at: second(1_000))
        #expect(machine.timedStatus(of: "tip", at: second(1_010)).nextChange == second(1_100))
        let change = machine.endAppearance(of: "tip", on: "screen", at: second(1_150))
        #expect(change.delta.tips["tip"]?.invalidation?.reason == .displayDurationExceeded)
        #expect(machine.ledger.tips["tip"]?.displayMicroseconds == 350_000_000)
    }

    @Test func `T91: a tip that an override shows too long ends once, and each time that it is closed`() {
        var machine = TipStateMachine(TipDefinition(id: "t", maximumDisplayMicroseconds: 60_000_000))
        machine.overrides.showsAll = true
        _ = machine.beginAppearance(of: "t", on: "screen", at: second(0))
        _ = machine.passTime(to: second(61))
        #expect(machine.endings(of: "t") == .init(count: 1, reason: .displayDurationExceeded))
        // Followers look again whenever it is another.
        let edition = machine.edition
        _ = machine.passTime(to: second(62))
        #expect(machine.edition == edition)
        _ = machine.invalidate("t", reason: .tipClosed, at: second(63))
        #expect(machine.endings(of: "t") == .init(count: 2, reason: .tipClosed))
        #expect(machine.edition != edition)
        #expect(machine.status(of: "t", at: second(63)) == .available)
    }
}
