import Testing
import TipRules

@testable import TipCore

/// Parameters and donations: how many are kept, and for how long.
struct TipStateMachineDonationTests {
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
}
