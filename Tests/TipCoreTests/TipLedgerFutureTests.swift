import Testing
import TipRules

@testable import TipCore

struct TipLedgerFutureTests {
    @Test func `TD1 TD14: what is dated after a moment is taken out, and joins to the whole again`() {
        var machine = TipStateMachine(TipDefinition(id: "tip"), TipDefinition(id: "late"))
        for moment in [0, 100, 200] {
            _ = machine.donate(.integer(Int64(moment)), to: "event", at: second(moment))
            _ = machine.set(.integer(Int64(moment)), forParameter: RuleText("p\(moment)"), at: second(moment))
        }
        machine.show("tip", from: 50, to: 60)
        machine.show("late", from: 150, to: 160)
        _ = machine.invalidate("tip", reason: .tipClosed, at: second(170))
        var ledger = machine.ledger
        let future = ledger.removeFuture(after: second(100))
        #expect(ledger.events["event"]?.count == 2)
        #expect(future.events["event"]?.count == 1)
        #expect(ledger.parameters.count == 2)
        #expect(ledger.tips["tip"]?.invalidation == nil)
        #expect(ledger.tips["tip"]?.firstAppearance != nil)
        #expect(ledger.tips["late"]?.firstAppearance == nil)
        #expect(ledger.merged(with: future) == machine.ledger)
        var past = machine.ledger
        let none = past.removeFuture(after: second(1_000))
        #expect(none == TipLedger())
        #expect(past == machine.ledger)
    }
}
