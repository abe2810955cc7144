import Authorization
import Testing

struct SessionTests {
    @Test func `a session asks when that is possible (L101)`() {
        var machine = AuthorizationStateMachine(.complete, isInUse: false, at: at(0))
        let taken = machine.took(.service(.whenInUse), at: at(1))
        #expect(taken.action.prompting == .asBefore)
        #expect(machine.tookInUse(at: at(2)).prompting == .show(.menu))
        #expect(machine.diagnostics(of: taken.session) == .authorizationRequestInProgress)
    }

    @Test(arguments: [true, false])
    func `after a refusal or under a restriction a session asks nobody (L101)`(isRefusal: Bool) {
        var machine = AuthorizationStateMachine.deciding(isRefusal ? .refused : .undecided)
        if !isRefusal { _ = machine.restricted(true, at: at(0)) }
        let taken = machine.took(.service(.always), at: at(1))
        #expect(taken.action.prompting == .asBefore)
        #expect(
            machine.diagnostics(of: taken.session)
                == (isRefusal
                    ? [.authorizationDenied, .alwaysAuthorizationDenied] : .authorizationRestricted))
    }

    @Test func `a session for none asks nobody, and nobody else does on its behalf (L101, L103)`() {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        let none = machine.took(.service(.none), at: at(1))
        #expect(machine.took(.reading, at: at(2)).action.prompting == .asBefore)
        #expect(machine.diagnostics(of: none.session).isEmpty)
        #expect(machine.invalidated(none.session, at: at(3)).prompting == .show(.menu))
    }

    @Test func `several sessions are held, and the one that wants most asks (L102)`() throws {
        var machine = AuthorizationStateMachine.deciding(.whileUsing)
        let menu = machine.took(.service(.whenInUse), at: at(1))
        let door = machine.took(.service(.always), at: at(2))
        #expect(door.action.prompting == .show(.upgradeDoor))
        #expect(machine.diagnostics(of: menu.session).isEmpty)
        #expect(machine.diagnostics(of: door.session) == .authorizationRequestInProgress)
        _ = try machine.answered(.allowWhileUsing, to: .upgradeDoor, at: at(3))
        #expect(machine.diagnostics(of: door.session) == .alwaysAuthorizationDenied)
        #expect(machine.invalidated(door.session, at: at(4)).change == nil)
        #expect(machine.diagnostics(of: door.session).isEmpty)
    }

    @Test func `reading takes a session while in use, unless the program takes its own (L103)`() {
        var implicit = AuthorizationStateMachine(.complete, at: at(0))
        #expect(implicit.took(.reading, at: at(1)).action.prompting == .show(.menu))
        var explicit = AuthorizationStateMachine(.explicit, at: at(0))
        #expect(explicit.took(.reading, at: at(1)).action.prompting == .asBefore)
    }

    @Test func `a program that takes its sessions itself needs one that requires something (L82)`() {
        var machine = AuthorizationStateMachine.deciding(.whileUsing, usage: .explicit)
        _ = machine.took(.reading, at: at(1))
        #expect(machine.diagnostics == .serviceSessionRequired)
        _ = machine.took(.service(.none), at: at(2))
        #expect(machine.diagnostics == .serviceSessionRequired)
        let session = machine.took(.service(.whenInUse), at: at(3)).session
        #expect(machine.diagnostics.isEmpty)
        _ = machine.invalidated(session, at: at(4))
        #expect(machine.diagnostics == .serviceSessionRequired)
    }

    @Test func `always counts in the background only while a session for it is held (L104, L105)`() {
        var machine = AuthorizationStateMachine.deciding(.always)
        _ = machine.leftUse(at: at(1))
        #expect(machine.diagnostics == .insufficientlyInUse)
        _ = machine.tookInUse(at: at(2))
        let session = machine.took(.service(.always), at: at(3)).session
        _ = machine.leftUse(at: at(4))
        #expect(machine.diagnostics.isEmpty)
        _ = machine.invalidated(session, at: at(5))
        #expect(machine.diagnostics == .insufficientlyInUse)
    }

    @Test(arguments: [ServiceGoal.service(.always), .backgroundActivity])
    func `some sessions begin in the foreground only (L104, L107)`(goal: ServiceGoal) {
        var machine = AuthorizationStateMachine.deciding(.always, isInUse: false)
        let session = machine.took(goal, at: at(10)).session
        #expect(machine.diagnostics == .insufficientlyInUse)
        #expect(machine.diagnostics(of: session) == .insufficientlyInUse)
        _ = machine.tookInUse(at: at(11))
        _ = machine.leftUse(at: at(12))
        #expect(machine.diagnostics.isEmpty)
    }

    @Test(arguments: [(4, true), (5, false)])
    func `sessions of the run before are remembered for a few seconds (L106, L107)`(
        seconds: Int, isJoined: Bool
    ) {
        var before = AuthorizationStateMachine.deciding(.whileUsing)
        _ = before.took(.backgroundActivity, at: at(1))
        var after = AuthorizationStateMachine(
            .complete, recalling: before.memory, isInUse: false, at: at(0))
        #expect(after.diagnostics.isEmpty)
        #expect(after.nextCheck == at(5))
        _ = after.took(.backgroundActivity, at: at(Int64(seconds)))
        _ = after.elapsed(until: at(100))
        #expect(after.diagnostics.isEmpty == isJoined)
    }

    @Test func `a run that ends at once passes on what it remembers, as long as that counts (L106, L107)`() {
        var before = AuthorizationStateMachine.deciding(.whileUsing)
        _ = before.took(.backgroundActivity, at: at(1))
        var brief = AuthorizationStateMachine(
            .complete, recalling: before.memory, isInUse: false, at: at(0))
        #expect(brief.memory.sessions == [.backgroundActivity])
        _ = brief.elapsed(until: at(5))
        #expect(brief.memory.sessions.isEmpty)
    }

    @Test func `a background activity lets a permission while in use go on (L107)`() {
        var machine = AuthorizationStateMachine.deciding(.whileUsing)
        let session = machine.took(.backgroundActivity, at: at(1)).session
        _ = machine.leftUse(at: at(2))
        #expect(machine.diagnostics.isEmpty)
        _ = machine.invalidated(session, at: at(3))
        #expect(machine.diagnostics == .insufficientlyInUse)
    }

    @Test func `a session asks for full accuracy once, and tells when it is denied (L101)`() throws {
        var machine = AuthorizationStateMachine.deciding(.whileUsing, accuracy: .reducedAccuracy)
        let goal = ServiceGoal.service(.whenInUse, fullAccuracyPurpose: "door")
        let first = machine.took(goal, at: at(1))
        #expect(first.action.prompting == .show(.exactDoor))
        #expect(machine.diagnostics(of: first.session) == .authorizationRequestInProgress)
        _ = try machine.answered(.refuse, to: .exactDoor, at: at(2))
        #expect(machine.diagnostics(of: first.session) == .fullAccuracyDenied)
        #expect(machine.elapsed(until: at(3)).prompting == .asBefore)
        #expect(machine.took(goal, at: at(4)).action.prompting == .show(.exactDoor))
    }

    @Test func `a dismissed question comes back with the next use`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = machine.took(.reading, at: at(1))
        _ = try machine.dismissed(.menu, at: at(2))
        #expect(machine.elapsed(until: at(3)).prompting == .asBefore)
        _ = machine.leftUse(at: at(4))
        #expect(machine.tookInUse(at: at(5)).prompting == .show(.menu))
    }
}
