import Essentials
import Kitchen
import Ordering
import SQLite
import Workplace

extension SQLiteReading {
    // What is to be made is read from the order, where it is kept once and for all.
    private static let tickets = """
        SELECT tickets.id, order_id, tickets.cafe, sequence, released_at, basket, tickets.stage,
            tickets.version, marks, was_recalled, bumped_at, notice_due, orders.day
        FROM tickets JOIN orders ON orders.id = order_id
        """
    private static let ticketByID = "\(tickets) WHERE tickets.id = ?"
    private static let ticketByOrder = "\(tickets) WHERE order_id = ?"
    // The condition on the stage is that of the partial index, word for word, so that SQLite uses it.
    private static let openTickets = """
        \(tickets) WHERE tickets.cafe = ? AND tickets.stage NOT IN ('collected', 'cancelled')
        ORDER BY released_at, tickets.id
        """
    private static let collectedTickets = """
        \(tickets) WHERE tickets.cafe = ? AND tickets.day = ? AND tickets.stage = 'collected'
        ORDER BY released_at DESC, tickets.id DESC LIMIT ?
        """

    func ticket(_ id: TicketID) throws -> Ticket? {
        try connection.first(Self.ticketByID, id.rawValue, row: ticket)
    }

    func ticket(of order: OrderID) throws -> Ticket? {
        try connection.first(Self.ticketByOrder, order.rawValue, row: ticket)
    }

    func openTickets(of cafe: CafeID) throws -> [Ticket] {
        try connection.all(Self.openTickets, cafe.rawValue, row: ticket)
    }

    func collectedTickets(of cafe: CafeID, day: CalendarDate, limit: Int) throws -> [Ticket] {
        try connection.all(Self.collectedTickets, cafe.rawValue, day.daysSinceEpoch, limit, row: ticket)
    }

    func ticketsWithNotice(dueBy instant: Timestamp) throws -> [TicketID] {
        let sql = "SELECT id FROM tickets WHERE notice_due <= ? ORDER BY notice_due, id"
        return try connection.all(sql, instant.millisecondsSinceEpoch) { row in
            try row.decoded(from: .tickets, id: nil) { TicketID(try $0.text(0)) }
        }
    }

    func nextNoticeDue() throws -> Timestamp? {
        let sql = "SELECT notice_due FROM tickets WHERE notice_due IS NOT NULL ORDER BY notice_due LIMIT 1"
        return try connection.first(sql) { try $0.timestamp(0) }
    }

    private func ticket(_ row: borrowing Row) throws -> Ticket {
        try row.decoded(from: .tickets, id: try row.text(0)) { try $0.ticket() }
    }
}

extension Row {
    fileprivate func ticket() throws -> Ticket? {
        guard let id = TicketID(try text(0)), let order = OrderID(try text(1)),
            let cafe = CafeID(try text(2)),
            let number = OrderNumber(sequence: try int(3)), let progress = try progress()
        else { return nil }
        let lines = try BasketSnapshot.basket(of: try text(5)).lines.map(TicketLine.init)
        guard lines.count == progress.marks.count else { return nil }
        return Ticket(
            id: id, order: order, number: number, cafe: cafe, lines: lines, releasedAt: try timestamp(4),
            progress: progress)
    }

    private func progress() throws -> TicketStateMachine? {
        guard let name = TicketStage.Name(rawValue: try text(6)),
            let stage = TicketStage(name, noticeDue: try optionalTimestamp(11)),
            let marks = [LineMark](stored: try text(8))
        else { return nil }
        return TicketStateMachine(
            stage: stage, version: try int(7), marks: marks, wasRecalled: try bool(9),
            bumpedAt: try optionalTimestamp(10), serviceDay: try date(12))
    }
}

extension [LineMark] {
    /// Reads marks from one letter for each line.
    fileprivate init?(stored text: String) {
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
