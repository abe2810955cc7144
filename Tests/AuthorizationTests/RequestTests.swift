import Authorization
import Testing

struct RequestTests {
    @Test func `a request shows the text and the answer changes the status (L85, L86)`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        #expect(machine.state.status == .notDetermined)
        let asked = try machine.requestWhenInUse(at: at(1))
        #expect(asked.prompting == .show(.menu))
        #expect(asked.change == nil)
        let answered = try machine.answered(.allowWhileUsing, to: .menu, at: at(2))
        #expect(answered.prompting == .takeAway)
        #expect(answered.change == AuthorizationState(status: .authorizedWhenInUse, accuracy: .fullAccuracy))
        #expect(machine.diagnostics.isEmpty)
    }

    @Test(arguments: [AuthorizationDecision.Grant.refused, .once, .whileUsing, .provisionalAlways, .always])
    func `nobody is asked twice (L86)`(grant: AuthorizationDecision.Grant) throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = machine.decided(grant, at: at(0))
        #expect(throws: AuthorizationRefusal.alreadyDecided) { try machine.requestWhenInUse(at: at(1)) }
        #expect(machine.prompt == nil)
    }

    @Test func `out of use nobody is asked (L87)`() {
        var machine = AuthorizationStateMachine(.complete, isInUse: false, at: at(0))
        #expect(throws: AuthorizationRefusal.notInUse) { try machine.requestWhenInUse(at: at(1)) }
        #expect(throws: AuthorizationRefusal.notInUse) { try machine.requestAlways(at: at(1)) }
        #expect(machine.prompt == nil)
    }

    @Test func `without the words a request fails at once (L88)`() {
        var silent = AuthorizationStateMachine(UsageDescriptions(), at: at(0))
        #expect(throws: AuthorizationRefusal.usageDescriptionMissing) {
            try silent.requestWhenInUse(at: at(1))
        }
        let alwaysAlone = UsageDescriptions(whenInUse: "", always: "For the door.")
        var half = AuthorizationStateMachine(alwaysAlone, at: at(0))
        #expect(throws: AuthorizationRefusal.usageDescriptionMissing) { try half.requestAlways(at: at(1)) }
    }

    @Test func `always can be asked for once as an upgrade (L89)`() throws {
        var machine = AuthorizationStateMachine.deciding(.whileUsing)
        #expect(try machine.requestAlways(at: at(1)).prompting == .show(.upgradeDoor))
        let kept = try machine.answered(.allowWhileUsing, to: .upgradeDoor, at: at(2))
        #expect(kept.change == nil)
        #expect(throws: AuthorizationRefusal.alreadyDecided) { try machine.requestAlways(at: at(3)) }
    }

    @Test func `an upgrade makes it always`() throws {
        var machine = AuthorizationStateMachine.deciding(.whileUsing)
        _ = try machine.requestAlways(at: at(1))
        let upgraded = try machine.answered(.allowAlways, to: .upgradeDoor, at: at(2))
        #expect(upgraded.change?.status == .authorizedAlways)
    }

    @Test func `one question is open at a time`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = try machine.requestWhenInUse(at: at(1))
        #expect(throws: AuthorizationRefusal.requestInProgress) { try machine.requestAlways(at: at(2)) }
        #expect(machine.diagnostics == .authorizationRequestInProgress)
    }

    @Test func `an answer fits its question or changes nothing`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        #expect(throws: AuthorizationRefusal.promptNotOpen) {
            try machine.answered(.refuse, to: .menu, at: at(1))
        }
        _ = try machine.requestWhenInUse(at: at(1))
        #expect(throws: AuthorizationRefusal.answerNotOffered) {
            try machine.answered(.allowAlways, to: .menu, at: at(2))
        }
        #expect(machine.prompt == .menu)
    }

    @Test func `a question that went away decides nothing, and may be put again`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = try machine.requestWhenInUse(at: at(1))
        #expect(try machine.dismissed(.menu, at: at(2)).prompting == .takeAway)
        #expect(machine.state.status == .notDetermined)
        #expect(try machine.requestWhenInUse(at: at(3)).prompting == .show(.menu))
    }
}
