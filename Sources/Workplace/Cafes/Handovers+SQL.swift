import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    /// The wait of a ready order for its person; `nil` when no step is left.
    func handoverWait(of order: OrderID) throws -> HandoverWait? {
        let sql = "SELECT remind_at, give_up_at, refund_percent FROM handovers WHERE order_id = ?"
        return try connection.first(sql, order.rawValue) { row in
            HandoverWait(
                remindAt: try row.optionalTimestamp(0), giveUpAt: try row.optionalTimestamp(1),
                refundPercent: try row.int(2))
        }
    }

    /// The orders with a step that is due by an instant, earliest first.
    func handoverWaits(dueBy instant: Timestamp) throws -> [OrderID] {
        let sql = "SELECT order_id FROM handovers WHERE due_at <= ? ORDER BY due_at, order_id"
        return try connection.all(sql, instant.millisecondsSinceEpoch) { row in
            try row.decoded(from: "handovers", id: nil) { OrderID(try $0.text(0)) }
        }
    }

    /// When the next step is due.
    func nextHandoverDue() throws -> Timestamp? {
        try connection.first("SELECT due_at FROM handovers ORDER BY due_at LIMIT 1") { try $0.timestamp(0) }
    }

    /// The name to call for an order, if one was given.
    func callName(of order: OrderID) throws -> String? {
        try connection.first("SELECT name FROM call_names WHERE order_id = ?", order.rawValue) {
            try $0.text(0)
        }
    }

    /// The orders of a café's counter and kiosks on a service day: first the orders that are not handed over, then the others,
    /// latest first.
    ///
    /// Leaves out the orders of kiosks that expired without a payment.
    func counterOrders(of cafe: CafeID, day: CalendarDate, limit: Int) throws -> [Order] {
        let sql = """
            SELECT id FROM orders WHERE cafe = ? AND day = ? AND channel IN ('counter', 'kiosk') AND stage <> 'expired'
                ORDER BY stage NOT IN ('placed', 'accepted', 'preparing', 'ready'), sequence DESC LIMIT ?
            """
        let ids = try connection.all(sql, cafe.rawValue, day.daysSinceEpoch, limit) { row in
            try row.decoded(from: "orders", id: nil) { OrderID(try $0.text(0)) }
        }
        return try ids.compactMap { try order($0) }
    }
}

extension WriteTransaction {
    /// Begins the wait of a ready order for its person.
    func insert(_ wait: HandoverWait, of order: OrderID) throws {
        try connection.execute(
            """
            INSERT INTO handovers (order_id, remind_at, give_up_at, due_at, refund_percent)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (order_id) DO UPDATE SET remind_at = excluded.remind_at, give_up_at = excluded.give_up_at,
                due_at = excluded.due_at, refund_percent = excluded.refund_percent
            """,
            arguments: [
                .text(order.rawValue), .time(wait.remindAt), .time(wait.giveUpAt), .time(wait.dueAt),
                .number(wait.refundPercent),
            ])
    }

    /// Updates the wait of a ready order.
    func update(_ wait: HandoverWait, of order: OrderID) throws { try insert(wait, of: order) }

    /// Ends the wait of a ready order for its person.
    func endHandoverWait(of order: OrderID) throws {
        try connection.execute("DELETE FROM handovers WHERE order_id = ?", order.rawValue)
    }

    /// Inserts the name to call for an order.
    func insertCallName(_ name: String, of order: OrderID, at time: Timestamp) throws {
        try connection.execute(
            "INSERT INTO call_names (order_id, name, at) VALUES (?, ?, ?)", order.rawValue, name,
            time.millisecondsSinceEpoch)
    }

    /// Deletes the names that were given before an instant.
    func removeCallNames(before time: Timestamp) throws {
        try connection.execute("DELETE FROM call_names WHERE at < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Orders that wait for their people at the counter, and the names to call.
    static let handovers = """
        CREATE TABLE handovers (
            order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
            remind_at INTEGER,
            give_up_at INTEGER,
            due_at INTEGER NOT NULL,
            refund_percent INTEGER NOT NULL CHECK (refund_percent BETWEEN 0 AND 100)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX handovers_by_due ON handovers (due_at, order_id);

        -- Cashiers give names too, not only kiosks.
        ALTER TABLE guest_names RENAME TO call_names;
        ALTER TABLE call_names RENAME COLUMN given_at TO at;
        """
}
