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

    @Test func `TD11: before the program is set up every status is pending, and donations count`() {
        var machine = TipStateMachine(TipDefinition(id: "tip", rules: [.donations(of: "e", exceed: 0)]))
        machine.isConfigured = false
        _ = machine.donate(to: "e", at: second(0))
        #expect(machine.status(of: "tip", at: second(0)) == .pending)
        #expect(machine.explanation(of: "tip", at: second(0)).holds == [.notConfigured])
        machine.isConfigured = true
        #expect(machine.status(of: "tip", at: second(0)) == .available)
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

    @Test func `TA4: a tip that becomes available is reported once until it no longer is`() {
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

    @Test func `TA4: a tip that becomes available again is reported again`() {
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
    func `T41 TD19: cached answers equal fresh ones`(seed: UInt64) {
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
