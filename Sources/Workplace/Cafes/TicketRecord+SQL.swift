import Essentials
import Kitchen
import Ordering
import SQLite

extension ReadTransaction {
    // A ticket that was open at the instant is still open, waits to be acknowledged, or has changed since. SQLite uses a partial
    // index only if the query repeats its condition word for word.
    private static let ticketsAsOf = """
        SELECT known.order_id, was.stage, was.version, was.marks, was.was_recalled, was.bumped_at, was.notice_due,
            was.raised_at, was.pulled_at
        FROM (
            SELECT order_id FROM tickets WHERE cafe = ?1 AND stage NOT IN ('collected', 'cancelled')
            UNION SELECT order_id FROM tickets
                WHERE cafe = ?1 AND stage = 'cancelled' AND instr(marks, 'o') > 0 AND day >= ?3
            UNION SELECT order_id FROM ticket_record WHERE cafe = ?1 AND at > ?2
        ) AS known
        LEFT JOIN ticket_record AS was ON was.order_id = known.order_id AND was.version = (
            SELECT max(version) FROM ticket_record WHERE order_id = known.order_id AND at <= ?2)
        WHERE CASE WHEN was.stage IS NULL THEN EXISTS (
                SELECT 1 FROM order_transitions
                WHERE order_id = known.order_id AND at <= ?2 AND stages LIKE '% accepted%')
            WHEN was.stage = 'cancelled' THEN instr(was.marks, 'o') > 0
            ELSE was.stage <> 'collected' END
        """

    /// The tickets of a café that a screen could show at an instant, as they were then: open tickets, and tickets that were
    /// cancelled on that service day and not yet acknowledged by each station.
    ///
    /// - Complexity: O(*n*) in the number of changes since that instant.
    func tickets(of cafe: CafeID, asOf time: Timestamp, day: CalendarDate) throws -> [Ticket] {
        let found = try connection.all(
            Self.ticketsAsOf, cafe.rawValue, time.millisecondsSinceEpoch, day.daysSinceEpoch
        ) { row in
            try row.decoded(from: "ticket_record", id: nil) { row -> (TicketID, RecordedProgress?)? in
                guard let id = TicketID(try row.text(0)) else { return nil }
                return (id, try row.isNull(1) ? nil : try row.recordedProgress())
            }
        }
        return try found.compactMap { id, progress in
            guard let present = try self.ticket(id), let ticket = present.asOf(progress),
                ticket.stage != .cancelled || ticket.serviceDay == day
            else { return nil }
            return ticket
        }
    }

    /// How many orders of a café waited for their people to arrive at an instant of the last two days.
    func waitingOrderCount(of cafe: CafeID, asOf time: Timestamp) throws -> Int {
        let sql = """
            SELECT count(*) FROM order_waits JOIN orders ON orders.id = order_id
            WHERE order_waits.cafe = ?1 AND order_waits.person <> ?3 AND placed_at <= ?2 AND NOT EXISTS (
                SELECT 1 FROM order_transitions
                WHERE order_transitions.order_id = order_waits.order_id AND at <= ?2 AND stages LIKE 'placed %')
            """
        return try connection.first(
            sql, cafe.rawValue, time.millisecondsSinceEpoch, PersonID.guest.rawValue
        ) { try $0.int(0) } ?? 0
    }

    /// When the record of tickets began; `nil` for a database that has had it from its start.
    func ticketRecordBegin() throws -> Timestamp? {
        try connection.first("SELECT at FROM ticket_record WHERE order_id = ''") { try $0.timestamp(0) }
    }
}

/// A ticket's recorded progress.
private struct RecordedProgress {
    let stage: TicketStage
    let version: Int
    let marks: [LineMark]
    let wasRecalled: Bool
    let bumpedAt: Timestamp?
    let raisedAt: Timestamp?
    let pulledAt: Timestamp?
}

extension StoreRow {
    fileprivate func recordedProgress() throws -> RecordedProgress? {
        guard let name = TicketStage.Name(rawValue: try text(1)),
            let stage = TicketStage(name, noticeDue: try optionalTimestamp(6)),
            let marks = [LineMark](stored: try text(3))
        else { return nil }
        return RecordedProgress(
            stage: stage, version: try int(2), marks: marks, wasRecalled: try bool(4),
            bumpedAt: try optionalTimestamp(5), raisedAt: try optionalTimestamp(7),
            pulledAt: try optionalTimestamp(8))
    }
}

extension Ticket {
    /// The ticket with an earlier progress; `nil` gives the ticket as it was released.
    fileprivate func asOf(_ progress: RecordedProgress?) -> Ticket? {
        let machine =
            if let progress {
                TicketStateMachine(
                    stage: progress.stage, version: progress.version, marks: progress.marks,
                    wasRecalled: progress.wasRecalled, bumpedAt: progress.bumpedAt,
                    raisedAt: progress.raisedAt,
                    pulledAt: progress.pulledAt, serviceDay: serviceDay)
            } else {
                TicketStateMachine(lineCount: lines.count, serviceDay: serviceDay)
            }
        return Ticket(
            order: order, number: number, cafe: cafe, lines: lines, entersLineAt: entersLineAt, kind: kind,
            pickup: pickup, callName: callName, progress: machine)
    }
}

extension WriteTransaction {
    /// Records a change of a ticket.
    func record(_ ticket: Ticket, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO ticket_record (order_id, version, cafe, at, stage, marks, was_recalled, bumped_at, notice_due,
                raised_at, pulled_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(ticket.order.rawValue), .number(ticket.version), .text(ticket.cafe.rawValue),
                .time(time),
                .text(ticket.stage.name.rawValue), .text(ticket.progress.marks.stored),
                ticket.progress.wasRecalled.sqlValue, .time(ticket.progress.bumpedAt),
                .time(ticket.stage.noticeDue), .time(ticket.progress.raisedAt),
                .time(ticket.progress.pulledAt),
            ])
    }
}

extension SQLiteSchema {
    /// Each change of a ticket, without who made it.
    ///
    /// In an older database, a row without an order has the time at which the record began. The migration also adds the item to the
    /// work of each line.
    static let ticketRecord = """
        CREATE TABLE ticket_record (
            order_id TEXT NOT NULL,
            version INTEGER NOT NULL,
            cafe TEXT NOT NULL,
            at INTEGER NOT NULL,
            stage TEXT NOT NULL,
            marks TEXT NOT NULL,
            was_recalled INTEGER NOT NULL CHECK (was_recalled = 0 OR was_recalled = 1),
            bumped_at INTEGER,
            notice_due INTEGER,
            raised_at INTEGER,
            pulled_at INTEGER,
            PRIMARY KEY (order_id, version)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ticket_record_by_time ON ticket_record (cafe, at);
        CREATE TRIGGER ticket_record_no_update BEFORE UPDATE ON ticket_record
        BEGIN SELECT RAISE(ABORT, 'the record of tickets is append-only'); END;
        CREATE TRIGGER ticket_record_no_delete BEFORE DELETE ON ticket_record
        BEGIN SELECT RAISE(ABORT, 'the record of tickets is append-only'); END;
        INSERT INTO ticket_record (order_id, version, cafe, at, stage, marks, was_recalled)
            SELECT '', 0, '', CAST(strftime('%s', 'now') AS INTEGER) * 1000, '', '', 0
            WHERE EXISTS (SELECT 1 FROM tickets);
        INSERT INTO ticket_record
            SELECT order_id, version, cafe, CAST(strftime('%s', 'now') AS INTEGER) * 1000, stage, marks, was_recalled,
                bumped_at, notice_due, raised_at, pulled_at
            FROM tickets WHERE stage NOT IN ('collected', 'cancelled') AND version > 0;
        UPDATE tickets SET work = coalesce((
            SELECT group_concat(
                json_extract(line.value, '$.station') || ' ' || json_extract(line.value, '$.prepMinutes') || ' '
                    || json_extract(line.value, '$.quantity') || ' ' || json_extract(line.value, '$.item'), ';')
            FROM orders, json_each(orders.basket, '$.lines') AS line WHERE orders.id = tickets.order_id), work);
        """
}
