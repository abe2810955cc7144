import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing

/// The kitchen's machine and the order's, joined as the use cases join them.
struct TicketAndOrderTests {
    private let cause = TransitionCause(actor: .device(id("kitchen")), at: noon)

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `every input of the kitchen leads to a legal input of the order`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var ticket = TicketStateMachine(
            lineCount: .random(in: 1...4, using: &generator), serviceDay: today)
        var order = OrderStateMachine(stage: .accepted, version: 2)
        var now: Int64 = 0
        for _ in 0..<200 {
            now += .random(in: 0...3_000, using: &generator)
            let before = ticket
            let input = input(lines: ticket.marks.count, using: &generator)
            let expected = max(0, ticket.version - (Int.random(in: 0..<8, using: &generator) == 0 ? 1 : 0))
            let day = Int.random(in: 0..<20, using: &generator) == 0 ? tomorrow : today
            do {
                let action = try ticket.apply(
                    input, expectedVersion: expected, in: context(now, on: day))
                #expect(ticket.version == before.version + (action.isChange ? 1 : 0))
                #expect(action.isChange == (ticket != before))
                if let orderInput = action.orderInput {
                    _ = try order.apply(orderInput, expectedVersion: order.version, cause: cause)
                }
            } catch is TicketRefusal {
                #expect(ticket == before)
            }
            #expect(
                order.stage == orderStage(of: ticket.stage)
                    || (ticket.stage == .cancelled && order.stage == .rejected))
            // The lines of a cancelled ticket are marked when it is acknowledged.
            #expect(
                ticket.stage == .cancelled || ticket.stage.isFinished == !ticket.marks.contains(.open))
        }
    }

    @Test
    func `C70: the notice is sent only when the undo window is over`() throws {
        var ticket = TicketStateMachine(lineCount: 1, serviceDay: today)
        #expect(
            try ticket.apply(.start, expectedVersion: 0, in: context()).orderInput == .startPreparing)
        #expect(try ticket.apply(.bump, expectedVersion: 1, in: context()).orderInput == nil)
        #expect(try ticket.apply(.noticeDue, expectedVersion: 2, in: context(4_999)).orderInput == nil)
        #expect(
            try ticket.apply(.noticeDue, expectedVersion: 2, in: context(5_000)).orderInput
                == .becomeReady)
    }

    private func input(lines: Int, using generator: inout SplitMix64) -> TicketInput {
        let index = Int.random(in: -1...lines, using: &generator)
        let inputs: [TicketInput] = [
            .start, .bump, .bumpLine(index), .undo, .undoLine(index), .noticeDue, .recall, .collect,
            .bumpLines([index, 0]), .undoLines([0, index]), .acknowledge([index]), .prioritise, .undoPriority,
        ]
        if Int.random(in: 0..<40, using: &generator) == 0 { return .cancel }
        if Int.random(in: 0..<80, using: &generator) == 0 { return .reject([index]) }
        return inputs.randomElement(using: &generator) ?? .start
    }

    private func orderStage(of stage: TicketStage) -> OrderStage {
        switch stage {
        case .waiting: .accepted
        case .preparing, .done: .preparing
        case .ready: .ready
        case .collected: .collected
        case .cancelled: .cancelled
        }
    }
}

extension TicketStage {
    fileprivate var isFinished: Bool { [.done, .ready, .collected].contains(name) }
}
