import SQLite

extension DatabaseCheck {
    /// Every payment is for an order, and every order is at the version of its last transition.
    static let orders = DatabaseCheck(name: "orders") { connection in
        let unknown = """
            SELECT entry FROM ledger
            WHERE order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders WHERE id = order_id)
            ORDER BY entry LIMIT 1
            """
        if let entry = try connection.first(unknown, row: { try $0.int64(0) }) {
            return .damaged("entry \(entry) of the ledger is for an order that is not there")
        }
        let behind = """
            SELECT id FROM orders
            WHERE version IS NOT (SELECT max(version) FROM order_transitions WHERE order_id = id) LIMIT 1
            """
        if let id = try connection.first(behind, row: { try $0.text(0) }) {
            return .damaged("order \(id) is not at the version of its last transition")
        }
        let count = try connection.first("SELECT count(*) FROM orders") { try $0.int(0) } ?? 0
        return .sound(count == 1 ? "1 order" : "\(count) orders")
    }
}
