import Essentials
import Kitchen
import Ordering
import Testing

struct TicketStateMachineTests {
    @Test
    func `C68: bumping the last open line bumps the ticket`() throws {
        var ticket = machine(.waiting, [.open, .open])
        let first = try ticket.apply(.bumpLine(1), expectedVersion: 7, in: context())
        #expect(first.orderInput == .startPreparing)
        #expect(first.noticeTimer == .unchanged)
        #expect(ticket == machine(.preparing, [.open, .done], version: 8))
        let second = try ticket.apply(.bumpLine(0), expectedVersion: 8, in: context())
        #expect(second.orderInput == nil)
        #expect(second.noticeTimer == .set(at: noticeDue))
        #expect(
            ticket
                == machine(.done(noticeDue: noticeDue), [.doneWithTicket, .done], version: 9, bumpedAt: noon))
    }

    @Test
    func `C77: a rejected ticket stays for the stations that do not know, and takes nothing else`() throws {
        var ticket = machine(.preparing, [.open, .done, .open])
        let action = try ticket.apply(.reject([0]), expectedVersion: 7, in: context())
        #expect(action.orderInput == .reject)
        #expect(ticket == machine(.cancelled, [.done, .done, .open], version: 8))
        #expect(throws: TicketRefusal.illegal(stage: .cancelled, input: .bump)) {
            try ticket.apply(.bump, expectedVersion: 8, in: context())
        }
        _ = try ticket.apply(.acknowledge([2]), expectedVersion: 8, in: context())
        #expect(ticket.marks == [.done, .done, .done])
    }

    @Test
    func `nobody acknowledges the rejection of a ticket that the line has not seen`() throws {
        var ticket = machine(.waiting, [.open, .open])
        let later = TicketContext(
            now: noon, serviceDay: today, undoWindow: .seconds(5),
            entersLineAt: noon.advanced(by: .seconds(60)))
        _ = try ticket.apply(.reject([]), expectedVersion: 7, in: later)
        #expect(ticket == machine(.cancelled, [.done, .done], version: 8))
    }

    @Test
    func `a line that is not there is not rejected`() throws {
        var ticket = machine(.waiting, [.open])
        #expect(throws: TicketRefusal.noSuchLine(1)) {
            try ticket.apply(.reject([0, 1]), expectedVersion: 7, in: context())
        }
    }

    @Test
    func `a line's bump on a waiting ticket of one line starts and finishes it`() throws {
        var ticket = TicketStateMachine(lineCount: 1, serviceDay: today)
        let action = try ticket.apply(.bumpLine(0), expectedVersion: 0, in: context())
        #expect(action.orderInput == .startPreparing)
        #expect(action.noticeTimer == .set(at: noticeDue))
        #expect(ticket.stage == .done(noticeDue: noticeDue))
    }

    @Test
    func `C70: undo restores the marks as they were before the bump`() throws {
        var ticket = machine(.preparing, [.done, .open, .open])
        _ = try ticket.apply(.bump, expectedVersion: 7, in: context())
        #expect(ticket.marks == [.done, .doneWithTicket, .doneWithTicket])
        let action = try ticket.apply(.undo, expectedVersion: 8, in: context(4_999))
        #expect(action.noticeTimer == .void)
        #expect(ticket == machine(.preparing, [.done, .open, .open], version: 9))
    }

    @Test
    func `undoing one line of a done ticket opens that line and leaves the others done`() throws {
        var ticket = machine(.preparing, [.done, .open, .open])
        _ = try ticket.apply(.bump, expectedVersion: 7, in: context())
        _ = try ticket.apply(.undoLine(0), expectedVersion: 8, in: context(4_999))
        #expect(ticket == machine(.preparing, [.open, .done, .done], version: 9))
    }

    @Test
    func `undoing one line while the ticket is being prepared has no time limit`() throws {
        var ticket = machine(.preparing, [.done, .done, .open])
        let action = try ticket.apply(.undoLine(1), expectedVersion: 7, in: context(3_600_000))
        #expect(action.orderInput == nil)
        #expect(ticket == machine(.preparing, [.done, .open, .open], version: 8))
    }

    @Test
    func `C68: a bump that is delivered twice is harmless`() throws {
        var ticket = machine(.preparing, [.open, .open])
        _ = try ticket.apply(.bumpLine(0), expectedVersion: 7, in: context())
        let once = ticket
        _ = try ticket.apply(.bumpLine(0), expectedVersion: 7, in: context(400))
        #expect(ticket == once)
        _ = try ticket.apply(.bump, expectedVersion: 8, in: context(500))
        let bumped = ticket
        let repeated = try ticket.apply(.bump, expectedVersion: 8, in: context(900))
        #expect(!repeated.isChange)
        #expect(ticket == bumped)
    }

    @Test
    func `C68: a bump that arrives after an undo or a recall does not bump again`() throws {
        var ticket = machine(.preparing, [.open])
        _ = try ticket.apply(.bump, expectedVersion: 7, in: context())
        _ = try ticket.apply(.undo, expectedVersion: 8, in: context(1_000))
        #expect(throws: TicketRefusal.staleVersion(stage: .preparing, version: 9)) {
            try ticket.apply(.bump, expectedVersion: 7, in: context(2_000))
        }
        #expect(ticket.stage == .preparing)
    }

    @Test
    func `C70: a timer of a bump that was undone does not end the next one's undo window`() throws {
        var ticket = machine(.preparing, [.open])
        _ = try ticket.apply(.bump, expectedVersion: 7, in: context())
        _ = try ticket.apply(.undo, expectedVersion: 8, in: context(1_000))
        _ = try ticket.apply(.bump, expectedVersion: 9, in: context(3_000))
        let early = try ticket.apply(.noticeDue, expectedVersion: 10, in: context(5_000))
        #expect(early.noticeTimer == .set(at: noon.advanced(by: .seconds(8))))
        #expect(early.orderInput == nil)
        let due = try ticket.apply(.noticeDue, expectedVersion: 10, in: context(8_000))
        #expect(due.orderInput == .becomeReady)
        #expect(ticket.stage == .ready)
    }

    @Test(arguments: [
        (TicketStage.done(noticeDue: noticeDue), OrderInput?.none, TicketAction.NoticeTimer.void),
        (.ready, .backToPreparing, .unchanged), (.collected, .backToPreparing, .unchanged),
    ])
    func `C69: a recall opens all lines and marks the ticket as recalled`(
        stage: TicketStage, orderInput: OrderInput?, timer: TicketAction.NoticeTimer
    ) throws {
        var ticket = machine(stage, [.done, .doneWithTicket], bumpedAt: noon)
        let action = try ticket.apply(.recall, expectedVersion: 7, in: context(60_000))
        #expect(action.orderInput == orderInput)
        #expect(action.noticeTimer == timer)
        #expect(ticket == machine(.preparing, [.open, .open], version: 8, wasRecalled: true))
    }

    @Test
    func `C69: a recall that is delivered twice is harmless, also when a line is done meanwhile`() throws {
        var ticket = machine(.collected, [.doneWithTicket, .doneWithTicket], bumpedAt: noon)
        _ = try ticket.apply(.recall, expectedVersion: 7, in: context())
        _ = try ticket.apply(.bumpLine(0), expectedVersion: 8, in: context())
        let before = ticket
        let repeated = try ticket.apply(.recall, expectedVersion: 7, in: context())
        #expect(!repeated.isChange)
        #expect(ticket == before)
    }

    @Test(arguments: [TicketStage.done(noticeDue: noticeDue), .ready, .collected])
    func `C69: a recall is possible on the service day only`(stage: TicketStage) {
        var ticket = machine(stage, [.doneWithTicket], bumpedAt: noon)
        #expect(throws: TicketRefusal.recallExpired) {
            try ticket.apply(.recall, expectedVersion: 7, in: context(60_000, on: tomorrow))
        }
        #expect(ticket == machine(stage, [.doneWithTicket], bumpedAt: noon))
    }

    @Test(arguments: [2, -1, Int.min, Int.max])
    func `a line that the ticket does not have is refused`(index: Int) {
        for input in [TicketInput.bumpLine(index), .undoLine(index)] {
            var ticket = machine(.preparing, [.open, .open])
            #expect(throws: TicketRefusal.noSuchLine(index)) {
                try ticket.apply(input, expectedVersion: 7, in: context())
            }
            #expect(ticket == machine(.preparing, [.open, .open]))
        }
    }

    @Test(arguments: TicketStage.Name.allCases, [nil, noticeDue])
    func `a stored stage is put together only with the time that belongs to it`(
        name: TicketStage.Name, due: Timestamp?
    ) {
        let stage = TicketStage(name, noticeDue: due)
        #expect((stage != nil) == ((name == .done) == (due != nil)))
        if let stage {
            #expect(stage.name == name)
            #expect(stage.noticeDue == due)
        }
    }
}
