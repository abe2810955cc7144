import SQLite

extension DatabaseCheck {
    /// Each paid order has a payment of the sum of its lines and tax, its refunds do not exceed it, and each card payment has
    /// its order or its top-up.
    static let payments = DatabaseCheck(name: "payments") { connection in
        let tables = "SELECT 1 FROM sqlite_schema WHERE name = 'payments'"
        guard try connection.first(tables, row: { _ in true }) == true else {
            return .sound("none in a file of an earlier program")
        }
        for (sql, words) in rules {
            if let id = try connection.first(sql, row: { try $0.text(0) }) {
                return .damaged("order \(id) \(words)")
            }
        }
        let topUps = "SELECT 1 FROM sqlite_schema WHERE name = 'top_ups'"
        if try connection.first(topUps, row: { _ in true }) == true,
            let id = try connection.first(topUpRule, row: { try $0.text(0) })
        {
            return .damaged("payment \(id) does not fit its top-up and the ledger")
        }
        let count = try connection.first("SELECT count(*) FROM payments") { try $0.int(0) } ?? 0
        return .sound(count == 1 ? "1 payment by card" : "\(count) payments by card")
    }

    /// Finds the first payment that has neither an order nor a top-up, or whose top-up is not in the ledger with the paid
    /// amount.
    private static let topUpRule = """
        SELECT payments.id FROM payments
        LEFT JOIN top_ups USING (id) LEFT JOIN orders USING (id)
        LEFT JOIN ledger ON movement = payments.id AND ledger.kind = 'top-up'
        WHERE (top_ups.id IS NULL) = (orders.id IS NULL)
            OR top_ups.id IS NOT NULL AND (
                (payments.stage = 'paid') <> (entry IS NOT NULL) OR meal <> payments.amount
                OR ledger.currency <> payments.currency)
        LIMIT 1
        """

    /// Statements that find the first order that breaks a rule, with the name of the rule.
    private static let rules = [
        (
            """
            SELECT order_id FROM ledger JOIN orders ON id = order_id WHERE kind = 'payment' AND sales || ' ' || tax IS NOT (
                SELECT sum(CAST(json_extract(line.value, '$.net') AS INTEGER)) || ' '
                    || sum(CAST(json_extract(line.value, '$.tax') AS INTEGER))
                FROM json_each(basket, '$.lines') AS line)
            LIMIT 1
            """, "was paid with another amount than its lines and their tax"
        ),
        (
            """
            SELECT id FROM orders WHERE stage IN ('accepted', 'preparing', 'ready', 'collected', 'not-collected')
                AND NOT EXISTS (SELECT 1 FROM ledger WHERE order_id = id AND kind = 'payment') LIMIT 1
            """, "has a ticket and no payment"
        ),
        (
            """
            SELECT paid.order_id FROM ledger AS paid JOIN orders ON id = paid.order_id
            LEFT JOIN (
                SELECT order_id, -sum(sales) AS net, -sum(tax) AS tax FROM ledger WHERE kind = 'refund' GROUP BY order_id
            ) AS back ON back.order_id = paid.order_id
            WHERE paid.kind = 'payment' AND (
                ifnull(back.net, 0) > paid.sales OR ifnull(back.tax, 0) > paid.tax
                OR stage IN ('cancelled', 'rejected') AND (back.net, back.tax) IS NOT (paid.sales, paid.tax))
            LIMIT 1
            """, "was refunded with more than was paid, or ended without a whole refund"
        ),
        (
            """
            SELECT id FROM orders LEFT JOIN payments USING (id) WHERE orders.means = 'card' AND (
                payments.stage IS NULL
                OR (payments.stage = 'open') <> (orders.stage = 'placed')
                OR (payments.stage = 'paid') <> EXISTS (
                    SELECT 1 FROM ledger WHERE order_id = id AND kind = 'payment' AND source = 'card'))
            LIMIT 1
            """, "and its payment by card do not fit together"
        ),
        (
            """
            SELECT order_id FROM refunds GROUP BY order_id HAVING sum(net + tax) > (
                SELECT ifnull(-sum(sales + tax), 0) FROM ledger
                WHERE ledger.order_id = refunds.order_id AND kind = 'refund')
            LIMIT 1
            """, "has a refund that the ledger does not have"
        ),
    ]
}
