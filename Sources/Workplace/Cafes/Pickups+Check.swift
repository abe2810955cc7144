import SQLite

extension DatabaseCheck {
    /// The counter of each pickup window is the sum of what holds and orders take of it.
    static let pickups = DatabaseCheck(name: "pickups") { connection in
        let tables = "SELECT 1 FROM sqlite_schema WHERE name = 'pickup_windows'"
        guard try connection.first(tables, row: { _ in true }) == true else {
            return .sound("none in a file of an earlier program")
        }
        // Old counters go before their bookings, so the counters that are there can be compared.
        let wrong = """
            WITH shares AS (
                SELECT cafe, share.value ->> 'start' AS starts_at, share.value ->> 'orders' AS orders,
                    share.value ->> 'items' AS items
                FROM (SELECT cafe, shares FROM pickup_bookings UNION ALL SELECT cafe, shares FROM pickup_holds),
                    json_each(shares) AS share
            ), sums AS (
                SELECT cafe, starts_at, sum(orders) AS orders, sum(items) AS items FROM shares
                GROUP BY cafe, starts_at
            )
            SELECT cafe, starts_at FROM pickup_windows LEFT JOIN sums USING (cafe, starts_at)
            WHERE sums.orders IS NOT pickup_windows.orders OR sums.items IS NOT pickup_windows.items
            ORDER BY cafe, starts_at LIMIT 1
            """
        if let (cafe, start) = try connection.first(wrong, row: { (try $0.text(0), try $0.timestamp(1)) }) {
            return .damaged(
                "the counter of the pickup window \(start) of \(cafe) is not the sum of its bookings")
        }
        let count = try connection.first("SELECT count(*) FROM pickup_windows") { try $0.int(0) } ?? 0
        return .sound("\(count) windows")
    }
}
