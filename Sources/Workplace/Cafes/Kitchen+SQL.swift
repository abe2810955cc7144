import Essentials
package import Kitchen
import Ordering
import SQLite

extension ReadTransaction {
    // The lines of a ticket are read from the order, which stores them.
    private static let tickets = """
        SELECT order_id, tickets.cafe, sequence, released_at, basket, tickets.stage,
            tickets.version, marks, was_recalled, bumped_at, notice_due, orders.day, raised_at,
            pickup_start, pickup_end, pickup_soonest, pickup_entry, pulled_at, kind,
            (SELECT name FROM call_names WHERE call_names.order_id = tickets.order_id)
        FROM tickets JOIN orders ON orders.id = order_id
        """
    private static let ticketByID = "\(tickets) WHERE order_id = ?"
    // SQLite uses the partial index only if this condition repeats the index's condition word for word.
    private static let openTickets = """
        \(tickets) WHERE tickets.cafe = ? AND tickets.stage NOT IN ('collected', 'cancelled')
        ORDER BY released_at, order_id
        """
    private static let collectedTickets = """
        \(tickets) WHERE tickets.cafe = ? AND tickets.day = ? AND tickets.stage = 'collected'
        ORDER BY released_at DESC, order_id DESC LIMIT ?
        """

    // The same holds for this one.
    private static let ticketsToAcknowledge = """
        \(tickets) WHERE tickets.cafe = ? AND tickets.day = ? AND tickets.stage = 'cancelled'
            AND instr(marks, 'o') > 0
        ORDER BY released_at, order_id
        """

    /// A ticket in its present state.
    func ticket(_ id: TicketID) throws -> Ticket? {
        try connection.first(Self.ticketByID, id.rawValue, row: ticket)
    }

    /// A café's tickets that are neither collected nor cancelled, by the time of their release.
    func openTickets(of cafe: CafeID) throws -> [Ticket] {
        try connection.all(Self.openTickets, cafe.rawValue, row: ticket)
    }

    /// A café's cancelled tickets of a service day that a station has not acknowledged yet, by the time of their release.
    func ticketsToAcknowledge(of cafe: CafeID, day: CalendarDate) throws -> [Ticket] {
        try connection.all(Self.ticketsToAcknowledge, cafe.rawValue, day.daysSinceEpoch, row: ticket)
    }

    /// A café's collected tickets of a service day, the last released first.
    func collectedTickets(of cafe: CafeID, day: CalendarDate, limit: Int) throws -> [Ticket] {
        try connection.all(Self.collectedTickets, cafe.rawValue, day.daysSinceEpoch, limit, row: ticket)
    }

    /// The tickets whose notice is due by an instant, earliest first.
    func ticketsWithNotice(dueBy instant: Timestamp) throws -> [TicketID] {
        let sql = "SELECT order_id FROM tickets WHERE notice_due <= ? ORDER BY notice_due, order_id"
        return try connection.all(sql, instant.millisecondsSinceEpoch) { row in
            try row.decoded(from: "tickets", id: nil) { TicketID(try $0.text(0)) }
        }
    }

    /// When the next notice is due.
    func nextNoticeDue() throws -> Timestamp? {
        let sql = "SELECT notice_due FROM tickets WHERE notice_due IS NOT NULL ORDER BY notice_due LIMIT 1"
        return try connection.first(sql) { try $0.timestamp(0) }
    }

    private func ticket(_ row: borrowing StoreRow) throws -> Ticket {
        try row.decoded(from: "tickets", id: try row.text(0)) { try $0.ticket() }
    }
}

extension StoreRow {
    fileprivate func ticket() throws -> Ticket? {
        guard let order = OrderID(try text(0)), let cafe = CafeID(try text(1)),
            let number = OrderNumber(sequence: try int(2)), let progress = try progress(),
            let kind = OrderKind(rawValue: try text(18))
        else { return nil }
        let lines = try BasketSnapshot.basket(of: Array(try text(4).utf8)).lines.map(TicketLine.init)
        guard lines.count == progress.marks.count else { return nil }
        return Ticket(
            order: order, number: number, cafe: cafe, lines: lines, entersLineAt: try timestamp(3),
            kind: kind, pickup: try orderPickup(from: 13), callName: try optionalText(19), progress: progress)
    }

    private func progress() throws -> TicketStateMachine? {
        guard let name = TicketStage.Name(rawValue: try text(5)),
            let stage = TicketStage(name, noticeDue: try optionalTimestamp(10)),
            let marks = [LineMark](stored: try text(7))
        else { return nil }
        return TicketStateMachine(
            stage: stage, version: try int(6), marks: marks, wasRecalled: try bool(8),
            bumpedAt: try optionalTimestamp(9), raisedAt: try optionalTimestamp(12),
            pulledAt: try optionalTimestamp(17), serviceDay: try date(11))
    }
}

extension [LineMark] {
    /// Reads marks from one letter for each line.
    init?(stored text: String) {
        self = text.compactMap(LineMark.init(stored:))
        if count != text.count { return nil }
    }

    /// The marks as one letter for each line.
    var stored: String { String(map(\.stored)) }
}

extension LineMark {
    fileprivate init?(stored letter: Character) {
        switch letter {
        case "o": self = .open
        case "d": self = .done
        case "t": self = .doneWithTicket
        default: return nil
        }
    }

    fileprivate var stored: Character {
        switch self {
        case .open: "o"
        case .done: "d"
        case .doneWithTicket: "t"
        }
    }
}

extension WriteTransaction {
    /// Inserts a new ticket with what its order was quoted.
    package func insert(_ ticket: Ticket, quote: ReadyQuote? = nil) throws {
        try connection.execute(
            """
            INSERT INTO tickets (order_id, cafe, day, stage, version, marks, was_recalled, bumped_at,
                notice_due, released_at, raised_at, pulled_at, kind, work, quote_own, quote_ahead, quote_from,
                quote_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(ticket.order.rawValue), .text(ticket.cafe.rawValue), .date(ticket.serviceDay),
                .text(ticket.stage.name.rawValue), .number(ticket.version),
                .text(ticket.progress.marks.stored),
                ticket.progress.wasRecalled.sqlValue, .time(ticket.progress.bumpedAt),
                .time(ticket.stage.noticeDue), .time(ticket.entersLineAt), .time(ticket.progress.raisedAt),
                .time(ticket.progress.pulledAt), .text(ticket.kind.rawValue),
                .text(ticket.lines.stored),
                .milliseconds(quote?.forecast.own), .milliseconds(quote?.forecast.ahead),
                .time(quote?.from), .time(quote?.until),
            ])
    }

    /// Updates a ticket, and records the change.
    ///
    /// Each change raises the version by one, so the update expects the previous version in the store.
    ///
    /// - Throws: ``StoreError/versionConflict(id:)`` when the store has another version.
    func update(_ ticket: Ticket, at time: Timestamp) throws {
        try connection.execute(
            """
            UPDATE tickets SET stage = ?, version = ?, marks = ?, was_recalled = ?, bumped_at = ?, notice_due = ?,
                raised_at = ?, pulled_at = ?
            WHERE order_id = ? AND version = ?
            """, ticket.stage.name.rawValue, ticket.version, ticket.progress.marks.stored,
            ticket.progress.wasRecalled, ticket.progress.bumpedAt?.millisecondsSinceEpoch,
            ticket.stage.noticeDue?.millisecondsSinceEpoch, ticket.progress.raisedAt?.millisecondsSinceEpoch,
            ticket.progress.pulledAt?.millisecondsSinceEpoch, ticket.id.rawValue, ticket.version - 1)
        guard try connection.changedRows == 1 else {
            throw StoreError.versionConflict(id: ticket.id.rawValue)
        }
        try record(ticket, at: time)
        try dropFigures(of: ticket.cafe, on: ticket.serviceDay, at: time)
    }
}

extension SQLiteSchema {
    /// Tickets.
    static let kitchen = """
        -- Café and day stand here again, because an index cannot reach into the order; what is to be made does not.
        -- Marks are one letter for each line of the order: open, done, or done with the ticket.
        CREATE TABLE tickets (
            order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            stage TEXT NOT NULL,
            version INTEGER NOT NULL,
            marks TEXT NOT NULL,
            was_recalled INTEGER NOT NULL CHECK (was_recalled = 0 OR was_recalled = 1),
            bumped_at INTEGER,
            notice_due INTEGER CHECK ((notice_due IS NOT NULL) = (stage = 'done')),
            released_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Partial, so that a ticket leaves the index of what the kitchen looks at all day.
        CREATE INDEX tickets_open ON tickets (cafe, released_at, order_id)
            WHERE stage NOT IN ('collected', 'cancelled');
        CREATE INDEX tickets_collected ON tickets (cafe, day, released_at, order_id)
            WHERE stage = 'collected';
        CREATE INDEX tickets_with_notice ON tickets (notice_due, order_id) WHERE notice_due IS NOT NULL;
        """

    /// Priorities, and cancelled tickets that the kitchen acknowledges.
    ///
    /// Tickets that were cancelled before this migration count as acknowledged.
    static let kitchenAtWork = """
        ALTER TABLE tickets ADD COLUMN raised_at INTEGER;
        UPDATE tickets SET marks = replace(marks, 'o', 'd') WHERE stage = 'cancelled';
        CREATE INDEX tickets_to_acknowledge ON tickets (cafe, day, released_at, order_id)
            WHERE stage = 'cancelled' AND instr(marks, 'o') > 0;
        """

    /// Kinds of tickets, and tickets that are pulled forward.
    static let kitchenPacing = """
        ALTER TABLE tickets ADD COLUMN pulled_at INTEGER;
        ALTER TABLE tickets ADD COLUMN kind TEXT NOT NULL DEFAULT 'soonest';
        UPDATE tickets SET kind = 'scheduled'
            WHERE order_id IN (SELECT id FROM orders WHERE pickup_soonest = 0);
        """
}
