import Essentials
import Kitchen
import Ordering
import Testing

/// Several lines in one step, acknowledged cancellations, and priority.
struct TicketLinesAndPriorityTests {
    @Test
    func `a station finishes its lines in one step, and the last station finishes the ticket`() throws {
        var ticket = machine(.waiting, [.open, .open, .open])
        let first = try ticket.apply(.bumpLines([0, 2]), expectedVersion: 7, in: context())
        #expect(first.orderInput == .startPreparing)
        #expect(ticket == machine(.preparing, [.done, .open, .done], version: 8))
        let last = try ticket.apply(.bumpLines([1]), expectedVersion: 8, in: context())
        #expect(last.noticeTimer == .set(at: noticeDue))
        #expect(ticket.marks == [.done, .doneWithTicket, .done])
    }

    @Test
    func `a station undoes its lines, and the notice waits`() throws {
        var ticket = machine(.done(noticeDue: noticeDue), [.done, .doneWithTicket, .done], bumpedAt: noon)
        let action = try ticket.apply(.undoLines([1, 2]), expectedVersion: 7, in: context(4_999))
        #expect(action.noticeTimer == .void)
        #expect(ticket == machine(.preparing, [.done, .open, .open], version: 8))
    }

    @Test(arguments: [TicketInput.bumpLines([]), .undoLines([]), .acknowledge([])])
    func `no lines change nothing`(input: TicketInput) throws {
        for stage in [TicketStage.preparing, .done(noticeDue: noticeDue), .cancelled] {
            let before = machine(stage, [.done, .doneWithTicket], bumpedAt: noon)
            var ticket = before
            #expect(try ticket.apply(input, expectedVersion: 7, in: context()).isChange == false)
            #expect(ticket == before)
        }
    }

    @Test
    func `each station acknowledges a cancellation for itself`() throws {
        var ticket = machine(.cancelled, [.open, .open])
        let action = try ticket.apply(.acknowledge([1]), expectedVersion: 7, in: context())
        #expect(action.isChange && action.orderInput == nil && action.noticeTimer == .unchanged)
        #expect(ticket == machine(.cancelled, [.open, .done], version: 8))
        #expect(try ticket.apply(.acknowledge([1]), expectedVersion: 3, in: context()).isChange == false)
        _ = try ticket.apply(.acknowledge(nil), expectedVersion: 8, in: context())
        #expect(ticket.marks == [.done, .done])
        #expect(ticket.stage == .cancelled)
    }

    @Test
    func `a line that the ticket does not have is named`() {
        for input in [TicketInput.bumpLines([0, 2]), .undoLines([2]), .acknowledge([2])] {
            var ticket = machine(.preparing, [.open, .open])
            #expect(throws: TicketRefusal.noSuchLine(2)) {
                try ticket.apply(input, expectedVersion: 7, in: context())
            }
        }
    }

    @Test(arguments: [0, 2_999, 3_000, 60_000] as [Int64])
    func `a priority is undone for three seconds`(milliseconds: Int64) throws {
        var ticket = machine(.waiting, [.open])
        _ = try ticket.apply(.prioritise, expectedVersion: 7, in: context())
        #expect(ticket.raisedAt == noon)
        #expect(ticket.stage == .waiting)
        let again = try ticket.apply(.prioritise, expectedVersion: 7, in: context(milliseconds))
        #expect(!again.isChange)
        if milliseconds < 3_000 {
            _ = try ticket.apply(.undoPriority, expectedVersion: 8, in: context(milliseconds))
            #expect(ticket.raisedAt == nil)
        } else {
            #expect(throws: TicketRefusal.priorityUndoExpired) {
                try ticket.apply(.undoPriority, expectedVersion: 8, in: context(milliseconds))
            }
            #expect(ticket.raisedAt == noon)
        }
    }
}
