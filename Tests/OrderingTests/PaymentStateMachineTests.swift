import Ordering
import Testing

struct PaymentStateMachineTests {
    private typealias Input = PaymentStateMachine.Input

    /// What happened to money and goods over a sequence of inputs.
    private struct History {
        var machine = PaymentStateMachine()
        var fulfilments = 0
        var releases = 0
        var returns = 0
        var hasMoney = false

        mutating func take(_ input: Input, canFulfil: Bool) {
            if input == .succeeded { hasMoney = true }
            switch machine.apply(input, canFulfil: canFulfil) {
            case .nothing: break
            case .fulfil: fulfilments += 1
            case .endReservation: releases += 1
            case .refuse:
                releases += 1
                returns += 1
            case .returnMoney: returns += 1
            }
        }

        /// What must hold after any inputs in any order (C46, C48, C103, C104).
        func check(_ inputs: [Input]) {
            // Goods are handed over at most once, or given back at most once, never both.
            #expect(fulfilments + releases <= 1, "\(inputs)")
            #expect(returns <= 1, "\(inputs)")
            switch machine.stage {
            case .open: #expect(!hasMoney && fulfilments == 0 && releases == 0, "\(inputs)")
            case .ending: #expect(!hasMoney && releases == 1, "\(inputs)")
            case .ended: #expect(!hasMoney && releases == 1 && fulfilments == 0, "\(inputs)")
            case .paid: #expect(hasMoney && fulfilments == 1 && returns == 0, "\(inputs)")
            case .returning, .returned: #expect(hasMoney && returns == 1 && fulfilments == 0, "\(inputs)")
            }
        }
    }

    @Test func `each order of seven inputs ends without a ticket unpaid or money kept, C103, C104`() {
        var checked = 0
        func explore(_ history: History, _ inputs: [Input]) {
            history.check(inputs)
            checked += 1
            guard inputs.count < 7 else { return }
            for input in Input.allCases {
                for canFulfil in input == .succeeded ? [true, false] : [true] {
                    var next = history
                    next.take(input, canFulfil: canFulfil)
                    explore(next, inputs + [input])
                }
            }
        }
        explore(History(), [])
        #expect(checked > 300_000)
    }

    @Test func `repeating an input changes nothing`() {
        for first in Input.allCases {
            for second in Input.allCases {
                var machine = PaymentStateMachine()
                _ = machine.apply(first, canFulfil: true)
                _ = machine.apply(second, canFulfil: true)
                let before = machine
                #expect(machine.apply(second, canFulfil: true) == .nothing)
                #expect(machine == before)
            }
        }
    }

    @Test func `every payment is decided once the provider has decided and returned what it must`() {
        for stage in PaymentStateMachine.Stage.allCases {
            for decision in [Input.succeeded, .canceled] {
                var machine = PaymentStateMachine(stage: stage)
                _ = machine.apply(decision, canFulfil: false)
                _ = machine.apply(.returned, canFulfil: false)
                #expect(machine.isDecided)
            }
        }
    }
}
