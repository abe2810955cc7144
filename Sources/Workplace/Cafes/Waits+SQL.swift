import Essentials
import Ordering
import SQLite

// SQLite uses the partial indexes only if a query repeats their condition `has_ended = 0` word for word.
extension ReadTransaction {
    /// An order's wait for its person; it may have ended.
    ///
    /// It is `nil` for an order that did not wait.
    func wait(of order: OrderID) throws -> OrderWait? {
        try connection.first("SELECT until, ends_by FROM order_waits WHERE order_id = ?", order.rawValue) {
            row in
            try row.decoded(from: "order_waits", id: order.rawValue) { row in
                guard let end = OrderWait.End(rawValue: try row.text(1)) else { return nil }
                return OrderWait(until: try row.timestamp(0), end: end)
            }
        }
    }

    /// The reserved amounts of a person's meal accounts, by currency code.
    func reservedAmounts(of person: PersonID) throws -> [Money] {
        let sql = """
            SELECT currency, sum(amount) FROM order_waits WHERE person = ? AND has_ended = 0
            GROUP BY currency ORDER BY currency
            """
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: "order_waits", id: nil) { row -> Money? in
                guard let currency = Currency(try row.text(0)) else { return nil }
                return Money(minorUnits: try row.int64(1), currency: currency)
            }
        }
    }

    /// The number of orders of a café that wait for their people, without guests' orders.
    func waitingOrderCount(of cafe: CafeID) throws -> Int {
        let sql = "SELECT count(*) FROM order_waits WHERE cafe = ? AND has_ended = 0 AND person <> ?"
        return try connection.first(sql, cafe.rawValue, PersonID.guest.rawValue) { try $0.int(0) } ?? 0
    }

    /// The orders of a café that wait for their people, oldest first, without guests' orders.
    func waitingOrders(of cafe: CafeID) throws -> [OrderID] {
        // Identifiers of orders grow with time.
        let sql = """
            SELECT order_id FROM order_waits WHERE cafe = ? AND has_ended = 0 AND person <> ? ORDER BY order_id
            """
        return try connection.all(sql, cafe.rawValue, PersonID.guest.rawValue) { row in
            try row.decoded(from: "order_waits", id: nil) { OrderID(try $0.text(0)) }
        }
    }

    /// The waiting orders whose wait has ended by an instant, earliest first.
    func waitingOrders(overBy instant: Timestamp) throws -> [OrderID] {
        let sql = """
            SELECT order_id FROM order_waits WHERE until <= ? AND has_ended = 0 ORDER BY until, order_id
            """
        return try connection.all(sql, instant.millisecondsSinceEpoch) { row in
            try row.decoded(from: "order_waits", id: nil) { OrderID(try $0.text(0)) }
        }
    }

    /// When the next wait ends.
    func nextWaitOver() throws -> Timestamp? {
        let sql = "SELECT until FROM order_waits WHERE has_ended = 0 ORDER BY until LIMIT 1"
        return try connection.first(sql) { try $0.timestamp(0) }
    }
}

extension WriteTransaction {
    /// Inserts the wait of a new order and reserves its total.
    func insert(_ wait: OrderWait, of order: Order) throws {
        let total = order.basket.total
        try connection.execute(
            """
            INSERT INTO order_waits (order_id, person, cafe, currency, amount, until, ends_by, has_ended)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0)
            """,
            arguments: [
                .text(order.id.rawValue), .text(order.diner.rawValue), .text(order.cafe.rawValue),
                .text(total.currency.code), .integer(total.minorUnits), .time(wait.until),
                .text(wait.end.rawValue),
            ])
    }

    /// Ends an order's wait and releases the reserved amount.
    func endWait(of order: OrderID) throws {
        try connection.execute("UPDATE order_waits SET has_ended = 1 WHERE order_id = ?", order.rawValue)
    }

    /// Deletes ended waits that were over before an instant.
    ///
    /// The idempotency keys of their requests are older, so they are deleted too.
    func removeEndedWaits(before time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM order_waits WHERE has_ended = 1 AND until < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Orders that wait, or waited, for their people.
    static let waits = """
        -- Person, café and amount stand here again, because what is set aside and what may come is summed and counted
        -- with every order. A row stays as long as the key of its request: a repeated one gets the same answer.
        CREATE TABLE order_waits (
            order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (id),
            person TEXT NOT NULL,
            cafe TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount >= 0),
            until INTEGER NOT NULL,
            ends_by TEXT NOT NULL CHECK (ends_by = 'closing' OR ends_by = 'too-long'),
            has_ended INTEGER NOT NULL CHECK (has_ended = 0 OR has_ended = 1)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX order_waits_of_person ON order_waits (person, currency, amount) WHERE has_ended = 0;
        CREATE INDEX order_waits_of_cafe ON order_waits (cafe) WHERE has_ended = 0;
        CREATE INDEX order_waits_by_end ON order_waits (until, order_id) WHERE has_ended = 0;
        """
}
