import TestSupport
import Testing
import TipRules

@testable import TipCore

struct TipStateMachineTests {
    @Test func `T26 T28 T38 T40: a tip without rules is available, one whose rule does not hold is pending`()
    {
        var machine = TipStateMachine(
            TipDefinition(id: "free"), TipDefinition(id: "ruled", rules: [.isTrue("p"), .isTrue("q")]))
        #expect(machine.status(of: "free", at: second(0)) == .available)
        #expect(machine.status(of: "ruled", at: second(0)) == .pending)
        #expect(machine.status(of: "unknown", at: second(0)) == .pending)
        _ = machine.set(.boolean(true), forParameter: "p", at: second(0))
        #expect(machine.status(of: "ruled", at: second(0)) == .pending)
        _ = machine.set(.boolean(true), forParameter: "q", at: second(0))
        #expect(machine.status(of: "ruled", at: second(0)) == .available)
    }

    @Test func `T27 T32: rules and frequency decide, and limits end a tip with reasons of their own`() {
        var machine = TipStateMachine(
            TipDefinition(id: "first"), TipDefinition(id: "ruled", rules: [.isTrue("p")]), frequency: .hourly)
        machine.show("first", from: 0, to: 1)
        #expect(machine.status(of: "ruled", at: second(2)) == .pending)
        _ = machine.set(.boolean(true), forParameter: "p", at: second(3))
        #expect(machine.status(of: "ruled", at: second(4)) == .pending)
        #expect(machine.status(of: "ruled", at: second(hour)) == .available)
        var limited = TipStateMachine(
            TipDefinition(id: "often", maximumDisplayCount: 1),
            TipDefinition(id: "long", maximumDisplayMicroseconds: 70_000_000))
        limited.show("often", from: 0, to: 1)
        limited.show("long", from: 0, to: 71)
        #expect(limited.status(of: "often", at: second(80)) == .invalidated(.displayCountExceeded))
        #expect(limited.status(of: "long", at: second(80)) == .invalidated(.displayDurationExceeded))
    }

    @Test func `T36 T41: a rule that stops holding takes the tip away, not for good`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.isTrue("p")]))
        for value in [true, false, true] {
            _ = machine.set(.boolean(value), forParameter: "p", at: second(0))
            #expect(machine.status(of: "tip", at: second(0)) == (value ? .available : .pending))
        }
    }

    @Test func `T43 T45 T54 T66: one event feeds several tips, each by its own count`() {
        var machine = TipStateMachine(
            TipDefinition(id: "one", rules: [.donations(of: "e", exceed: 0)]),
            TipDefinition(
                id: "three", rules: [.donations(of: "e", exceed: 0), .donations(of: "e", exceed: 2)]))
        var seen: [Bool] = []
        for moment in 0..<3 {
            _ = machine.donate(to: "e", at: second(moment))
            seen.append(machine.status(of: "three", at: second(moment)) == .available)
        }
        #expect(machine.status(of: "one", at: second(3)) == .available)
        #expect(seen == [false, false, true])
    }

    @Test func `T29 T30: the end is for good, whatever the rules say, and keeps its first reason`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.isTrue("p")]))
        _ = machine.invalidate("tip", reason: .actionPerformed, at: second(0))
        _ = machine.set(.boolean(true), forParameter: "p", at: second(1))
        #expect(machine.status(of: "tip", at: second(2)) == .invalidated(.actionPerformed))
        #expect(!machine.invalidate("tip", reason: .tipClosed, at: second(3)).isWorthKeeping)
        #expect(machine.status(of: "tip", at: second(4)) == .invalidated(.actionPerformed))
    }

    @Test func `T19 T20 T33 TD13: eligibility is reset for one identifier, with counts and appearance`() {
        var machine = TipStateMachine(
            TipDefinition(id: "a", maximumDisplayCount: 1), TipDefinition(id: "b"), TipDefinition(id: "c"),
            frequency: .daily)
        #expect(machine.show("a", from: 0, to: 5) == true)
        _ = machine.invalidate("b", reason: .tipClosed, at: second(6))
        #expect(machine.status(of: "a", at: second(7)) == .invalidated(.displayCountExceeded))
        #expect(machine.status(of: "c", at: second(7)) == .pending)
        _ = machine.resetEligibility(of: "a", at: second(8))
        #expect(machine.status(of: "a", at: second(8)) == .available)
        #expect(machine.status(of: "b", at: second(8)) == .invalidated(.tipClosed))
        #expect(machine.status(of: "c", at: second(8)) == .available)
        #expect(machine.ledger.tips["a"]?.displayCount == 0)
    }

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

    @Test func `TD11: before the program is set up every status is pending, and donations count`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.donations(of: "e", exceed: 0)]))
        machine.isConfigured = false
        _ = machine.donate(to: "e", at: second(0))
        #expect(machine.status(of: "tip", at: second(0)) == .pending)
        #expect(machine.explanation(of: "tip", at: second(0)).holds == [.notConfigured])
        machine.isConfigured = true
        #expect(machine.status(of: "tip", at: second(0)) == .available)
    }

    @Test func `T15 T50: a reset forgets transient parameters, too`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.isTrue("p")]))
        machine.declare(ParameterDefinition(initial: .boolean(false), isTransient: true), named: "p")
        _ = machine.set(.boolean(true), forParameter: "p", at: second(0))
        #expect(machine.status(of: "tip", at: second(0)) == .available)
        _ = machine.reset()
        #expect(machine.value(ofParameter: "p") == .boolean(false))
        #expect(machine.status(of: "tip", at: second(0)) == .pending)
    }

    @Test func `T50 T52: a transient parameter is not kept, another one is`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.isTrue("p")]))
        machine.declare(ParameterDefinition(initial: .boolean(false), isTransient: true), named: "p")
        machine.declare(ParameterDefinition(initial: .boolean(false)), named: "q")
        #expect(!machine.set(.boolean(true), forParameter: "p", at: second(0)).isWorthKeeping)
        #expect(machine.set(.boolean(true), forParameter: "q", at: second(0)).isWorthKeeping)
        #expect(machine.status(of: "tip", at: second(0)) == .available)
        var next = TipStateMachine(ledger: machine.ledger, replica: replica(1))
        next.declare(ParameterDefinition(initial: .boolean(false), isTransient: true), named: "p")
        next.declare(ParameterDefinition(initial: .boolean(false)), named: "q")
        #expect(next.value(ofParameter: "p") == .boolean(false))
        #expect(next.value(ofParameter: "q") == .boolean(true))
    }

    @Test func `T55 T56: the newest donations are kept, a thousand unless declared otherwise`() {
        var machine = TipStateMachine(replica: replica(1))
        machine.declare(EventDefinition(maximumCount: 3, maximumAge: .minutes(1)), named: "few")
        for moment in 0..<1_005 {
            _ = machine.donate(to: "usual", at: second(moment))
            _ = machine.donate(to: "few", at: second(moment))
        }
        #expect(machine.ledger.events["usual"]?.count == 1_000)
        #expect(machine.ledger.events["usual"]?[0].time == second(5))
        #expect(machine.ledger.events["few"]?.count == 3)
        #expect(
            machine.donations(ofEvent: "few", at: second(1_063)).map(\.time) == [
                second(1_003), second(1_004),
            ])
        #expect(machine.donate(to: "few", at: second(2_000)).trimmed["few"] == second(2_000))
    }

    @Test func `T55 T56: what others have donated is kept until it is declared how much of it is`() {
        var other = TipStateMachine(replica: replica(2))
        other.declare(EventDefinition(maximumCount: 5_000), named: "event")
        for moment in 0..<3_000 { _ = other.donate(to: "event", at: second(moment)) }
        for most in [5_000, 2_000, EventDefinition.usualCount] {
            var machine = TipStateMachine(replica: replica(1))
            let change = machine.merge(other.ledger, at: second(3_000))
            #expect(change.trimmed.isEmpty)
            #expect(change.delta.events["event"]?.count == 3_000)
            // A donation puts no end to that: it takes the place of the oldest.
            _ = machine.donate(to: "event", at: second(3_001))
            #expect(machine.ledger.events["event"]?.count == 3_000)
            _ = machine.declare(EventDefinition(maximumCount: most), named: "event")
            #expect(machine.ledger.events["event"]?.count == min(most, 3_000))
            #expect(machine.merge(other.ledger, at: second(3_002)).trimmed.isEmpty == (most > 3_000))
            #expect(machine.ledger.events["event"]?.count == min(most, 3_001))
        }
    }

    @Test func `T56: of what is never declared no more is kept than a catalogue may declare`() {
        let most = EventDefinition.mostCount
        var other = TipStateMachine(replica: replica(2))
        other.declare(EventDefinition(maximumCount: most + 1), named: "event")
        for moment in 0...most { _ = other.donate(to: "event", at: second(moment)) }
        #expect(other.ledger.events["event"]?.count == most + 1)
        var machine = TipStateMachine(replica: replica(1))
        let change = machine.merge(other.ledger, at: second(most))
        #expect(machine.ledger.events["event"]?.count == most)
        #expect(change.trimmed["event"] == second(1))
    }

    @Test func `T65: deleting donations empties the event`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.donations(of: "e", exceed: 0)]))
        _ = machine.donate(to: "e", at: second(0))
        #expect(machine.status(of: "tip", at: second(0)) == .available)
        _ = machine.deleteDonations(of: "e")
        #expect(machine.status(of: "tip", at: second(0)) == .pending)
        #expect(machine.donations(ofEvent: "e", at: second(0)).isEmpty)
    }

    @Test func `T68 TD7: a status ends by time alone when a window does`() {
        let rule = RuleExpression.comparison(
            .greater, .count(.within(.hours(1), .all(of: "e"))), .constant(.integer(1)))
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [rule]))
        _ = machine.donate(to: "e", at: second(0))
        _ = machine.donate(to: "e", at: second(60))
        let status = machine.timedStatus(of: "tip", at: second(60))
        #expect(status.status == .available)
        let end = second(hour).advanced(byMicroseconds: 1)
        #expect(status.nextChange == end)
        #expect(machine.status(of: "tip", at: second(hour)) == .available)
        #expect(machine.status(of: "tip", at: end) == .pending)
        #expect(machine.status(of: "tip", at: second(70)) == .available)
    }

    @Test func `TA2 TD9: an explanation lists all that holds a tip back, and when it may next appear`() {
        let recent = RuleExpression.not(
            .comparison(.greater, .count(.within(.hours(1), .all(of: "e"))), .constant(.integer(0))))
        var machine = TipStateMachine(
            TipDefinition(id: "tip", rules: [recent, .isTrue("p")]), TipDefinition(id: "other"),
            frequency: .daily)
        _ = machine.donate(to: "e", at: second(0))
        #expect(machine.show("other", from: 0, to: 1) == true)
        var explanation = machine.explanation(of: "tip", at: second(1))
        #expect(explanation.holds.count == 3)
        #expect(explanation.holds.last == .frequency(shown: "other", until: second(day)))
        #expect(explanation.nextPossible == nil)
        _ = machine.set(.boolean(true), forParameter: "p", at: second(1))
        explanation = machine.explanation(of: "tip", at: second(1))
        #expect(explanation.nextPossible == second(day))
        machine.frequency = .immediate
        #expect(
            machine.explanation(of: "tip", at: second(1)).nextPossible
                == second(hour).advanced(byMicroseconds: 1))
        #expect(machine.explanation(of: "other", at: second(1)).holds.isEmpty)
    }

    @Test func `TD18: two types that claim one identifier are told apart, the first keeps it`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", kind: "First"))
        machine.declare(TipDefinition(id: "tip", kind: "Second", rules: [.isTrue("p")]))
        #expect(machine.status(of: "tip", at: second(0)) == .available)
        #expect(machine.collision(of: "tip")?.rival == "Second")
        let first = machine.explanation(of: "tip", owner: "First", at: second(0))
        #expect(first.status == .available)
        #expect(first.holds.isEmpty)
        let rival = machine.explanation(of: "tip", owner: "Second", at: second(0))
        #expect(rival.status == .pending)
        #expect(rival.holds == [.collision(owner: "First", rival: "Second")])
        #expect(machine.explanation(of: "tip", at: second(0)).holds.isEmpty)
    }

    @Test func `TD18: what comes later under a former name is taken over too`() {
        var machine = TipStateMachine(
            TipDefinition(
                id: "tip", rules: [.donations(of: "event", exceed: 0), .isTrue("parameter")]))
        machine.declare(EventDefinition(formerNames: ["former"]), named: "event")
        machine.declare(
            ParameterDefinition(initial: .boolean(false), formerNames: ["was"]), named: "parameter")
        #expect(machine.status(of: "tip", at: second(0)) == .pending)
        var other = TipStateMachine(replica: replica(2))
        _ = other.donate(to: "former", at: second(0))
        _ = other.set(.boolean(true), forParameter: "was", at: second(0))
        let change = machine.merge(other.ledger, at: second(1))
        #expect(change.delta.events["event"]?.count == 1)
        #expect(change.delta.parameters["parameter"]?.value == .boolean(true))
        #expect(machine.status(of: "tip", at: second(1)) == .available)
        #expect(!machine.merge(other.ledger, at: second(2)).delta.parameters.keys.contains("parameter"))
        #expect(machine.donations(ofEvent: "event", at: second(2)).count == 1)
    }

    @Test func `TD18 TD11: what is found under a former name when the store is opened is taken over`() {
        var kept = TipStateMachine(replica: replica(2))
        _ = kept.donate(to: "former", at: second(0))
        var machine = TipStateMachine(replica: replica(1))
        machine.declare(EventDefinition(formerNames: ["former"]), named: "event")
        let change = machine.goOn(from: kept.ledger, replica: replica(1), nextSequence: 0, at: second(1))
        #expect(change.delta.events["event"]?.count == 1)
        #expect(machine.donations(ofEvent: "event", at: second(1)).count == 1)
    }

    @Test func `T85 TD18: a tip ends by what is found under a former name, whenever it comes`() {
        func machine() -> TipStateMachine {
            var machine = TipStateMachine(TipDefinition(id: "tip", endingEvents: ["event"]))
            machine.declare(EventDefinition(formerNames: ["former"]), named: "event")
            return machine
        }
        var other = TipStateMachine(replica: replica(2))
        _ = other.donate(to: "former", at: second(0))
        var opened = machine()
        _ = opened.goOn(from: other.ledger, replica: replica(1), nextSequence: 0, at: second(1))
        #expect(opened.status(of: "tip", at: second(1)) == .invalidated(.actionPerformed))
        var joined = machine()
        _ = joined.merge(other.ledger, at: second(1))
        #expect(joined.status(of: "tip", at: second(1)) == .invalidated(.actionPerformed))
        var declared = TipStateMachine(TipDefinition(id: "tip", endingEvents: ["event"]))
        _ = declared.merge(other.ledger, at: second(1))
        #expect(declared.status(of: "tip", at: second(1)) == .available)
        declared.declare(EventDefinition(formerNames: ["former"]), named: "event")
        #expect(declared.status(of: "tip", at: second(1)) == .invalidated(.actionPerformed))
    }

    @Test func `TD1 T29: a reason that a newer version has keeps the tip ended, and travels on as it is`()
        throws
    {
        var newer = TipRecord()
        newer.invalidation = .init(time: second(0), replica: replica(2), code: 200)
        var ledger = TipLedger()
        ledger.note(newer, of: "tip")
        var machine = TipStateMachine(TipDefinition(id: "tip"))
        _ = machine.merge(try TipLedger(bytes: ledger.bytes), at: second(1))
        #expect(machine.status(of: "tip", at: second(1)) == .invalidated(.tipClosed))
        #expect(machine.ledger.tips["tip"]?.invalidation?.code == 200)
        #expect(machine.ledger.bytes == ledger.bytes)
    }

    @Test func `T15 T33 T65: nobody can count so many resets that there can be no more`() throws {
        var liar = TipLedger()
        liar.note(TipRecord(epoch: .max), of: "tip")
        liar.note(EventRecord(epoch: TipLedger.mostResets + 1), of: "event")
        var machine = TipStateMachine(TipDefinition(id: "tip"), TipDefinition(id: "other"))
        _ = machine.invalidate("tip", reason: .tipClosed, at: second(0))
        #expect(throws: RuleError.tooLarge(.max)) { try TipLedger(bytes: liar.bytes) }
        #expect(liar.removeLeaps(beside: machine.ledger) == true)
        #expect(liar.isEmpty)
        var all = TipLedger(epoch: TipLedger.believedResets + 1)
        #expect(all.removeLeaps(beside: machine.ledger) == true)
        #expect(all.isEmpty)
        var believed = TipLedger(epoch: TipLedger.believedResets)
        #expect(believed.removeLeaps(beside: machine.ledger) == false)
        #expect(believed.epoch == TipLedger.believedResets)
        _ = machine.resetEligibility(of: "tip", at: second(1))
        #expect(machine.status(of: "tip", at: second(1)) == .available)
    }

    @Test func `TA4: that a tip has become available is told once until it no longer is`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.isTrue("p")]))
        func kinds(_ value: Bool, _ moment: Int) -> [TipOccurrence.Kind] {
            _ = machine.set(.boolean(value), forParameter: "p", at: second(moment))
            return machine.observe("tip", at: second(moment)).change.occurrences.map(\.kind)
        }
        #expect(kinds(false, 0) == [])
        #expect(kinds(true, 1) == [.available])
        #expect(kinds(true, 2) == [])
        #expect(kinds(false, 3) == [])
        #expect(kinds(true, 4) == [.available])
        var shown = TipStateMachine(TipDefinition(id: "tip"))
        let change = shown.beginAppearance(of: "tip", on: "x", at: second(0)).change
        #expect(change.occurrences.map(\.kind) == [.available, .shown(surface: "x")])
    }

    @Test func `TA4: that a tip is available again after it had ended, or was gone, is told again`() {
        var machine = TipStateMachine(TipDefinition(id: "tip"))
        func kinds(_ moment: Int) -> [TipOccurrence.Kind] {
            machine.observe("tip", at: second(moment)).change.occurrences.map(\.kind)
        }
        #expect(kinds(0) == [.available])
        // It never ceased to be.
        _ = machine.resetEligibility(of: "tip", at: second(1))
        #expect(kinds(1) == [])
        _ = machine.invalidate("tip", reason: .tipClosed, at: second(2))
        _ = machine.resetEligibility(of: "tip", at: second(3))
        #expect(kinds(3) == [.available])
        _ = machine.invalidate("tip", reason: .tipClosed, at: second(4))
        _ = machine.reset()
        #expect(kinds(5) == [.available])
        machine.withdraw("tip")
        machine.declare(TipDefinition(id: "tip"))
        #expect(kinds(6) == [.available])
        #expect(kinds(7) == [])
    }

    @Test func `TD24: a function that two tips share stays as long as one of them is declared`() {
        let shared = LocalFunction(number: 7)
        let rule = RuleExpression.derived(shared, of: .constant(.null))
        var functions = LocalFunctions()
        functions[shared] = { _, _ in RuleAnswer(value: .boolean(true)) }
        var machine = TipStateMachine(replica: replica(1))
        machine.declare(functions)
        for id in ["one", "two"] as [TipID] { machine.declare(TipDefinition(id: id, rules: [rule])) }
        machine.withdraw("one")
        #expect(machine.status(of: "two", at: second(0)) == .available)
        machine.declare(TipDefinition(id: "two", rules: [rule], maximumDisplayCount: 3))
        #expect(machine.status(of: "two", at: second(0)) == .available)
        machine.declare(TipDefinition(id: "two"))
        #expect(!machine.usesFunctions)
    }

    @Test(arguments: [true, false])
    func `TA10 TD18: another name does not make public what stays on the device`(isKnownFirst: Bool) {
        var machine = TipStateMachine(replica: replica(1))
        func rename() -> TipChange { machine.declare(EventDefinition(formerNames: ["place"]), named: "spot") }
        if isKnownFirst { machine.keepOnDevice(["place"]) }
        let change = rename()
        if !isKnownFirst { machine.keepOnDevice(["place"]) }
        #expect(change.staying == (isKnownFirst ? ["spot"] : []))
        _ = machine.donate(to: "place", at: second(0))
        _ = machine.donate(to: "spot", at: second(0))
        #expect(machine.travelling(machine.ledger).events.isEmpty)
    }

    @Test func `TA10: donations of an event that stays on the device are not sent`() {
        var machine = TipStateMachine(replica: replica(1))
        machine.declare(EventDefinition(formerNames: ["was"], staysOnDevice: true), named: "place")
        for event in ["place", "was", "opened"] as [RuleText] { _ = machine.donate(to: event, at: second(0)) }
        #expect(machine.travelling(machine.ledger).events.keys.map(\.string) == ["opened"])
        #expect(machine.ledger.donationCount == 3)
    }

    @Test func `TD18: what was kept of a former identifier is taken over, also when it comes later`() {
        var machine = TipStateMachine(replica: replica(1))
        _ = machine.invalidate("old", reason: .tipClosed, at: second(0))
        _ = machine.donate(to: "oldEvent", at: second(0))
        _ = machine.set(.integer(3), forParameter: "oldParameter", at: second(0))
        let change = machine.declare(TipDefinition(id: "new", maximumDisplayCount: 2, formerIDs: ["old"]))
        #expect(change.delta.tips["new"]?.invalidation?.reason == .tipClosed)
        machine.declare(EventDefinition(formerNames: ["oldEvent"]), named: "newEvent")
        machine.declare(
            ParameterDefinition(initial: .null, formerNames: ["oldParameter"]), named: "newParameter")
        #expect(machine.status(of: "new", at: second(1)) == .invalidated(.tipClosed))
        #expect(machine.donations(ofEvent: "newEvent", at: second(1)).count == 1)
        #expect(machine.value(ofParameter: "newParameter") == .integer(3))

        var elsewhere = TipStateMachine(TipDefinition(id: "new", formerIDs: ["old"]))
        _ = elsewhere.merge(machine.ledger, at: second(2))
        #expect(elsewhere.status(of: "new", at: second(2)) == .invalidated(.tipClosed))
    }

    @Test func `T98 T99 T100: ends, donations and displays of all devices count together`() {
        let tips = [
            TipDefinition(id: "closed"), TipDefinition(id: "visits", rules: [.donations(of: "e", exceed: 2)]),
            TipDefinition(id: "shown", maximumDisplayCount: 3),
        ]
        var (one, two) = (TipStateMachine(replica: replica(1)), TipStateMachine(replica: replica(2)))
        for tip in tips {
            one.declare(tip)
            two.declare(tip)
        }
        _ = one.invalidate("closed", reason: .tipClosed, at: second(0))
        for moment in 0..<2 { _ = one.donate(to: "e", at: second(moment)) }
        _ = two.donate(to: "e", at: second(0))
        #expect(one.show("shown", from: 0, to: 1) == true)
        #expect(one.show("shown", from: 2, to: 3) == true)
        #expect(two.show("shown", from: 0, to: 1) == true)
        _ = two.merge(one.ledger, at: second(5))
        #expect(two.status(of: "closed", at: second(5)) == .invalidated(.tipClosed))
        #expect(two.status(of: "visits", at: second(5)) == .available)
        #expect(two.status(of: "shown", at: second(5)) == .invalidated(.displayCountExceeded))
    }

    @Test(arguments: UInt64(0)..<6)
    func `T41 TD19: what is remembered is what would be asked anew`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var machine = TipStateMachine(replica: replica(1))
        machine.frequency = .hourly
        for number in 0..<30 {
            let window = RuleExpression.count(
                .within(.minutes(Int(random.next() % 200)), .all(of: RuleText("e\(number % 4)"))))
            machine.declare(
                TipDefinition(
                    id: TipID("t\(number)"),
                    rules: [
                        .comparison(.greater, window, .constant(.integer(Int64(random.next() % 3)))),
                        .comparison(
                            .lessOrEqual, .parameter(RuleText("p\(number % 3)")), .constant(.integer(3))),
                    ], maximumDisplayCount: 4))
        }
        for step in 0..<300 {
            let now = second(step * 97)
            switch random.next() % 4 {
            case 0: _ = machine.donate(to: RuleText("e\(random.next() % 4)"), at: now)
            case 1:
                _ = machine.set(
                    .integer(Int64(random.next() % 6)), forParameter: RuleText("p\(random.next() % 3)"),
                    at: now)
            case 2: machine.show(TipID("t\(random.next() % 30)"), from: step * 97, to: step * 97 + 5)
            default: break
            }
            var fresh = machine
            fresh.forgetAllAnswers()
            for tip in machine.declaredTips {
                #expect(
                    machine.timedStatus(of: tip.id, at: now).status
                        == fresh.timedStatus(of: tip.id, at: now).status)
            }
        }
    }
}
