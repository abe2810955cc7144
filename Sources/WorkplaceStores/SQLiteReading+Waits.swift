import Essentials
import Ordering
import SQLite
import Workplace

// The condition that a wait has not ended is that of the partial indexes, word for word, so that SQLite uses them.
extension SQLiteReading {
    func wait(of order: OrderID) throws -> OrderWait? {
        try connection.first("SELECT until, ends_by FROM order_waits WHERE order_id = ?", order.rawValue) {
            row in
            try row.decoded(from: .waits, id: order.rawValue) { row in
                guard let end = OrderWait.End(rawValue: try row.text(1)) else { return nil }
                return OrderWait(until: try row.timestamp(0), end: end)
            }
        }
    }

    func reservedAmounts(of person: PersonID) throws -> [Money] {
        let sql = """
            SELECT currency, sum(amount) FROM order_waits WHERE person = ? AND has_ended = 0
            GROUP BY currency ORDER BY currency
            """
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: .waits, id: nil) { row -> Money? in
                guard let currency = Currency(try row.text(0)) else { return nil }
                return Money(minorUnits: try row.int64(1), currency: currency)
            }
        }
    }

    func waitingOrderCount(of cafe: CafeID) throws -> Int {
        let sql = "SELECT count(*) FROM order_waits WHERE cafe = ? AND has_ended = 0"
        return try connection.first(sql, cafe.rawValue) { try $0.int(0) } ?? 0
    }

    func waitingOrders(overBy instant: Timestamp) throws -> [OrderID] {
        let sql = """
            SELECT order_id FROM order_waits WHERE until <= ? AND has_ended = 0 ORDER BY until, order_id
            """
        return try connection.all(sql, instant.millisecondsSinceEpoch) { row in
            try row.decoded(from: .waits, id: nil) { OrderID(try $0.text(0)) }
        }
    }

    func nextWaitOver() throws -> Timestamp? {
        let sql = "SELECT until FROM order_waits WHERE has_ended = 0 ORDER BY until LIMIT 1"
        return try connection.first(sql) { try $0.timestamp(0) }
    }
}
