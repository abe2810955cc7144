import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
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

    func endWait(of order: OrderID) throws {
        try connection.execute("UPDATE order_waits SET has_ended = 1 WHERE order_id = ?", order.rawValue)
    }

    /// An order is placed before its wait is over, so the key of a wait that was over by then is gone as well.
    func removeEndedWaits(before time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM order_waits WHERE has_ended = 1 AND until < ?", time.millisecondsSinceEpoch)
    }
}
