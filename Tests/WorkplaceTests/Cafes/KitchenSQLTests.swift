import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Tickets in the database.
@Suite(.timeLimit(.minutes(1)))
struct KitchenSQLTests {
    private static let cafe = Fixture.mainCafe.id

    @Test
    func `a ticket is read back exactly in every stage`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 42)
            try await store.write { try $0.keep(accepted) }
            var ticket = accepted.ticket
            for input in [
                TicketInput.prioritise, .bumpLine(1), .bump, .undo, .bump, .noticeDue, .collect, .recall,
            ] {
                try ticket.advance(by: input)
                let found = try await store.write { [ticket] in
                    try $0.update(ticket, at: Fixture.noon)
                    return try $0.ticket(ticket.id)
                }
                #expect(found == ticket, "after \(input)")
            }
        }
    }

    @Test
    func `C43: a ticket that builds on another version is refused`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try await store.write { try $0.keep(accepted) }
            var ticket = accepted.ticket
            try ticket.advance(by: .start)
            try ticket.advance(by: .bump)
            let stale = ticket
            await #expect(throws: StoreError.versionConflict(id: stale.id.rawValue)) {
                try await store.write { try $0.update(stale, at: Fixture.noon) }
            }
            #expect(try await store.read { try $0.ticket(accepted.ticket.id) } == accepted.ticket)
        }
    }

    @Test
    func `C46: a ticket cannot be kept without its order, nor twice for one`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            let second = Ticket(releasing: accepted.order, at: Fixture.noon.advanced(by: .seconds(1)))
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.insert(accepted.ticket) }
            }
            try await store.write { try $0.keep(accepted) }
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(second) } }
            #expect(
                try await store.read { try $0.ticket(TicketID(of: accepted.order.id)) } == accepted.ticket)
        }
    }

    @Test
    func `open tickets come in order of release, collected ones in reverse`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let steps: [[TicketInput]] = [
                [.bump, .noticeDue, .collect], [], [.cancel], [.bump], [.bump, .noticeDue],
                [.bump, .noticeDue, .collect], [.start], [.bump, .noticeDue, .collect],
            ]
            // Kept in another order than that of their release.
            for (index, inputs) in steps.enumerated().reversed() {
                let accepted = builder.accepted(
                    sequence: index + 1, time: Fixture.noon.advanced(by: .seconds(index)))
                try await store.write { try $0.keep(accepted) }
                var ticket = accepted.ticket
                for input in inputs {
                    try ticket.advance(by: input)
                    try await store.write { [ticket] in try $0.update(ticket, at: Fixture.noon) }
                }
            }
            let elsewhere = builder.accepted(sequence: 1, at: Fixture.cafeID("other"))
            try await store.write { try $0.keep(elsewhere) }
            let today = Fixture.serviceDay()
            let found = try await store.read { reading in
                [
                    try reading.openTickets(of: Self.cafe),
                    try reading.collectedTickets(of: Self.cafe, day: today, limit: 10),
                    try reading.collectedTickets(of: Self.cafe, day: today, limit: 1),
                    try reading.collectedTickets(of: Self.cafe, day: today.advanced(byDays: 1), limit: 9),
                ].map { $0.map(\.number.sequence) }
            }
            #expect(found == [[2, 4, 5, 7], [8, 6, 1], [8], []])
        }
    }

    @Test
    func `notices are due in the order of their times and not before`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            #expect(try await store.read { try $0.nextNoticeDue() } == nil)
            var builder = OrderBuilder()
            var tickets: [Ticket] = []
            for (index, seconds) in [30, 10, 20].enumerated() {
                let accepted = builder.accepted(sequence: index + 1)
                var ticket = accepted.ticket
                try await store.write { try $0.keep(accepted) }
                try ticket.advance(by: .bump, undoWindow: .seconds(seconds))
                try await store.write { [ticket] in try $0.update(ticket, at: Fixture.noon) }
                tickets.append(ticket)
            }
            let due = try await store.read { reading in
                try [9, 10, 25, 60].map { seconds in
                    try reading.ticketsWithNotice(dueBy: Fixture.noon.advanced(by: .seconds(seconds)))
                }
            }
            #expect(due == [[], [1], [1, 2], [1, 2, 0]].map { $0.map { tickets[$0].id } })
            #expect(
                try await store.read { try $0.nextNoticeDue() } == Fixture.noon.advanced(by: .seconds(10)))
            try tickets[1].advance(by: .undo)
            try await store.write { [ticket = tickets[1]] in try $0.update(ticket, at: Fixture.noon) }
            #expect(
                try await store.read { try $0.nextNoticeDue() } == Fixture.noon.advanced(by: .seconds(20)))
        }
    }
}

extension Ticket {
    /// Applies an input at noon; notices count as due.
    fileprivate mutating func advance(by input: TicketInput, undoWindow: Duration = .seconds(5)) throws {
        let now = input == .noticeDue ? Fixture.noon.advanced(by: undoWindow) : Fixture.noon
        _ = try apply(
            input, expectedVersion: version,
            in: TicketContext(now: now, serviceDay: serviceDay, undoWindow: undoWindow))
    }
}
