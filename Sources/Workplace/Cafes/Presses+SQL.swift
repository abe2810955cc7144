import Essentials
import Kitchen
import SQLite

extension ReadTransaction {
    /// Whether a press with this key has been applied to a ticket.
    func isApplied(_ key: String, to ticket: TicketID) throws -> Bool {
        let sql = "SELECT 1 FROM ticket_presses WHERE order_id = ? AND key = ?"
        return try connection.first(sql, ticket.rawValue, key) { try $0.int(0) } != nil
    }
}

extension WriteTransaction {
    /// Notes that a press with this key has been applied to a ticket.
    func insertPress(_ key: String, on ticket: TicketID, at time: Timestamp) throws {
        try connection.execute(
            "INSERT INTO ticket_presses (order_id, key, at) VALUES (?, ?, ?)", ticket.rawValue, key,
            time.millisecondsSinceEpoch)
    }

    /// Removes the keys of old presses.
    func removePresses(before time: Timestamp) throws {
        try connection.execute("DELETE FROM ticket_presses WHERE at < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// The keys of presses, so that a screen that lost an answer can send a press again.
    static let presses = """
        CREATE TABLE ticket_presses (
            order_id TEXT NOT NULL,
            key TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (order_id, key)
        ) STRICT, WITHOUT ROWID;
        """
}
