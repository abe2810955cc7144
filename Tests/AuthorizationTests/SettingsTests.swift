import Authorization
import Observations
import Testing

struct SettingsTests {
    @Test func `the switch of the device denies everything and gives it back (L90)`() {
        var machine = AuthorizationStateMachine.deciding(.always)
        #expect(machine.switchedGlobally(on: false, at: at(1)).change?.status == .denied)
        #expect(machine.diagnostics == .authorizationDeniedGlobally)
        #expect(machine.permission == .deniedGlobally)
        #expect(machine.switchedGlobally(on: true, at: at(2)).change?.status == .authorizedAlways)
    }

    @Test func `each flag stands for its own reason, also together (L80, L81)`() {
        var machine = AuthorizationStateMachine.deciding(.refused)
        _ = machine.switchedGlobally(on: false, at: at(1))
        #expect(machine.diagnostics == [.authorizationDenied, .authorizationDeniedGlobally])
        _ = machine.restricted(true, at: at(2))
        #expect(machine.state.status == .restricted)
        let all: AuthorizationDiagnostics = [
            .authorizationDenied, .authorizationDeniedGlobally, .authorizationRestricted,
        ]
        #expect(machine.diagnostics == all)
    }

    @Test func `a restriction is not the person's to lift (L90)`() {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        #expect(machine.restricted(true, at: at(1)).change?.status == .restricted)
        #expect(throws: AuthorizationRefusal.alreadyDecided) { try machine.requestWhenInUse(at: at(2)) }
        #expect(machine.restricted(false, at: at(3)).change?.status == .notDetermined)
    }

    @Test(arguments: [true, false])
    func `a setting changes at any time (L94)`(isInUse: Bool) {
        var machine = AuthorizationStateMachine.deciding(.always, isInUse: isInUse)
        #expect(machine.decided(.refused, at: at(1)).change?.status == .denied)
        #expect(machine.decided(.whileUsing, at: at(2)).change?.status == .authorizedWhenInUse)
        #expect(machine.decided(.undecided, at: at(3)).change?.status == .notDetermined)
    }

    @Test func `a setting changed elsewhere takes the open question away (L94)`() throws {
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        _ = try machine.requestWhenInUse(at: at(1))
        #expect(machine.decided(.refused, at: at(2)).prompting == .takeAway)
        #expect(throws: AuthorizationRefusal.promptNotOpen) {
            try machine.answered(.allowWhileUsing, to: .menu, at: at(3))
        }
    }

    @Test func `coarse positions alone are not enough for conditions (L83, L95)`() {
        let machine = AuthorizationStateMachine.deciding(.whileUsing, accuracy: .reducedAccuracy)
        #expect(machine.diagnostics == .accuracyLimited)
        #expect(machine.permission == .reducedAccuracy)
    }

    @Test(arguments: [
        (AuthorizationDecision.Grant.undecided, Permission.undetermined), (.refused, .denied),
        (.once, .undetermined), (.whileUsing, .granted), (.provisionalAlways, .granted), (.always, .granted),
    ])
    func `a grant is a permission of observations; once does not outlive the program`(
        grant: AuthorizationDecision.Grant, permission: Permission
    ) {
        #expect(AuthorizationStateMachine.deciding(grant).permission == permission)
    }
}
