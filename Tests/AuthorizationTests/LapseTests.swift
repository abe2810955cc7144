import Authorization
import Testing

struct LapseTests {
    @Test func `once looks like while in use (L91)`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = try machine.requestWhenInUse(at: at(1))
        let answered = try machine.answered(.allowOnce, to: .menu, at: at(2))
        #expect(answered.change?.status == .authorizedWhenInUse)
        #expect(throws: AuthorizationRefusal.alreadyDecided) { try machine.requestAlways(at: at(3)) }
    }

    @Test(arguments: [(159, AuthorizationStatus.authorizedWhenInUse), (160, .notDetermined)])
    func `once lapses when the program has not been in use for a while (L92)`(
        seconds: Int, status: AuthorizationStatus
    ) {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = machine.decided(.once, at: at(1))
        _ = machine.leftUse(at: at(100))
        #expect(machine.nextCheck == at(160))
        _ = machine.elapsed(until: at(Int64(seconds)))
        #expect(machine.state.status == status)
    }

    @Test func `once does not lapse in use (L92)`() {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = machine.decided(.once, at: at(1))
        #expect(machine.elapsed(until: at(100_000)).change == nil)
        #expect(machine.nextCheck == nil)
    }

    @Test func `a held session asks again after once lapsed (L92)`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        #expect(machine.took(.service(.whenInUse), at: at(0)).action.prompting == .show(.menu))
        _ = try machine.answered(.allowOnce, to: .menu, at: at(1))
        _ = machine.leftUse(at: at(2))
        let back = machine.tookInUse(at: at(1_000))
        #expect(back.change?.status == .notDetermined)
        #expect(back.prompting == .show(.menu))
    }

    @Test func `while using, asked for always, is provisional (L93)`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = machine.took(.service(.always), at: at(0))
        let answered = try machine.answered(.allowWhileUsing, to: .door, at: at(1))
        #expect(answered.change?.status == .authorizedAlways)
        _ = machine.leftUse(at: at(2))
        #expect(machine.diagnostics == .insufficientlyInUse)
        #expect(machine.tookInUse(at: at(80_000)).prompting == .asBefore)
        #expect(machine.nextCheck == at(86_401))
        #expect(machine.elapsed(until: at(86_401)).prompting == .show(.confirmDoor))
        _ = try machine.answered(.allowAlways, to: .confirmDoor, at: at(86_402))
        _ = machine.leftUse(at: at(86_403))
        #expect(machine.diagnostics.isEmpty)
    }

    @Test func `a provisional always can end as while in use (L93)`() throws {
        var machine = AuthorizationStateMachine.deciding(.provisionalAlways)
        #expect(machine.elapsed(until: at(86_400)).prompting == .show(.confirmDoor))
        let answered = try machine.answered(.allowWhileUsing, to: .confirmDoor, at: at(86_401))
        #expect(answered.change?.status == .authorizedWhenInUse)
    }

    @Test func `full accuracy for a while needs a known purpose, use and a coarse permission (L96)`() {
        var full = AuthorizationStateMachine.deciding(.whileUsing)
        #expect(throws: AuthorizationRefusal.accuracyIsFull) {
            try full.requestTemporaryFullAccuracy(purpose: "door", at: at(1))
        }
        #expect(throws: AuthorizationRefusal.unknownPurpose) {
            try full.requestTemporaryFullAccuracy(purpose: "roof", at: at(1))
        }
        var away = AuthorizationStateMachine.deciding(
            .whileUsing, accuracy: .reducedAccuracy, isInUse: false)
        #expect(throws: AuthorizationRefusal.notInUse) {
            try away.requestTemporaryFullAccuracy(purpose: "door", at: at(1))
        }
        var refused = AuthorizationStateMachine.deciding(.refused)
        #expect(throws: AuthorizationRefusal.notAuthorized) {
            try refused.requestTemporaryFullAccuracy(purpose: "door", at: at(1))
        }
    }

    @Test func `full accuracy for a while ends after use, not in use (L96, L97)`() throws {
        var machine = AuthorizationStateMachine.deciding(.whileUsing, accuracy: .reducedAccuracy)
        let asked = try machine.requestTemporaryFullAccuracy(purpose: "door", at: at(1))
        #expect(asked.prompting == .show(.exactDoor))
        #expect(try machine.answered(.allowOnce, to: .exactDoor, at: at(2)).change?.accuracy == .fullAccuracy)
        #expect(machine.elapsed(until: at(100_000)).change == nil)
        _ = machine.leftUse(at: at(100_001))
        #expect(machine.elapsed(until: at(100_060)).change == nil)
        #expect(machine.elapsed(until: at(100_061)).change?.accuracy == .reducedAccuracy)
    }

    @Test func `what ended by itself is reported even when a request is refused`() {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = machine.decided(.once, at: at(1))
        _ = machine.leftUse(at: at(2))
        #expect(throws: AuthorizationRefusal.notInUse) { try machine.requestWhenInUse(at: at(1_000)) }
        #expect(machine.elapsed(until: at(1_000)).change?.status == .notDetermined)
    }

    @Test func `time never goes back`() {
        var machine = AuthorizationStateMachine(.complete, at: at(100))
        _ = machine.decided(.once, at: at(50))
        _ = machine.leftUse(at: at(10))
        #expect(machine.nextCheck == at(160))
    }
}
