import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing

/// Tickets for later, and lines that end together.
struct TicketPacingTests {
    private static let entry = noon.advanced(by: .seconds(20 * 60))

    /// A ticket that enters the line twenty minutes after noon, with a line for each preparation time.
    private func later(_ minutes: [Int] = [3, 12]) throws -> Ticket {
        let lines = minutes.enumerated().map { index, minutes in
            TicketLine(
                item: id("item-\(index)"), name: text("Item"), quantity: 1, choices: [], allergens: .unknown,
                note: nil, station: id("pass"), prepMinutes: minutes)
        }
        let number = try #require(OrderNumber(sequence: 1))
        return try #require(
            Ticket(
                order: id("order-1"), number: number, cafe: id("main"),
                lines: lines, entersLineAt: Self.entry, kind: .scheduled,
                progress: TicketStateMachine(lineCount: lines.count, serviceDay: today)))
    }

    /// Returns whether the input has changed the ticket.
    private func apply(_ input: TicketInput, to ticket: inout Ticket, at now: Timestamp) throws -> Bool {
        try ticket.apply(
            input, expectedVersion: ticket.version,
            in: TicketContext(
                now: now, serviceDay: today, undoWindow: undoWindow, entersLineAt: ticket.entersLineAt)
        ).isChange
    }

    @Test
    func
        `C73 a ticket stands in the later list until its time, and a cook can pull it forward and put it back`()
        throws
    {
        var ticket = try later()
        #expect(ticket.isLater(at: noon))
        #expect(!ticket.isLater(at: Self.entry))
        let (pulled, again) = (
            try apply(.pullForward, to: &ticket, at: noon), try apply(.pullForward, to: &ticket, at: noon)
        )
        #expect(pulled && !again)
        #expect(ticket.releasedAt == noon)
        #expect(!ticket.isLater(at: noon))
        let soon = noon.advanced(by: .seconds(5))
        let (back, backAgain) = (
            try apply(.putBack, to: &ticket, at: soon), try apply(.putBack, to: &ticket, at: soon)
        )
        #expect(back && !backAgain)
        #expect(ticket.releasedAt == Self.entry)
        #expect(ticket.isLater(at: soon))
        let late = try apply(.pullForward, to: &ticket, at: Self.entry)
        #expect(!late)
    }

    @Test(arguments: [TicketInput.start, .bump, .bumpLine(0)])
    func `starting a later ticket pulls it forward`(input: TicketInput) throws {
        var ticket = try later()
        _ = try apply(input, to: &ticket, at: noon)
        #expect(ticket.releasedAt == noon)
        #expect(!ticket.isLater(at: noon))
        let stage = ticket.stage
        #expect(throws: TicketRefusal.illegal(stage: stage, input: .putBack)) {
            try apply(.putBack, to: &ticket, at: noon)
        }
    }

    @Test func `a cancelled ticket for later needs no acknowledgement, and one in the line does`() throws {
        var ticket = try later()
        _ = try apply(.cancel, to: &ticket, at: noon)
        #expect(ticket.progress.marks.allSatisfy { $0.isDone })
        var inLine = try later()
        _ = try apply(.cancel, to: &inLine, at: Self.entry)
        #expect(inLine.progress.marks == [.open, .open])
        var pulled = try later()
        _ = try apply(.pullForward, to: &pulled, at: noon)
        _ = try apply(.cancel, to: &pulled, at: noon)
        #expect(pulled.progress.marks == [.open, .open])
    }

    @Test func `C74 an item of 3 minutes begins 9 minutes after one of 12`() throws {
        let starts = try later().lineStarts
        #expect(starts == [Self.entry.advanced(by: .seconds(9 * 60)), Self.entry])
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `C74 all lines end together, and none begins before its ticket is in the line`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let minutes = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
            Int.random(in: 0...40, using: &generator)
        }
        var ticket = try later(minutes)
        if Bool.random(using: &generator) {
            let now = noon.advanced(by: .seconds(Int.random(in: 0..<1_200, using: &generator)))
            _ = try apply(.pullForward, to: &ticket, at: now)
        }
        let starts = ticket.lineStarts
        let ends = zip(starts, minutes).map { $0.advanced(by: .seconds(60 * $1)) }
        #expect(Set(ends).count == 1)
        #expect(starts.allSatisfy { $0 >= ticket.releasedAt })
        #expect(starts.contains(ticket.releasedAt))
    }
}
