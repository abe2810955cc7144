@testable import ESCPOS
import Testing

@Suite struct PrintingStateMachineTests {
    private typealias Action = PrintingStateMachine.Action

    /// Answers the four questions.
    private func asked(
        _ machine: inout PrintingStateMachine, _ answers: [UInt8], at now: Duration = .zero
    ) -> Action {
        var action = machine.connected(at: now)
        for (index, answer) in answers.enumerated() {
            #expect(action == .send([0x10, 0x04, UInt8(index + 1)]))
            action = machine.received([answer], at: now)
        }
        return action
    }

    @Test func `a document is sent after the attempt is recorded, and is printed when the answer comes`() {
        var machine = PrintingStateMachine(document: [0x41])
        #expect(asked(&machine, [0x12, 0x12, 0x12, 0x12]) == .recordAttempt)
        #expect(machine.timePassed(at: .seconds(100)) == .wait)
        #expect(machine.begin(at: .seconds(1)) == .send([0x41, 0x1D, 0x72, 0x01]))
        #expect(
            machine.received([0x03], at: .seconds(2)) == .finish(.printed(PrinterStatus(isPaperLow: true))))
    }

    @Test func `paper that runs out during a document is noticed`() {
        var machine = PrintingStateMachine(document: [0x41])
        _ = asked(&machine, [0x12, 0x12, 0x12, 0x12])
        _ = machine.begin(at: .zero)
        for (index, answer) in ([0x1A, 0x32, 0x12, 0x72] as [UInt8]).enumerated() {
            #expect(machine.timePassed(at: machine.deadline) == .send([0x10, 0x04, UInt8(index + 1)]))
            let action = machine.received([answer], at: machine.deadline)
            #expect(action == (index == 3 ? .finish(.failed(.paperOut)) : .wait))
        }
    }

    @Test func `a slow printer that goes on answering is waited for, but not for ever`() {
        var machine = PrintingStateMachine(document: [0x41])
        _ = asked(&machine, [0x12, 0x12, 0x12, 0x12])
        _ = machine.begin(at: .zero)
        var now = Duration.zero
        var action = Action.wait
        while now < .seconds(120) {
            now = machine.deadline
            action = machine.timePassed(at: now)
            if case .finish = action { break }
            #expect(machine.received([0x12], at: now) == .wait)
        }
        #expect(action == .finish(.failed(.silent)))
        #expect(now >= PrintingStateMachine.printLimit)
    }

    @Test func `a printer that says nothing is silent, and one that hangs up is unreachable`() {
        var silent = PrintingStateMachine(document: [0x41])
        _ = silent.connected(at: .zero)
        #expect(silent.timePassed(at: .seconds(1)) == .wait)
        #expect(silent.timePassed(at: silent.deadline) == .finish(.failed(.silent)))
        var gone = PrintingStateMachine(document: [0x41])
        _ = asked(&gone, [0x12, 0x12, 0x12, 0x12])
        _ = gone.begin(at: .zero)
        #expect(gone.closed() == .finish(.failed(.unreachable)))
        #expect(gone.closed() == .wait)
    }

    @Test func `an offline printer without a cause gets time to recover`() {
        var machine = PrintingStateMachine(document: [0x41])
        _ = asked(&machine, [0x12, 0x12, 0x12, 0x12])
        _ = machine.begin(at: .zero)
        var now = Duration.zero
        var action = Action.wait
        while action == .wait, now < .seconds(60) {
            now = machine.deadline
            _ = machine.timePassed(at: now)
            // The first answer of each round says offline.
            action = machine.received([now == .zero ? 0x12 : 0x1A], at: now)
            if action == .wait {
                for answer in [0x12, 0x12, 0x12] as [UInt8] where action == .wait {
                    now = machine.deadline
                    _ = machine.timePassed(at: now)
                    action = machine.received([answer], at: now)
                }
            }
        }
        #expect(action == .finish(.failed(.offline)))
        #expect(now >= PrintingStateMachine.offlineLimit)
    }

    @Test func `status that nobody asked for is ignored`() {
        var machine = PrintingStateMachine(document: nil)
        _ = machine.connected(at: .zero)
        #expect(machine.received([0x14, 0x00, 0x00, 0x0F, 0x11, 0x13], at: .zero) == .wait)
        #expect(machine.received([0x12], at: .zero) == .send([0x10, 0x04, 0x02]))
    }
}
