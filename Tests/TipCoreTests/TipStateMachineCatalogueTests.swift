import Testing
import TipRules

@testable import TipCore

/// Declarations: identifiers, former names, and functions of rules.
struct TipStateMachineCatalogueTests {
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
}
