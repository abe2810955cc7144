import Testing
import TipRules

@testable import TipCore

struct EndingEventTests {
    private let tip = TipDefinition(id: "tip", endingEvents: ["used", "tried"])

    @Test func `T85: a donation to one of its events ends a tip, shown or not`() {
        var machine = TipStateMachine(tip, TipDefinition(id: "other"))
        let change = machine.donate(to: "tried", at: second(1))
        #expect(machine.status(of: "tip", at: second(1)) == .invalidated(.actionPerformed))
        #expect(machine.status(of: "other", at: second(1)) == .available)
        #expect(change.delta.tips["tip"]?.invalidation?.time == second(1))
        #expect(change.occurrences.map { $0.kind } == [.invalidated(.actionPerformed)])
        #expect(machine.donate(to: "used", at: second(2)).delta.tips.isEmpty)
    }

    @Test func `T85: what was donated before the tip was declared ends it, with the time of the donation`() {
        var machine = TipStateMachine(replica: replica(1))
        _ = machine.donate(to: "used", at: second(5))
        let change = machine.declare(tip)
        #expect(change.delta.tips["tip"]?.invalidation?.time == second(5))
        #expect(machine.status(of: "tip", at: second(6)) == .invalidated(.actionPerformed))
        #expect(!machine.declare(tip).isWorthKeeping)
    }

    @Test func `T85 TD1: devices come to the same end, whichever of them knows the tip`() throws {
        var phone = TipStateMachine(replica: replica(1))
        _ = phone.donate(to: "used", at: second(5))
        var desk = TipStateMachine(replica: replica(2))
        _ = desk.declare(tip)
        _ = desk.merge(phone.ledger, at: second(9))
        #expect(desk.status(of: "tip", at: second(9)) == .invalidated(.actionPerformed))
        _ = phone.declare(tip)
        let end = try #require(phone.ledger.tips["tip"]?.invalidation)
        #expect(end == desk.ledger.tips["tip"]?.invalidation)
        #expect(phone.ledger.merged(with: desk.ledger) == desk.ledger)
    }

    @Test func `TD11: what is known only when the store is opened ends a tip that was declared before`() {
        var machine = TipStateMachine(replica: replica(1))
        _ = machine.declare(tip)
        var kept = TipStateMachine(replica: replica(2))
        _ = kept.donate(to: "used", at: second(1))
        _ = machine.goOn(from: kept.ledger, replica: replica(1), nextSequence: 0, at: second(3))
        #expect(machine.status(of: "tip", at: second(3)) == .invalidated(.actionPerformed))
    }

    @Test func `T33: after a reset of eligibility only new donations end a tip`() {
        var machine = TipStateMachine(tip)
        _ = machine.donate(to: "used", at: second(1))
        _ = machine.resetEligibility(of: "tip", at: second(2))
        let change = machine.declare(
            TipDefinition(id: "tip", maximumDisplayCount: 9, endingEvents: ["used"]))
        #expect(!change.isWorthKeeping && change.occurrences.isEmpty)
        #expect(machine.status(of: "tip", at: second(3)) == .available)
        _ = machine.donate(to: "used", at: second(4))
        #expect(machine.status(of: "tip", at: second(5)) == .invalidated(.actionPerformed))
    }

    @Test func `T30 T85: a tip that was closed keeps that reason when it learns of an earlier use`() {
        var machine = TipStateMachine(tip)
        _ = machine.invalidate("tip", reason: .tipClosed, at: second(5))
        var other = TipStateMachine(replica: replica(2))
        _ = other.donate(to: "used", at: second(3))
        let change = machine.merge(other.ledger, at: second(9))
        #expect(machine.status(of: "tip", at: second(9)) == .invalidated(.tipClosed))
        #expect(change.delta.tips.isEmpty && change.occurrences.isEmpty)
    }

    @Test
    func `T85 TD18: what was donated under an event's former name ends a tip, whichever is declared first`() {
        var machine = TipStateMachine(tip)
        _ = machine.donate(to: "tried before", at: second(1))
        #expect(machine.status(of: "tip", at: second(2)) == .available)
        _ = machine.declare(EventDefinition(formerNames: ["tried before"]), named: "tried")
        #expect(machine.status(of: "tip", at: second(2)) == .invalidated(.actionPerformed))
    }

    @Test func `T85: a tip with replaced ending events ends by the new ones only`() {
        var machine = TipStateMachine(tip)
        _ = machine.declare(TipDefinition(id: "tip", endingEvents: ["finished"]))
        _ = machine.donate(to: "used", at: second(1))
        #expect(machine.status(of: "tip", at: second(1)) == .available)
        _ = machine.donate(to: "finished", at: second(2))
        #expect(machine.status(of: "tip", at: second(2)) == .invalidated(.actionPerformed))
    }
}
