import SQLite

extension DatabaseCheck {
    /// The counter of each pickup window is the sum of its holds and orders.
    static let pickups = DatabaseCheck(name: "pickups") { connection in
        let tables = "SELECT 1 FROM sqlite_schema WHERE name = 'pickup_windows'"
        guard try connection.first(tables, row: { _ in true }) == true else {
            return .sound("none in a file of an earlier program")
        }
        // Counters are deleted before their bookings; all counters after the first remaining one must exist.
        let wrong = """
            WITH shares AS (
                SELECT cafe, CAST(json_extract(share.value, '$.start') AS INTEGER) AS starts_at,
                    CAST(json_extract(share.value, '$.orders') AS INTEGER) AS orders,
                    CAST(json_extract(share.value, '$.items') AS INTEGER) AS items,
                    json_extract(share.value, '$.work') AS work, 1 AS sign
                FROM (SELECT cafe, shares FROM pickup_bookings UNION ALL SELECT cafe, shares FROM pickup_holds)
                    AS booked, json_each(shares) AS share
                UNION ALL SELECT cafe, starts_at, orders, items, work, -1 FROM pickup_windows
            ), parts AS (
                SELECT cafe, starts_at, 'orders' AS part, sign * orders AS amount FROM shares
                UNION ALL SELECT cafe, starts_at, 'items', sign * items FROM shares
                UNION ALL SELECT cafe, starts_at, 'work ' || minutes.key, sign * CAST(minutes.value AS INTEGER)
                    FROM shares, json_each(work) AS minutes
            )
            SELECT cafe, starts_at FROM parts
            WHERE starts_at >= (SELECT min(starts_at) FROM pickup_windows)
            GROUP BY cafe, starts_at, part HAVING sum(amount) <> 0
            ORDER BY cafe, starts_at LIMIT 1
            """
        if let (cafe, start) = try connection.first(wrong, row: { (try $0.text(0), try $0.timestamp(1)) }) {
            return .damaged(
                "the counter of the pickup window \(start) of \(cafe) is not the sum of its bookings")
        }
        let count = try connection.first("SELECT count(*) FROM pickup_windows") { try $0.int(0) } ?? 0
        return .sound(count == 1 ? "1 window" : "\(count) windows")
    }
}
