import Essentials
import Kitchen
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
    func insert(_ ticket: Ticket) throws {
        try connection.execute(
            """
            INSERT INTO tickets (id, order_id, cafe, day, stage, version, marks, was_recalled, bumped_at,
                notice_due, released_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, ticket.id.rawValue, ticket.order.rawValue, ticket.cafe.rawValue,
            ticket.serviceDay.daysSinceEpoch,
            ticket.stage.name.rawValue, ticket.version, ticket.progress.marks.stored,
            ticket.progress.wasRecalled,
            ticket.progress.bumpedAt?.millisecondsSinceEpoch, ticket.stage.noticeDue?.millisecondsSinceEpoch,
            ticket.releasedAt.millisecondsSinceEpoch)
    }

    // A ticket's version goes up by one with each change, so that the one before is the one to replace.
    func update(_ ticket: Ticket) throws {
        try connection.execute(
            """
            UPDATE tickets SET stage = ?, version = ?, marks = ?, was_recalled = ?, bumped_at = ?, notice_due = ?
            WHERE id = ? AND version = ?
            """, ticket.stage.name.rawValue, ticket.version, ticket.progress.marks.stored,
            ticket.progress.wasRecalled, ticket.progress.bumpedAt?.millisecondsSinceEpoch,
            ticket.stage.noticeDue?.millisecondsSinceEpoch, ticket.id.rawValue, ticket.version - 1)
        guard connection.changedRows == 1 else { throw StoreError.versionConflict(id: ticket.id.rawValue) }
    }
}
