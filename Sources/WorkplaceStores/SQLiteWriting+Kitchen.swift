import Essentials
import Kitchen
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
    func insert(_ ticket: Ticket) throws {
        try connection.execute(
            """
            INSERT INTO tickets (order_id, cafe, day, stage, version, marks, was_recalled, bumped_at,
                notice_due, released_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(ticket.order.rawValue), .text(ticket.cafe.rawValue), .date(ticket.serviceDay),
                .text(ticket.stage.name.rawValue), .number(ticket.version),
                .text(ticket.progress.marks.stored),
                ticket.progress.wasRecalled.sqlValue, .time(ticket.progress.bumpedAt),
                .time(ticket.stage.noticeDue), .time(ticket.releasedAt),
            ])
    }

    // A ticket's version goes up by one with each change, so that the one before is the one to replace.
    func update(_ ticket: Ticket) throws {
        try connection.execute(
            """
            UPDATE tickets SET stage = ?, version = ?, marks = ?, was_recalled = ?, bumped_at = ?, notice_due = ?
            WHERE order_id = ? AND version = ?
            """, ticket.stage.name.rawValue, ticket.version, ticket.progress.marks.stored,
            ticket.progress.wasRecalled, ticket.progress.bumpedAt?.millisecondsSinceEpoch,
            ticket.stage.noticeDue?.millisecondsSinceEpoch, ticket.id.rawValue, ticket.version - 1)
        guard connection.changedRows == 1 else { throw StoreError.versionConflict(id: ticket.id.rawValue) }
    }
}
