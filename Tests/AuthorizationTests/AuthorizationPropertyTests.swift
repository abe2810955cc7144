import Authorization
import Observations
import TestSupport
import Testing

/// What holds after any inputs.
@Suite struct AuthorizationPropertyTests {
    /// What a driver that only listens to actions believes.
    private struct Listener {
        var state: AuthorizationState
        var prompt: AuthorizationPrompt?

        mutating func hear(_ action: AuthorizationAction) {
            if let change = action.change {
                #expect(change != state)
                state = change
            }
            switch action.prompting {
            case .asBefore: break
            case .show(let prompt): self.prompt = prompt
            case .takeAway: prompt = nil
            }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `a driver that listens knows the state, and nothing is used that is not allowed`(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        let usage = chance.next().isMultiple(of: 2) ? UsageDescriptions.complete : .explicit
        var machine = AuthorizationStateMachine(usage, isInUse: chance.next().isMultiple(of: 2), at: at(0))
        var listener = Listener(state: machine.state)
        var sessions: [ServiceSessionNumber] = []
        var time: Int64 = 0
        for _ in 0..<300 {
            time += Int64(chance.next() % 40)
            let promptBefore = machine.prompt
            if let action = Self.step(&machine, &sessions, &chance, at: at(time)) { listener.hear(action) }
            listener.hear(machine.elapsed(until: at(time)))
            #expect(listener.state == machine.state)
            #expect(listener.prompt == machine.prompt)
            if machine.diagnostics.isEmpty {
                #expect(machine.state.status.isAuthorized && machine.permission == .granted)
            }
            if machine.prompt != nil, machine.prompt != promptBefore { #expect(machine.isInUse) }
            if let check = machine.nextCheck { #expect(check > at(time)) }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what is due happens at its time, and the memory is that of the next run`(seed: UInt64) {
        var chance = SplitMix64(seed: seed &+ 1_000)
        var machine = AuthorizationStateMachine(.complete, at: at(0))
        var sessions: [ServiceSessionNumber] = []
        var time: Int64 = 0
        for _ in 0..<200 {
            time += Int64(chance.next() % 40)
            _ = Self.step(&machine, &sessions, &chance, at: at(time))
            if let check = machine.nextCheck {
                let before = machine
                _ = machine.elapsed(until: check)
                #expect(machine.nextCheck != check && machine != before)
                time = check.microseconds / 1_000_000
            }
            let next = AuthorizationStateMachine(.complete, recalling: machine.memory, at: at(time))
            #expect(next.memory.decision == machine.memory.decision)
        }
    }

    /// One input by chance; `nil` when it was refused.
    private static func step(
        _ machine: inout AuthorizationStateMachine, _ sessions: inout [ServiceSessionNumber],
        _ chance: inout SplitMix64, at time: ObservationTime
    ) -> AuthorizationAction? {
        let grants: [AuthorizationDecision.Grant] = [
            .undecided, .refused, .once, .whileUsing, .provisionalAlways, .always,
        ]
        let goals: [ServiceGoal] = [
            .service(.none), .service(.whenInUse), .service(.always, fullAccuracyPurpose: "door"), .reading,
            .backgroundActivity,
        ]
        let pick = Int(chance.next() % 60)
        do throws(AuthorizationRefusal) {
            switch chance.next() % 12 {
            case 0: return try machine.requestWhenInUse(at: time)
            case 1: return try machine.requestAlways(at: time)
            case 2: return try machine.requestTemporaryFullAccuracy(purpose: "door", at: time)
            case 3, 4:
                guard let prompt = machine.prompt else { return nil }
                let answer = prompt.choices[pick % prompt.choices.count]
                return try machine.answered(
                    answer, to: prompt, accuracy: pick < 30 ? .fullAccuracy : .reducedAccuracy, at: time)
            case 5:
                return try machine.prompt.map { prompt throws(AuthorizationRefusal) in
                    try machine.dismissed(prompt, at: time)
                }
            case 6: return machine.tookInUse(at: time)
            case 7: return machine.leftUse(at: time)
            case 8:
                return machine.decided(
                    grants[pick % grants.count], accuracy: pick < 30 ? .fullAccuracy : .reducedAccuracy,
                    at: time)
            case 9: return machine.switchedGlobally(on: pick < 40, at: time)
            case 10: return machine.restricted(pick >= 50, at: time)
            default:
                if pick < 20, let session = sessions.popLast() {
                    return machine.invalidated(session, at: time)
                }
                let taken = machine.took(goals[pick % goals.count], at: time)
                sessions.append(taken.session)
                return taken.action
            }
        } catch {
            return nil
        }
    }
}
